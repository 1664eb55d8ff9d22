// Columns that somebody chose: by their titles, by paths into the rows, and for another list than the one they were chosen for.

import Testing

@testable import Document

@Suite struct TableColumnsTests {
    private static let rows = #"""
        {"a": [{"id": 1, "user": {"login": "ada", "x": {"deep": true}, "n": 1, "m": 2}, "a.b": "dot", "tags": ["t0", "t1"]},
               {"id": 2}], "b": [[1, 2], [3]]}
        """#

    private func table(_ list: String? = "/a") throws -> JSONTable {
        try #require(JSONTable(JSONDocument(Array(Self.rows.utf8)), list: list))
    }

    private func texts(_ table: JSONTable, _ row: Int) -> [String] { table.cells(row).map { $0.map(JSONTable.makeText) ?? "-" } }

    @Test func theListIsWhereItIsSaidToBe() throws {
        #expect(try table("/b").columns.map(\.title) == ["0", "1"])
        let document = try JSONDocument(Array(Self.rows.utf8))
        #expect(JSONTable(document, list: "/a/0") == nil && JSONTable(document, list: "/c") == nil)
    }

    @Test func columnsComeInTheChosenOrder() throws {
        let chosen = try table().selectingColumns(["tags", "id", "tags"])
        #expect(chosen.columns.map(\.title) == ["tags", "id"])
        #expect(chosen.columns.map(\.isNumeric) == [false, true])
        #expect(texts(chosen, 0) == ["t0, t1", "1"])
        #expect(chosen.places(in: JSONTableOrder(column: 1, isDescending: true)) == [1, 0])
    }

    @Test(arguments: [
        ("user.login", "ada"), ("/user/login", "ada"), ("user.x.deep", "true"), ("tags.1", "t1"), ("a.b", "dot"), ("/a.b", "dot"),
        ("user.nothing", "-"), ("tags.9", "-"), ("tags.-1", "-"), ("id.more", "-"),
    ])
    func pathsLeadIntoTheRows(_ title: String, _ text: String) throws {
        let chosen = try table().selectingColumns(["id", title])
        #expect(texts(chosen, 0) == ["1", text])
        #expect(chosen.cell(0, column: 1).map(JSONTable.makeText) ?? "-" == text)
        #expect(texts(chosen, 1) == ["2", "-"])
    }

    @Test func whatWasChosenForAnotherListIsNoChoice() throws {
        #expect(try table("/b").selectingColumns(["id", "user.login"]).columns.map(\.title) == ["0", "1"])
        #expect(try table().selectingColumns([]).columns.count > 1)
    }

    @Test func nestedValuesAreOffered() throws {
        let nested = try table().nested
        #expect(nested.contains("user.x.deep") && nested.contains("user.n") && !nested.contains("user") && !nested.contains("id"))
        for title in nested { #expect(try table().selectingColumns([title]).columns.map(\.title) == [title]) }
    }

    @Test(arguments: [
        (#"{"_links": {"self": {"href": "/items/1"}}, "url": "https://b.example"}"#, "/items/1", "_links.self.href"),
        (#"{"self": "https://a.example/x"}"#, "https://a.example/x", "self"), (#"{"url": "../x"}"#, "../x", "url"),
        (#"{"links": [{"rel": "next", "href": "/2"}, {"rel": ["self"], "href": "/1"}]}"#, "/1", "links, rel self"),
        (#""https://a.example""#, "https://a.example", ""),
    ])
    func itemsSayWhereTheyAre(_ item: String, _ text: String, _ name: String) throws {
        let link = try #require(ItemLink.findLink(in: JSONDocument(Array(item.utf8)).root))
        #expect((link.text, link.name) == (text, name))
    }

    @Test(arguments: [
        "{}", "17", #"{"url": "javascript:alert(1)"}"#, #"{"self": true}"#, #"{"url": "no link"}"#, #""/a b""#, #""/""#,
        #"{"href": "file:///etc/passwd"}"#,
    ])
    func whatIsNoLinkIsNone(_ item: String) throws {
        #expect(ItemLink.findLink(in: try JSONDocument(Array(item.utf8)).root) == nil)
    }
}
