// Tables with more columns than a screen is asked to show: an export has them all, and the table says how many it leaves out.

import Document
import Testing

@Suite struct WideTableTests {
    private static func document(_ columns: Int) throws -> JSONDocument {
        let row = (0..<columns).map { #""c\#($0)":\#($0)"# }.joined(separator: ",")
        return try JSONDocument(Array("[{\(row)},{\(row)}]".utf8))
    }

    @Test(arguments: [1, 59, 60]) func whatHasPlaceIsShown(_ columns: Int) throws {
        let table = try #require(JSONTable(try Self.document(columns)))
        #expect(table.columns.count == columns && table.leftOut == 0)
    }

    @Test(arguments: [61, 100, 400]) func anExportHasAll(_ columns: Int) throws {
        let document = try Self.document(columns)
        let shown = try #require(JSONTable(document))
        #expect(shown.columns.count == 60 && shown.leftOut == columns - 60)
        let whole = try #require(JSONTable(document, limit: JSONTable.mostExported))
        #expect(whole.columns.count == columns && whole.leftOut == 0)
        let text = String(decoding: TableExport(whole, as: .csv).bytes, as: UTF8.self)
        #expect(text.split(whereSeparator: \.isNewline).allSatisfy { $0.split(separator: ",").count == columns })
    }

    @Test func listsOfListsToo() throws {
        let row = (0..<100).map(String.init).joined(separator: ",")
        let document = try JSONDocument(Array("[[\(row)]]".utf8))
        #expect(try #require(JSONTable(document)).leftOut == 40)
        #expect(try #require(JSONTable(document, limit: JSONTable.mostExported)).columns.count == 100)
    }
}
