// What the bench prints and writes: rows as text and as JSON, docs/PERFORMANCE.md, and which runs write it.

import Foundation
import Testing

@testable import Bench

@Suite struct ReportTests {
    private static let rows = [
        Row(
            figure: Figure(
                name: "get-c1", limit: 2.5, unit: "ratio", about: "CPU a GET", anchor: "a \"bare\" loop"),
            outcome: .measured(Series([5.5, 2.8, 3.1]))),
        Row(figure: Figure(name: "one-cell", limit: 64, unit: "bytes", about: "written"), outcome: .measured(.once(62))),
        Row(
            figure: Figure(name: "rate", limit: 0.6, unit: "ratio", atLeast: true, about: "GETs a second", anchor: "a loop"),
            outcome: .skipped("nginx is not installed")),
    ]

    @Test func aLineHasTheMedianAndTheSpread() {
        let lines = Self.rows.map(Report(format: .text, demand: .limits).formatLine)
        #expect(
            lines == [
                "get-c1           3.1        2.8 – 5.5         2.5     FAIL    CPU a GET / a \"bare\" loop",
                "one-cell         62         one run           64      ok      written, in bytes",
                "rate             -          -                 0.6     skipped nginx is not installed",
            ])
    }

    @Test func aSmokeRunHoldsNothingToItsLimit() {
        let lines = Self.rows.map(Report(format: .text, demand: .numbers).formatLine)
        #expect(lines[0].hasPrefix("get-c1           3.1        2.8 – 5.5         -       ok "))
        #expect(lines[2].hasSuffix("FAIL    nginx is not installed"))
    }

    @Test func theJSONHasTheSpread() throws {
        struct Read: Decodable {
            var name: String
            var value: Double?
            var min: Double?
            var max: Double?
            var rounds: Int
            var limit: Double?
            var atLeast: Bool
            var anchor: String?
        }
        let text = "[" + Self.rows.map(Report.formatJSON).joined(separator: ",") + "]"
        let read = try JSONDecoder().decode([Read].self, from: Data(text.utf8))
        #expect(read.map(\.name) == ["get-c1", "one-cell", "rate"])
        #expect(read.map(\.value) == [3.1, 62, nil])
        #expect(read.map(\.min) == [2.8, nil, nil] && read.map(\.max) == [5.5, nil, nil])
        #expect(read.map(\.rounds) == [3, 1, 0])
        #expect(read.map(\.anchor) == ["a \"bare\" loop", nil, "a loop"])
        #expect(read.map(\.atLeast) == [false, false, true])
    }

    @Test func theSheetHasARowForEachFigure() {
        let text = PerformanceSheet(rows: Self.rows, cores: 2).text(on: Date(timeIntervalSince1970: 1_795_305_600))
        #expect(text.contains("Written by `make bench` on 2026-11-22, on 2 cores. 1 of 3 fail: `get-c1`. Skipped: `rate`."))
        let table = text.split(separator: "\n").filter { $0.hasPrefix("|") }.map(String.init)
        #expect(
            table == [
                "| figure | median | spread | rounds | limit | verdict | what it is | anchor |",
                "| --- | ---: | ---: | ---: | ---: | --- | --- | --- |",
                "| `get-c1` | 3.1 | 2.8 – 5.5 | 3 | ≤ 2.5 | FAIL | CPU a GET | a \"bare\" loop |",
                "| `one-cell` | 62 bytes | one run | 1 | ≤ 64 | ok | written | - |",
                "| `rate` | - | - | 0 | ≥ 0.6 | skipped | GETs a second | a loop |",
            ])
        let good = PerformanceSheet(rows: [Self.rows[1]], cores: 1).text(on: Date())
        #expect(good.contains("on 1 core. Every limit holds."))
    }

    @Test(arguments: [
        ([], true), (["--format", "json"], true), (["--only", "table-us"], false), (["--quick"], false), (["--smoke"], false),
    ]) func onlyAWholeRunIsARecord(_ arguments: [String], _ isRecord: Bool) throws {
        let options = try Options.parse(arguments + ["--write", "PERFORMANCE.md"]).get()
        #expect((options.whyNoSheet == nil) == isRecord)
        #expect(options.file == "PERFORMANCE.md")
    }

    @Test(arguments: [["--write"], ["--write", "--quick"], ["--quick", "--smoke"], ["--only", "nothing"], ["--fast"]])
    func optionsThatMakeNoSenseAreRefused(_ arguments: [String]) {
        #expect(throws: Options.Problem.self) { try Options.parse(arguments).get() }
    }
}
