// Changes of explorer.yaml as changes of its text: before, change, after, to the byte.

import Catalog
import Foundation
import NetLayer
import Testing

@testable import Workspace

@Suite struct WorkspaceEditTests {
    static let head = "apis:\n  shop:\n    environments: { release: [https://a.example] }\n"

    static func edited(_ text: String, _ change: SavedChange) throws -> String {
        let bytes = try WorkspaceEdit.apply(change, api: "shop", to: Array((head + text).utf8), path: "/w/explorer.yaml")
        let after = String(decoding: bytes, as: UTF8.self)
        #expect(after.hasPrefix(head))
        return String(after.dropFirst(head.count))
    }

    static func get(_ name: String, _ url: String = "/", _ fill: (inout WorkspaceRequest) -> Void = { _ in }) -> SavedChange {
        var request = WorkspaceRequest(name: name, target: .address(.get, WorkspaceText(literal: url)))
        fill(&request)
        return .put(request)
    }

    struct Row: Sendable, CustomTestStringConvertible {
        let name: String
        let before: String
        let change: SavedChange
        let after: String

        init(_ name: String, _ before: String, _ change: SavedChange, _ after: String) {
            (self.name, self.before, self.change, self.after) = (name, before, change, after)
        }

        var testDescription: String { name }
    }

    private static let two = """
            # All of them.
            requests:
              # The first.
              a: { url: /a }   # of a
              b:
                url: /b
                # timeout: 5s

              # The last.
              c: { url: /c }
            chains: { all: [a, "b", c] }

        """

    private static let moved: [Row] = [
        Row(
            "added at the end", two, get("d", "/d"),
            two.replacing("      c: { url: /c }\n", with: "      c: { url: /c }\n      d:\n        url: /d\n")),
        Row(
            "added where nothing is saved", "    variables: { x: 1 } # x\n", get("r", "/${x}"),
            "    variables: { x: 1 } # x\n    requests:\n      r:\n        url: \"/$${x}\"\n"),
        Row(
            "added where the file has no last line break", "    requests: { a: { url: / } }", get("b"),
            "    requests: { a: { url: / }, b: { url: / } }"),
        Row(
            "added below an API without a last line break", "    persist: true", get("b"),
            "    persist: true\n    requests:\n      b:\n        url: /"),
        Row(
            "renamed where it stands", two, .move("b", to: "z"),
            two.replacing("      b:\n", with: "      z:\n").replacing("\"b\"", with: "\"z\"")),
        Row(
            "renamed to what YAML takes for something else",
            two.replacing("chains: { all: [a, \"b\", c] }", with: "persist: true"),
            .move("a", to: "yes"),
            two.replacing("      a:", with: "      \"yes\":").replacing("chains: { all: [a, \"b\", c] }", with: "persist: true")),
        Row(
            "moved into a folder that is new", two, .move("c", to: "f/g/c"),
            two.replacing(
                "      # The last.\n      c: { url: /c }\n",
                with:
                    "      f:\n        folder:\n          g:\n            folder:\n              # The last.\n              c: { url: /c }\n"
            )
            .replacing("c]", with: "f/g/c]")),
        Row(
            "moved out of a folder that is empty then",
            "    requests:\n      f:\n        folder:\n          g: { folder: { r: { url: / } } }\n      s: { url: /s }\n",
            .move("f/g/r", to: "r"), "    requests:\n      s: { url: /s }\n      r: { url: / }\n"),
        Row(
            "copied beside it", two, .copy("b", to: "b2"),
            two.replacing(
                "        # timeout: 5s\n", with: "        # timeout: 5s\n      b2:\n        url: /b\n        # timeout: 5s\n")),
        Row(
            "copied from braces into lines", "    requests:\n      f: { folder: { r: { url: /, headers: { A: b } } } }\n",
            .copy("f/r", to: "r"),
            "    requests:\n      f: { folder: { r: { url: /, headers: { A: b } } } }\n      r: { url: /, headers: { A: b } }\n"),
        Row(
            "copied from lines into braces", "    requests:\n      f: { folder: { r: { url: / } } }\n      s:\n        url: /s\n",
            .copy("s", to: "f/s"),
            "    requests:\n      f: { folder: { r: { url: / }, s: { url: /s } } }\n      s:\n        url: /s\n"),
    ]

