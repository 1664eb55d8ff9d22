// How an interface pages, by its first answer: a table of what APIs say.

import NetLayer
import Testing

struct PagingDetectionTests {
    struct Row: Sendable, CustomTestStringConvertible {
        let name: String
        var path = "/list"
        var known: [String] = []
        var headers: [(String, String)] = []
        let body: String
        let reason: String?
        var style: PagingStyle?
        var list: String?

        var testDescription: String { name }
    }

    static let rows = [
        Row(
            name: "GitHub", headers: [("Link", "</list?page=2>; rel=\"next\", </list?page=9>; rel=\"last\"")],
            body: "[{\"id\": 1}]",
            reason: "Link rel=next", style: .link()),
        Row(
            name: "GitHub's last page", headers: [("Link", "</list?page=1>; rel=\"prev\"")], body: "[{}]",
            reason: "Link without rel=next"),
        Row(
            name: "docker-registry", headers: [("Link", "</v2/a/tags/list?n=2&last=b>; rel=\"next\"")],
            body: "{\"name\": \"a\", \"tags\": [\"a\", \"b\"]}", reason: "Link rel=next", list: "/tags"),
        Row(
            name: "Django REST", known: ["page"], body: "{\"count\": 9, \"next\": \"http://a/list?page=2\", \"results\": [{}]}",
            reason: "next URL at /next", style: .nextURL(.body("/next"))),
        Row(
            name: "HAL", body: "{\"_links\": {\"next\": {\"href\": \"/list?page=2\"}}, \"items\": [{}]}",
            reason: "next URL at /_links/next/href"),
        Row(
            name: "Asana", known: ["offset", "limit"],
            body: "{\"data\": [{}], \"next_page\": {\"offset\": \"abc\", \"path\": \"/x\", \"uri\": \"https://a/x\"}}",
            reason: "next URL at /next_page/uri"),
        Row(
            name: "Slack", known: ["cursor", "limit"],
            body: "{\"members\": [{}], \"response_metadata\": {\"next_cursor\": \"dXNlcg==\"}}",
            reason: "cursor at /response_metadata/next_cursor, sent as cursor", list: "/members"),
        Row(
            name: "Slack's last page", known: ["cursor"],
            body: "{\"members\": [{}], \"response_metadata\": {\"next_cursor\": \"\"}}",
            reason: "cursor at /response_metadata/next_cursor, sent as cursor", list: "/members"),
        Row(
            name: "Google", known: ["pageToken", "pageSize"], body: "{\"items\": [{}], \"nextPageToken\": \"x\"}",
            reason: "cursor at /nextPageToken, sent as pageToken"),
        Row(
            name: "Kubernetes", known: ["continue", "limit"], body: "{\"metadata\": {\"continue\": \"x\"}, \"items\": [{}]}",
            reason: "cursor at /metadata/continue, sent as continue"),
        Row(
            name: "Box", known: ["marker"], body: "{\"entries\": [{}], \"next_marker\": \"x\"}",
            reason: "cursor at /next_marker, sent as marker"),
        Row(
            name: "Stripe", known: ["starting_after", "ending_before", "limit"],
            body: "{\"data\": [{\"id\": \"a\"}], \"has_more\": true}",
            reason: "the last id, sent as starting_after", style: .keyset("starting_after")),
        Row(
            name: "a page number", known: ["page", "per_page"], headers: [("X-Total-Count", "9")], body: "[{}, {}]",
            reason: "parameter page", style: .page(size: nil, of: 2)),
        Row(
            name: "a page from 0", path: "/list?page=0", body: "[{}]", reason: "parameter page",
            style: .page(size: nil, of: 1, first: 0)),
        Row(
            name: "Spring", known: ["page", "size"],
            body: "{\"content\": [{}], \"number\": 0, \"totalPages\": 3, \"totalElements\": 3}",
            reason: "parameter page", style: .page(size: nil, of: 1, first: 0)),
        Row(
            name: "reqres, nothing known",
            body: "{\"page\": 1, \"per_page\": 6, \"total\": 12, \"total_pages\": 2, \"data\": [{}]}",
            reason: "parameter page"),
        Row(
            name: "Jira", known: ["startAt", "maxResults"],
            body: "{\"startAt\": 0, \"maxResults\": 1, \"total\": 4, \"issues\": [{\"k\": 1}]}",
            reason: "parameter startAt", style: .offset("startAt", size: nil, of: 1), list: "/issues"),
        Row(name: "the third page", path: "/list?page=3", body: "[{}]", reason: "parameter page", style: .page(size: nil, of: 1)),
        Row(name: "a date", path: "/list?from=2024-01-01", known: ["from"], body: "{\"items\": [{}], \"total\": 9}", reason: nil),
        Row(name: "how many", path: "/list?first=10", known: ["first"], body: "{\"items\": [{}], \"total\": 9}", reason: nil),
        Row(name: "a word called next", body: "{\"items\": [{}], \"next\": \"Monday\"}", reason: nil),
        Row(
            name: "a null beside a cursor", body: "{\"items\": [{}], \"next_page\": null, \"next_cursor\": \"abc\"}",
            reason: "cursor at /next_cursor, sent as cursor"),
        Row(
            name: "the last by URL", body: "{\"items\": [{}], \"next\": null, \"previous\": \"/x\"}",
            reason: "no next URL at /next"),
        Row(name: "no pages", body: "[{\"id\": 1}]", reason: nil),
        Row(name: "one thing", known: ["page"], body: "{\"id\": 1, \"name\": \"x\"}", reason: nil),
        Row(name: "a cursor nobody takes", known: ["q"], body: "{\"items\": [{}], \"next_cursor\": \"x\"}", reason: nil),
        Row(name: "no JSON", body: "<html>", reason: nil),
    ]

    @Test(arguments: rows) func eachIsKnownByItsSign(_ row: Row) {
        let plan = RequestPlan(id: "list", path: row.path)
        let head = ResponseHead(status: 200, headers: Headers(row.headers.map { HeaderField($0.0, .plain($0.1)) }))
        let answer = RawResponse(head: head, body: Array(row.body.utf8), url: URI("http://a.example" + row.path))
        let found = PagingDetection(plan, known: row.known.map { .init($0) }, answer: answer).found
        #expect(found?.reason == row.reason)
        #expect(found?.style.list == row.list)
        if let style = row.style {
            #expect(found?.style.turn == style.turn && found?.style.sizeName == nil)
        }
    }
}
