// The columns that tell most stand first.

import Testing

@testable import Document

@Suite struct TableTellingTests {
    private func titles(_ text: String) throws -> [String] {
        try #require(JSONTable(try JSONDocument(Array(text.utf8)))).rankingColumns().columns.map(\.title)
    }

    private func rows(_ count: Int, _ row: (Int) -> String) -> String { "[" + (0..<count).map(row).joined(separator: ",") + "]" }

    @Test func whatARowIsCalledByComesFirstAndAddressesLast() throws {
        let issues = rows(6) { number in
            """
            {"url":"https://x.example/\(number)","node_id":"MDU6SXNzdWU\(number)","labels":["a"],"id":\(number),"locked":false,\
            "created_at":"2025-09-0\(number + 1)","number":\(number + 70),"title":"crash \(number)","state":"\(number % 2 == 0 ? "open" : "closed")",\
            "user":{"login":"kavon\(number)","avatar_url":"https://a.example/\(number)","site":1,"x":2},"comments":\(number * 3 % 4),"nothing":null}
            """
        }
        #expect(
            try titles(issues) == [
                "id", "number", "title", "state", "user.login", "created_at", "comments", "locked", "labels", "node_id", "url",
                "nothing",
            ])
    }

    @Test func columnsThatTellAsMuchStayInTheirOrder() throws {
        #expect(try titles(rows(3) { "{\"b\":\($0),\"a\":\($0),\"c\":\($0)}" }) == ["b", "a", "c"])
        #expect(try titles("[[1,2],[3,4]]") == ["0", "1"])
        #expect(try titles("[]") == [])
    }

    /// More rows must not move the columns under the eyes of who reads them.
    @Test func onlyTheFirstRowsDecide() throws {
        let few = rows(60) { "{\"flag\":true,\"x\":\($0)}" }
        let more = rows(5_000) { "{\"flag\":\($0 < 60),\"x\":\(min($0, 60))}" }
        #expect(try titles(few) == ["x", "flag"])
        #expect(try titles(more) == ["x", "flag"])
    }
}