    private static let free = two.replacing("    chains: { all: [a, \"b\", c] }\n", with: "    persist: false\n")

    private static let removed: [Row] = [
        Row("the first of several", free, .remove("a"), free.replacing("      a: { url: /a }   # of a\n", with: "")),
        Row(
            "one in the middle, with what stands below it", free, .remove("b"),
            free.replacing("      b:\n        url: /b\n        # timeout: 5s\n", with: "")),
        Row(
            "the last, with what stands above it", free, .remove("c"),
            free.replacing("      # The last.\n      c: { url: /c }\n", with: "")),
        Row(
            "the only one", "    requests: { a: { url: / } }   # these\n    persist: false\n", .remove("a"),
            "    persist: false\n"),
        Row(
            "the only one of the file's end", "    persist: false\n    requests:\n      a: { url: / }", .remove("a"),
            "    persist: false"),
        Row(
            "the only one of a folder",
            "    requests:\n      a: { url: / }\n      f:\n        folder:\n          g:\n            url: /\n      b: { url: / }\n",
            .remove("f/g"), "    requests:\n      a: { url: / }\n      b: { url: / }\n"),
        Row(
            "the first in braces", "    requests: { a: { url: / }, b: { url: / } }\n", .remove("a"),
            "    requests: { b: { url: / } }\n"),
        Row(
            "the last in braces", "    requests: { a: { url: / }, b: { url: / } }\n", .remove("b"),
            "    requests: { a: { url: / } }\n"),
        Row(
            "one of braces over lines", "    requests: {\n      a: { url: / }, # a\n      b: { url: / } # b\n    }\n",
            .remove("b"),
            "    requests: {\n      a: { url: / } # a\n    }\n"),
    ]

    private static let long = """
            requests:
                login:                # who
                    # how
                    method: POST      # not GET
                    url: /login
                    description: "in"
                    headers:
                        A: b          # of A
                        # about C
                        C: d
                    body: |
                        text

                    policies: { timeout: 5s, retries: 2 } # policies
                    assert: { status: 200 }   # expected

        """

    private static func login(_ fill: (inout WorkspaceRequest) -> Void) -> SavedChange {
        var request = WorkspaceRequest(name: "login", target: .address(.post, WorkspaceText(literal: "/login")))
        request.headers = [.init("A", WorkspaceText(literal: "b")), .init("C", WorkspaceText(literal: "d"))]
        request.body = .text(WorkspaceText(literal: "text\n"), type: nil)
        (request.timeout, request.retries) = (.seconds(5), 2)
        fill(&request)
        return .put(request)
    }

