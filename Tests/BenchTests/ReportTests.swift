// What the bench prints: rows as text and as JSON.

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
        let lines = Self.rows.map(Report(format: .text, demand: .limits).line)
        #expect(
            lines == [
                "get-c1           3.1        2.8 – 5.5         2.5     FAIL    CPU a GET / a \"bare\" loop",
                "one-cell         62         one run           64      ok      written, in bytes",
                "rate             -          -                 0.6     skipped nginx is not installed",
            ])
    }

    @Test func aSmokeRunHoldsNothingToItsLimit() {
        let lines = Self.rows.map(Report(format: .text, demand: .numbers).line)
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
        let text = "[" + Self.rows.map(Report.json).joined(separator: ",") + "]"
        let read = try JSONDecoder().decode([Read].self, from: Data(text.utf8))
        #expect(read.map(\.name) == ["get-c1", "one-cell", "rate"])
        #expect(read.map(\.value) == [3.1, 62, nil])
        #expect(read.map(\.min) == [2.8, nil, nil] && read.map(\.max) == [5.5, nil, nil])
        #expect(read.map(\.rounds) == [3, 1, 0])
        #expect(read.map(\.anchor) == ["a \"bare\" loop", nil, "a loop"])
        #expect(read.map(\.atLeast) == [false, false, true])
    }

    @Test(arguments: [["--quick", "--smoke"], ["--only", "nothing"], ["--fast"]])
    func optionsThatMakeNoSenseAreRefused(_ arguments: [String]) {
        #expect(throws: Options.Problem.self) { try Options.parse(arguments).get() }
    }
}
