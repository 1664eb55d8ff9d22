// The report of a measured run, line by line; the words of a pace; times as text.

import Testing

@testable import NetLayer
@testable import Workbench

@Suite struct MeasuredReportTests {
    private func run(rate: Bool, slow: Int = 0) -> MeasuredRun {
        let pace = RunPace(rate: rate ? RequestRate(100, per: .seconds(1)) : nil, count: 1_000, atOnce: 8)
        var run = MeasuredRun(pace: pace)
        for index in 0..<1_000 {
            let due = Duration.milliseconds(10 * index)
            let takes = Duration.milliseconds(index < slow ? 200 : 10 + index % 5)
            var end = MemberEnd(due: rate ? due : nil, startedAt: due, endedAt: due + takes, status: index % 100 == 0 ? 503 : 200)
            end.bytes = 100
            run.add(end)
        }
        run.add(MemberEnd(due: nil, startedAt: nil, endedAt: .seconds(10), status: nil, failure: "connect"))
        return run
    }

    private func text(_ lines: [MeasuredReport.Line]) -> [String] {
        lines.map { line in
            switch line {
            case .fact(let label, let text): "\(label): \(text)"
            case .bar(let label, let bar, let count): "\(label)|\(bar)|\(count)"
            case .note(let text): text
            case .warning(let text): "! \(text)"
            }
        }
    }

    @Test func aRunAtARateTellsLatencyAndServiceTime() {
        let lines = text(MeasuredReport.lines(run(rate: true, slow: 20), width: 78))
        #expect(lines[0] == "requests: 1001 in 10.0 s, 100/s")
        #expect(lines[1] == "statuses: 200 ×990, 503 ×10" && lines[2] == "failures: connect ×1")
        #expect(lines[3] == "received: 100000 bytes" && lines[4] == "latest start: 0.00 ms after its time")
        #expect(lines[5] == "latency: p50 12.0 ms  p90 14.0 ms  p99 200 ms  p99.9 200 ms  max 200 ms", "\(lines[5])")
        #expect(lines[6] == lines[5].replacing("latency", with: "service time"))
        #expect(lines.contains { $0.contains("no coordinated omission") } && !lines.contains { $0.hasPrefix("corrected") })
    }

    @Test func aRunWithoutARateNamesWhatItLeavesOut() {
        let lines = text(MeasuredReport.lines(run(rate: false), width: 78, estimatesOmission: true))
        #expect(lines.contains { $0.contains("(coordinated omission)") } && lines.contains { $0.hasPrefix("corrected: p50") })
        #expect(!lines.contains { $0.hasPrefix("service time") || $0.hasPrefix("latest start") })
    }

    @Test func aNarrowReportBreaksTheTimes() {
        let lines = text(MeasuredReport.lines(run(rate: true), width: 48))
        #expect(lines[5...7] == ["latency: p50 12.0 ms  p90 14.0 ms", ": p99 14.0 ms  p99.9 14.0 ms", ": max 14.0 ms"])
        let bars = lines.filter { $0.contains("|") }
        #expect(!bars.isEmpty && bars.allSatisfy { $0.count <= 48 })
    }

    @Test func theHistogramCountsEveryResponse() {
        let rows = HistogramRow.rows(of: run(rate: true, slow: 20).latency)
        #expect(rows.reduce(0) { $0 + $1.count } == 1_000 && rows.count <= HistogramRow.most)
        #expect(zip(rows, rows.dropFirst()).allSatisfy { $0.to == $1.from })
        #expect(rows.first.map { $0.from <= 10_000 && $0.to > 10_000 } == true)
        #expect(rows.last.map { $0.from <= 200_000 && $0.to > 200_000 && $0.count == 20 } == true)
        #expect(HistogramRow.rows(of: LatencyHistogram()).isEmpty)
    }

    @Test func aLateStartIsAWarning() {
        var run = run(rate: true)
        run.add(MemberEnd(due: .seconds(3), startedAt: .seconds(4), endedAt: .seconds(5), status: 200))
        let lines = text(MeasuredReport.lines(run, width: 78))
        #expect(lines.contains { $0.hasPrefix("! Requests started up to 1.00 s after their time") })
    }