    private static let changed: [Row] = [
        Row("nothing", long, login { _ in }, long),
        Row(
            "one header", long, login { $0.headers[0].text = WorkspaceText(literal: "x y") },
            long.replacing("A: b ", with: "A: x y ")),
        Row(
            "a header less", long, login { $0.headers.removeLast() },
            long.replacing("                # about C\n                C: d\n", with: "")),
        Row(
            "a header more", long, login { $0.headers.append(.init("X-Y", WorkspaceText(literal: "5"))) },
            long.replacing("                C: d\n", with: "                C: d\n                X-Y: 5\n")),
        Row(
            "no headers", long, login { $0.headers = [] },
            long.replacing(
                "            headers:\n                A: b          # of A\n                # about C\n                C: d\n",
                with: "")),
        Row(
            "the method", long, login { $0.target = .address(.get, WorkspaceText(literal: "/login")) },
            long.replacing("            method: POST      # not GET\n", with: "")),
        Row(
            "an endpoint", long, login { $0.target = .endpoint("POST /login") },
            long.replacing(
                "            method: POST      # not GET\n            url: /login\n",
                with: "            endpoint: POST /login\n")),
        Row(
            "the body", long,
            login {
                $0.body = .form(["1", "2", "3"].map { .init($0 == "2" ? "b" : "a", WorkspaceText(literal: $0)) })
            },
            long.replacing("body: |\n                text\n", with: "body: { form: { a: [1, 3], b: 2 } }\n")),
        Row(
            "a body of parts", long,
            login {
                $0.body = .multipart([
                    .init("a", .text(WorkspaceText(literal: "1"))), .init("b", .file("/w/in/cat.png"), type: "image/png"),
                    .init("a", .text(WorkspaceText(literal: "x")), type: "text/csv"),
                ])
            },
            long.replacing(
                "body: |\n                text\n",
                with:
                    "body: { multipart: { a: [1, { text: x, type: text/csv }], b: { file: in/cat.png, type: image/png } } }\n")),
        Row(
            "a body of several lines", long, login { $0.body = .text(WorkspaceText(literal: "a\n\nb"), type: nil) },
            long.replacing("body: |\n                text\n", with: "body: |-\n                a\n\n                b\n")),
        Row("a policy", long, login { $0.timeout = .milliseconds(1500) }, long.replacing("5s", with: "1500ms")),
        Row(
            "another policy", long, login { ($0.retries, $0.followsRedirects) = (nil, false) },
            long.replacing("retries: 2", with: "redirects: false")),
        Row(
            "who asks", long, login { $0.auth = .none },
            long.replacing("                text\n", with: "                text\n            auth: none\n")),
        Row(
            "in braces", "    requests: { login: { url: /login, headers: { A: b }, assert: { status: 200 } } } # all\n",
            get("login", "/login") {
                $0.body = .json((try? WorkspaceText(#"{ "a": "${env:X}", "b": [1, null] }"#)) ?? WorkspaceText(literal: ""))
            },
            "    requests: { login: { url: /login, body: { json: { a: \"${env:X}\", b: [1, null] } }, assert: { status: 200 } } } # all\n"
        ),
        Row(
            "a file that is JSON", "    requests: {\"a\": {\"url\": \"/a\"}}\n", get("b", "/b"),
            "    requests: {\"a\": {\"url\": \"/a\"}, \"b\": { \"url\": \"/b\" }}\n"),
        Row(
            "names and values of all kinds", "    requests:\n      äß: { url: / }\n",
            get("no", "/ä ö: #x") {
                $0.parameters = [
                    .init("a: b", WorkspaceText(literal: "null")), .init("x", WorkspaceText(literal: "0x1F")),
                    .init("a: b", WorkspaceText(literal: "")),
                    .init("t", WorkspaceText(literal: "true")), .init("é", WorkspaceText(literal: "a\"b\\\u{1}\u{2028}😀")),
                ]
            },
            "    requests:\n      äß: { url: / }\n      \"no\":\n        url: \"/ä ö: #x\"\n        parameters: { \"a: b\": [\"null\", \"\"], x: \"0x1F\", t: true, \"é\": \"a\\\"b\\\\\\u0001\\u2028😀\" }\n"
        ),
    ]

    @Test("moved, added, copied", arguments: moved) func moves(_ row: Row) throws { try check(row) }
    @Test("taken away", arguments: removed) func removes(_ row: Row) throws { try check(row) }
    @Test("changed", arguments: changed) func changes(_ row: Row) throws { try check(row) }

    /// With the line breaks of both kinds of systems.
    private func check(_ row: Row) throws {
        let after = try Self.edited(row.before, row.change)
        #expect(after == row.after, "\n\(after)")
        func other(_ text: String) -> [UInt8] { Array(text.replacing("\n", with: "\r\n").utf8) }
        let bytes = try WorkspaceEdit.apply(
            row.change, api: "shop", to: other(Self.head + row.before), path: "/w/explorer.yaml")
        #expect(bytes == other(Self.head + row.after), "with CRLF")
    }

    @Test(
        "refused",
        arguments: [
            (
                "    requests: { a: &a { url: / }, b: *a }\n", SavedChange.remove("a"),
                "4: it has an anchor, an alias or a tag; edit it by hand"
            ),
            (
                "    requests: { a: { url: / }, b: { <<: { url: / } } }\n", .move("b", to: "c"),
                "4: it has a merge key; edit it by hand"
            ),
            (
                "    requests: { a: !!map { url: / } }\n", .copy("a", to: "b"),
                "4: it has an anchor, an alias or a tag; edit it by hand"
            ),
            ("    <<: { persist: false }\n", get("a"), "4: a merge key adds a part of it; edit it by hand"),
            (
                "    requests: { a: { url: / } }\n    chains: { c: [a] }\n", .remove("a"),
                "5: c runs a; remove it there first"
            ),
            ("    requests: { a: { url: / } }\n    chains: { c: [a] }\n", get("c"), "5: 'c' is a chain; take another name"),
            (
                "    requests: { a: { url: / } }\n", .move("x", to: "y"),
                ": there is no saved request 'x'; it may have been renamed or removed meanwhile"
            ),
            (
                "    requests: { a: { url: / }, b: { url: / } }\n", .move("a", to: "b"),
                "4: there is a request 'b' already; take another name"
            ),
            ("    requests: { a: { folder: { b: { url: / } } } }\n", get("a"), ": 'a' is a folder; take another name"),
            ("    requests: { a: { url: / } }\n", get("a/b"), "4: 'a' is a request and no folder; take another name"),
            ("    requests: { a: { url: / } }\n", get("b c"), ": 'b c' is not a request name; take one word without '/'"),
            (
                "    requests: { a: { url: / } }\n", get("b", "items"),
                ": 'items' is not a URL; write http:// or https:// and a host, or a path that begins with /"
            ),
            (
                "    requests: { a: { url: / } }\n", get("b") { $0.auth = .bearer(WorkspaceText(literal: "geheim")) },
                ": bearer holds a secret; write ${env:NAME} or a variable: a workspace is shared, its secrets are not"
            ),
            (
                "    requests: { a: { url: / } }\n", get("b") { $0.body = .json(WorkspaceText(literal: "{")) },
                ": the body is not JSON; correct it, and write references within strings: \"${name}\""
            ),
            (
                "    requests: { a: { url: / } }\n", get("b") { $0.body = .file("/etc/passwd", type: nil) },
                ": /etc/passwd is not below the workspace's folder; put the file there: a workspace is shared"
            ),
            ("    requsts: { a: { url: / } }\n", get("b"), "4: 'requsts' is not an option of shop; did you mean requests?"),
            (
                "    requests:\n      ? a\n      : { url: / }\n", .move("a", to: "f/a"),
                "5: its line has other text before it; edit it by hand"
            ),
        ])
    func refusals(_ text: String, _ change: SavedChange, _ problem: String) {
        let error = #expect(throws: EditProblem.self) { try Self.edited(text, change) }
        #expect(error?.description == "/w/explorer.yaml:" + problem.drop { $0 == ":" })
        #expect(error.map { !"\($0)".contains("geheim") } == true)
    }

    @Test func whatOthersShareIsNotTouched() {
        let text = """
            apis:
              shop: &shop
                environments: { release: [https://a.example] }
                requests: { a: { url: / } }
              other: *shop
            """
        for change in [Self.get("b"), .remove("a")] {
            let error = #expect(throws: EditProblem.self) {
                try WorkspaceEdit.apply(change, api: "shop", to: Array(text.utf8), path: "/w/explorer.yaml")
            }
            #expect(error?.message == "the change would affect other parts of the file")
        }
    }

    @Test func otherEncodingsAreLeftAlone() {
        let text = Self.head + "    requests: { a: { url: / } }\n"
        let wide: [UInt8] = [0xff, 0xfe] + text.utf8.flatMap { [$0, 0] }
        #expect(throws: EditProblem.self) {
            try WorkspaceEdit.apply(.remove("a"), api: "shop", to: wide, path: "/w/explorer.yaml")
        }
        let marked: [UInt8] = [0xef, 0xbb, 0xbf] + Array(text.utf8)
        #expect(throws: Never.self) {
            try WorkspaceEdit.apply(.move("a", to: "ä"), api: "shop", to: marked, path: "/w/explorer.yaml")
        }
    }

    @Test func aNewRequestSaysAllThatItMay() throws {
        let url = try SavedWorkTests.files("good").first { $0.lastPathComponent == "saved.yaml" }
        let bytes = try [UInt8](#require(url.map { try Data(contentsOf: $0) }))
        let file = try WorkspaceFile(bytes, path: "/w/explorer.yaml", looksUp: false)
        let api = try #require(file.apis.first)
        for request in api.work.requests {
            var new = request
            new.name = "new/\(request.name)"
            let after = try WorkspaceEdit.apply(.put(new), api: api.name, to: bytes, path: "/w/explorer.yaml")
            let read = try WorkspaceFile(after, path: "/w/explorer.yaml", looksUp: false).apis.first?.work.request(new.name)
            #expect(read.map(SavedWork.normal) == SavedWork.normal(new))
        }
    }
}
