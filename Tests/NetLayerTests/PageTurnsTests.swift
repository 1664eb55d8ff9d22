// What an answer says of the pages around it, in each style.

import Document
import Testing

@testable import NetLayer

@Suite struct PageTurnsTests {
    private let address = URI("http://one.example/items?page=2")

    private func turns(
        _ style: PagingStyle, _ path: String, number: Int? = nil, link: String? = nil, _ body: String
    ) -> PageTurns {
        let headers = Headers(link.map { [HeaderField("Link", $0)] } ?? [])
        let answer = RawResponse(head: ResponseHead(status: 200, headers: headers), body: Array(body.utf8), url: address)
        return PageTurns(
            FoundPaging(style: style, reason: "for a test"), RequestPlan(id: "items", path: path), number: number, answer: answer)
    }

    private static func totalled(_ style: PagingStyle) -> PagingStyle {
        var style = style
        style.totals = [.body("/total")]
        return style
    }

    /// The first number is what the interface counts from.
    @Test(arguments: [0, 1]) func numbers(_ first: Int) {
        let style = Self.totalled(.page(size: nil, of: 2, first: first))
        let turns = turns(style, "/items?page=\(first + 1)", #"{"items": [3, 4], "total": 7}"#)
        #expect(turns.number == 2 && turns.count == 4 && turns.total == 7)
        #expect(turns.next == .number(first + 2) && turns.previous == .number(first))
        #expect(turns.first == .number(first) && turns.last == .number(first + 3))
        #expect(turns.pageSpot(ofPage: 3) == .number(first + 2) && turns.pageSpot(ofPage: 0) == nil)
    }

    @Test func offsets() {
        let style = Self.totalled(.offset(size: nil, of: 2))
        let middle = turns(style, "/items?offset=2", #"{"items": [3, 4], "total": 5}"#)
        #expect(middle.number == 2 && middle.count == 3)
        #expect(middle.next == .offset(4) && middle.previous == .offset(0) && middle.last == .offset(4))
        // The last page is shorter than the others, which tells nothing of where they are.
        let end = turns(style, "/items?offset=4", #"{"items": [5], "total": 5}"#)
        #expect(end.next == nil && end.previous == .offset(2) && end.number == 3)
    }

    @Test func cursor() {
        let style = PagingStyle.cursor(from: .body("/next"))
        let first = turns(style, "/items", #"{"items": [1], "next": "b"}"#)
        #expect(first.next == .value("b") && first.number == 1 && first.previous == nil)
        let later = turns(style, "/items?cursor=b", number: 2, #"{"items": [2], "next": null}"#)
        #expect(later.next == nil && later.number == 2)
    }

    /// A server may name any number, and a cursor may look like one.
    @Test(arguments: ["9223372036854775807", "-9223372036854775808", "1700000000000000000", "99999999999999999999"])
    func numbersBeyondCountingAreNone(_ number: String) {
        for relation in ["next", "prev", "last"] {
            let link = "<?page=\(number)>; rel=\"\(relation)\""
            #expect(turns(.link(), "/items", link: link, "[1, 2]").number == nil)
            #expect(turns(.link(), "/items", link: link, "").number == nil)
        }
        let style = Self.totalled(.page(size: nil, of: 2))
        #expect(turns(style, "/items?page=\(number)", #"{"items": [3], "total": 9223372036854775807}"#).number == 1)
        #expect(turns(.offset(size: nil, of: 2), "/items?offset=\(number)", "[1]").number == 1)
        #expect(turns(style, "/items", "[]").pageSpot(ofPage: Int(number) ?? .max) == nil)
    }

    /// The number of the page that follows must be a number too, and so must the count of both.
    @Test func theLastPageThatCanBeNamed() {
        let style = PagingStyle.page(size: nil, of: 1, first: 0)
        #expect(style.pageSpot(ofPage: .max - 2) == .number(.max - 2))
        #expect(style.pageSpot(ofPage: .max - 1) == nil)
    }

    @Test func links() {
        let link = #"<?page=3>; rel="next", <?page=1>; rel="prev", </items>; rel="first", <?page=9>; rel="last""#
        let turns = turns(.link(), "/items?page=2", link: link, "[1]")
        #expect(turns.next == .url(URI("http://one.example/items?page=3")))
        #expect(turns.previous == .url(URI("http://one.example/items?page=1")))
        #expect(turns.first == .url(URI("http://one.example/items")))
        #expect(turns.last == .url(URI("http://one.example/items?page=9")))
        #expect(turns.number == 2 && turns.count == 9)
    }

    @Test(arguments: [
        ("/next", #""next": "?page=3", "previous": "?page=1""#), ("/next_url", #""next_url": "?page=3", "prev_url": "?page=1""#),
        ("/links/next/href", #""links": {"next": {"href": "?page=3"}, "prev": {"href": "?page=1"}}"#),
    ])
    func addressesStandBesideEachOther(_ place: String, _ members: String) {
        let turns = turns(.nextURL(.body(place)), "/items", number: 2, #"{"items": [1], \#(members)}"#)
        #expect(turns.next == .url(URI("http://one.example/items?page=3")))
        #expect(turns.previous == .url(URI("http://one.example/items?page=1")))
        #expect(turns.number == 2)
    }

    @Test func onePageIsAlone() {
        let style = Self.totalled(.page(size: nil, of: 2))
        #expect(turns(style, "/items", #"{"items": [1, 2], "total": 2}"#).isAlone)
        #expect(!turns(style, "/items", #"{"items": [1, 2], "total": 3}"#).isAlone)
        #expect(!turns(style, "/items?page=2", #"{"items": [3], "total": 3}"#).isAlone)
    }
}