    @Test func aRunWithoutAResponseHasNoTimes() {
        var run = MeasuredRun()
        run.add(MemberEnd(startedAt: .zero, endedAt: .seconds(1), status: nil, failure: "connect"))
        let lines = text(MeasuredReport.lines(run, width: 78))
        #expect(lines[0] == "requests: 1 in 1.00 s, 1.00/s" && lines[1] == "failures: connect ×1")
        #expect(!lines.contains { $0.hasPrefix("latency") })
    }

    @Test func aComparisonTellsWhichIsSlower() {
        let (fast, slow) = (run(rate: true), run(rate: true, slow: 800))
        let lines = text(MeasuredReport.comparison(("api-1", fast), ("api-2", slow)))
        #expect(lines[0].hasSuffix(": api-2 is slower") && lines[1].hasSuffix("(95 % confidence)"), "\(lines)")
        #expect(text(MeasuredReport.comparison(("a", fast), ("b", fast)))[0] == "ratio: 1.000: no difference shown")
        let none = text(MeasuredReport.comparison(("a", fast), ("b", MeasuredRun())))
        #expect(none == ["A comparison needs 10 responses of each."])
    }

    @Test(arguments: [
        (0, "0.00 ms"), (1, "0.00 ms"), (850, "0.85 ms"), (9_994, "9.99 ms"), (9_995, "10.0 ms"), (12_345, "12.3 ms"),
        (99_949, "99.9 ms"), (201_400, "201 ms"), (999_499, "999 ms"), (999_500, "1.00 s"), (12_340_000, "12.3 s"),
        (120_000_000, "120 s"),
    ])
    func timesHaveThreeDigits(_ value: Int, _ text: String) { #expect(LatencyText.text(value) == text) }

    @Test func numbersForProgramsAreExact() {
        #expect(LatencyText.milliseconds(12_303) == "12.303" && LatencyText.milliseconds(7) == "0.007")
        #expect(LatencyText.rate(199.96) == "200" && LatencyText.rate(49.84) == "49.8" && LatencyText.rate(0.5) == "0.50")
        #expect(LatencyText.ratio(1.3096) == "1.310")
    }

    @Test(arguments: [
        (0.0, ""), (0.001, "▌"), (0.5, "██"), (0.6, "██▌"), (1, "████"), (7, "████"),
    ])
    func aBarGrowsInHalves(_ share: Double, _ bar: String) { #expect(SparkBar.right(share, width: 4) == bar) }

    @Test(arguments: [("50/s", 50, 1), ("3000/m", 3_000, 60), ("7200/h", 7_200, 3_600), ("60/min", 60, 60)])
    func aRateIsReadAndWritten(_ word: String, _ count: Int, _ seconds: Int) throws {
        let rate = try #require(RequestRate(word: word))
        #expect(rate == RequestRate(count, per: .seconds(seconds)))
        #expect(rate.word == word.replacing("min", with: "m"))
    }

    @Test(arguments: ["", "50", "/s", "50/", "x/s", "-1/s", "0/s", "50/d", "5 /s", "10001/s", "1/s/s"])
    func whatIsNoRateIsRefused(_ word: String) { #expect(RequestRate(word: word) == nil) }

    @Test func aTitleTellsThePace() {
        let rate = RequestRate(200, per: .seconds(1))
        #expect(RunPace(rate: rate, count: 10_000, atOnce: 1).title(of: "GET /items") == "GET /items × 10000 at 200/s")
        #expect(RunPace(rate: rate, length: .seconds(30), atOnce: 1).title(of: "GET /items") == "GET /items at 200/s for 30s")
        #expect(RunPace(rate: rate, length: .seconds(3_600), atOnce: 1).excess?.contains("720000 requests") == true)
        #expect(RunPace(rate: rate, count: 10_000, atOnce: 1).excess == nil)
    }
}
