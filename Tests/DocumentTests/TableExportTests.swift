// A table for other programs: every format, chosen columns, the order of rows.

import Testing

@testable import Document

struct TableExportTests {
    private func table(_ text: String) throws -> JSONTable { try #require(JSONTable(JSONDocument(Array(text.utf8)))) }
    private func text(_ export: TableExport) -> String { String(decoding: export.bytes, as: UTF8.self) }
    private let lamps =
        #"[{"id": 2, "name": "a, \"b\"\n|c", "tags": [ "x y", {"k" : 1} ]}, {"id": 1, "name": null, "more": "=1+1 "}]"#

    @Test func csvHasAHeaderAndQuotesWhatItMust() throws {
        #expect(
            text(TableExport(try table(lamps), as: .csv))
                == "id,name,tags,more\r\n2,\"a, \"\"b\"\"\n|c\",\"[\"\"x y\"\",{\"\"k\"\":1}]\",\r\n1,,,\"=1+1 \"\r\n")
        #expect(CSVText.csvRow(["a", "b c", "1,2"]) == "a,b c,\"1,2\"\r\n")
        #expect(CSVText.csvRow([""]) == "\"\"\r\n" && CSVText.csvRow(["\u{feff}"]) == "\"\u{feff}\"\r\n")
    }

    @Test func whatIsWrittenAsCSVIsReadAsTheSameTexts() throws {
        let fields = ["\u{feff}", "", " a", "\"", "x,y", "1\r\n2", "é|;\t", "\r", "last "]
        let head = (0..<fields.count).map { "c\($0)" }
        let bytes = Array((CSVText.csvRow(head) + CSVText.csvRow(fields)).utf8)
        let row = try JSONDocument(RecordText.makeJSON(bytes, .delimited(by: nil, hasHeader: nil))).root[0]
        #expect(row?.members.map { $0.value.string ?? "" } == fields)
    }

    @Test func jsonIsTheValuesWholeOrTheirChosenColumns() throws {
        let table = try table(lamps)
        #expect(
            text(TableExport(table, as: .json))
                == "[\n{\"id\":2,\"name\":\"a, \\\"b\\\"\\n|c\",\"tags\":[\"x y\",{\"k\":1}]},\n{\"id\":1,\"name\":null,\"more\":\"=1+1 \"}\n]\n"
        )
        #expect(text(TableExport(table, as: .jsonLines, columns: [3, 0])) == "{\"id\":2}\n{\"more\":\"=1+1 \",\"id\":1}\n")
        #expect(throws: Never.self) { try JSONDocument(TableExport(table, as: .json, columns: [0]).bytes) }
    }

    @Test func rowsStandInTheGivenOrderAndNoOthers() throws {
        let table = try table(lamps)
        let places = table.places(in: JSONTableOrder(column: 0))
        #expect(text(TableExport(table, as: .csv, columns: [0], rows: places)) == "id\r\n1\r\n2\r\n")
        // Places that are none are left out.
        #expect(text(TableExport(table, as: .csv, columns: [0, 9], rows: [1, 7])) == "id\r\n1\r\n")
    }

    @Test func markdownKeepsBarsAndLinesInTheirCells() throws {
        #expect(
            text(TableExport(try table(lamps), as: .markdown, columns: [0, 1]))
                == "| id | name |\n| ---: | --- |\n| 2 | a, \"b\"<br>\\|c |\n| 1 |  |\n")
    }

    @Test func anEmptyListIsATextOfTheFormat() throws {
        let table = try table("[]")
        #expect(text(TableExport(table, as: .json)) == "[]\n")
        #expect(text(TableExport(table, as: .jsonLines)).isEmpty && text(TableExport(table, as: .csv)).isEmpty)
    }

    @Test func aPieceIsARow() throws {
        let many = try table("[" + (0..<1000).map { "{\"n\":\($0)}" }.joined(separator: ",") + "]")
        let pieces = Array(TableExport(many, as: .csv))
        #expect(pieces.count == 1002 && pieces.allSatisfy { $0.count < 10 })
    }
}
