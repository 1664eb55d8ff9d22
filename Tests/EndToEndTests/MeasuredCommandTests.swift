// `explorer run --rate --for --warm-up --versus` against servers that delay, stall and fail as the test says.

import Foundation
import Synchronization
import TestSupport
import Testing

@Suite(.within(minutes: 2)) struct MeasuredCommandTests {
    /// The delays that the server has given its responses, in milliseconds, and its stall.
    private final class Record: Sendable {
        private struct State {
            var delays: [Double] = []
            var stallEnds: ContinuousClock.Instant?
        }

        private let state = Mutex(State())

        /// Every response takes 20 ms, one of 100 takes 200 ms more, and a stall of one second begins once.
        func reply(stallsAt stall: Int) -> FaultReply {
            let delay = state.withLock { state -> Duration in
                let (number, now) = (state.delays.count, ContinuousClock.now)
                if number == stall { state.stallEnds = now + .seconds(1) }
                var delay = Duration.milliseconds(number % 100 == 50 ? 220 : 20)
                if let end = state.stallEnds, now < end { delay += now.duration(to: end) }
                state.delays.append(delay / .milliseconds(1))
                return delay
            }
            return MeasuredCommandTests.reply(after: delay)
        }

        /// The delay that `percent` of 100 responses did not exceed.
        func percentile(_ percent: Double) -> Double {
            let sorted = state.withLock { $0.delays.sorted() }
            return sorted[max(0, Int((percent / 100 * Double(sorted.count)).rounded(.up)) - 1)]
        }
    }

    private static func reply(after delay: Duration) -> FaultReply {
        FaultReply([FaultReply.Step.wait(delay)] + FaultReply.answer(body: "{}").steps)
    }

    /// - Parameter second: the address of a second service; `nil` for only one.
    private func shop(_ respond: @escaping FaultServer.Handler, second: String? = nil) throws -> ServedWorkspace {
        let api: (FaultServer) -> String = { server in
            let services = ([server.url("")] + (second.map { [$0] } ?? [])).map { "\"\($0)\"" }.joined(separator: ", ")
            return """
                environments: { release: [\(services)], other: ["\(server.url(""))"] }
                requests: { one: { url: /one }, two: { url: /two }, lost: { url: /lost } }
                chains: { both: [one, two] }
                """
        }
        return try ServedWorkspace(api: api, responding: respond)
    }

    /// The report of a run with `--format json`.
    private func report(_ result: ChildProcess.Result) throws -> [String: Any] {
        try #require(try JSONSerialization.jsonObject(with: Data(result.text.utf8)) as? [String: Any], "\(result.errors)")
    }

    private func measured(_ report: [String: Any]) throws -> [[String: Any]] {
        try #require(report["measured"] as? [[String: Any]])
    }

    private func number(_ name: String, in part: String, of run: [String: Any]) throws -> Double {
        try #require((run[part] as? [String: Any])?[name] as? Double)
    }

    /// As the server's own record; a stall counts for all requests that were due meanwhile.
    @Test func percentilesAtARateAreThoseOfTheServer() async throws {
        let record = Record()
        let shop = try shop({ _ in record.reply(stallsAt: 300) })
        let result = try await shop.run(["run", shop.path, "one", "--rate", "200/s", "--repeat", "800", "--format", "json"])
        #expect(result.code == 0, "\(result.errors)")
        let run = try #require(try measured(report(result)).first)
        #expect(run["requests"] as? Int == 800 && run["latency_from"] as? String == "due")
        for (name, percent, slack) in [("p50_ms", 50.0, 40.0), ("p99_ms", 99, 60), ("p99_9_ms", 99.9, 60)] {
            let (found, real) = (try number(name, in: "latency", of: run), record.percentile(percent))
            #expect(found >= real * 0.95 && found <= real * 1.05 + slack, "\(name): \(found) for \(real)")
        }
        #expect(try number("p99_9_ms", in: "latency", of: run) > 900, "the stall")
        let histogram = try #require(run["histogram"] as? [[String: Any]])
        #expect(histogram.reduce(0) { $0 + (($1["count"] as? Int) ?? 0) } == 800)
        let spans = try #require(run["over_time"] as? [[String: Any]])
        let slowest = spans.compactMap { $0["max_ms"] as? Double }
        #expect(slowest.contains { $0 > 900 } && slowest.contains { $0 < 300 }, "\(slowest)")
    }

    @Test func theReportIsForPeople() async throws {
        let shop = try shop({ request in request.path == "/lost" ? FaultReply([.close]) : .answer(503, body: "{}") })
        let result = try await shop.run(["run", shop.path, "one", "--repeat", "20", "--warm-up", "50ms", "--at-once", "2"])
        #expect(result.code == 5)
        let lines = result.lines
        #expect(lines.first == "one x 20" || lines.first == "one × 20")
        #expect(lines.contains { $0.hasPrefix("requests      20 in ") })
        #expect(lines.contains("statuses      503 x20") || lines.contains("statuses      503 ×20"))
        #expect(lines.contains { $0.hasPrefix("latency       p50 ") } && lines.contains { $0.hasPrefix("corrected     p50 ") })
        #expect(lines.contains { $0.contains("coordinated omission") })
        #expect(lines.contains { $0.hasPrefix("Requests of the warm-up") })
        let lost = try await shop.run(["run", shop.path, "lost", "--repeat", "5", "--rate", "100/s", "--format", "json"])
        #expect(lost.code == 6)
        let run = try #require(try measured(report(lost)).first)
        #expect(run["requests"] as? Int == 5 && (run["failures"] as? [String: Int])?.values.reduce(0, +) == 5)
    }

    @Test func aTimeEndsTheRun() async throws {
        let shop = try shop({ _ in .answer(body: "{}") })
        let words = ["one", "two", "--rate", "100/s", "--for", "500ms", "--format", "json"]
        let result = try await shop.run(["run", shop.path] + words)
        #expect(result.code == 0, "\(result.errors)")
        let runs = try measured(report(result))
        #expect(runs.map { $0["title"] as? String } == ["one", "two"] && runs.map { $0["requests"] as? Int } == [25, 25])
        #expect(shop.paths.count == 50)
    }

    @Test func aSlowerServiceIsTold() async throws {
        let slow = try FaultServer { _ in Self.reply(after: .milliseconds(60)) }
        defer { slow.stop() }
        let shop = try shop({ _ in Self.reply(after: .milliseconds(20)) }, second: slow.url(""))
        let result = try await shop.run(["run", shop.path, "one", "--repeat", "25", "--versus", "2", "--format", "json"])
        #expect(result.code == 0, "\(result.errors)")
        let report = try report(result)
        #expect(shop.paths.count { $0 == "/one" } == 25 && slow.counts.requests.count { $0.path == "/one" } == 25)
        let versus = try #require(report["versus"] as? [String: Any])
        let (ratio, low) = (try #require(versus["ratio"] as? Double), try #require(versus["low"] as? Double))
        #expect(ratio > 1.5 && low > 1, "\(versus)")
    }

    @Test func twoEnvironmentsAreCompared() async throws {
        let shop = try shop({ _ in .answer(body: "{}") })
        let result = try await shop.run(["run", shop.path, "one", "--repeat", "12", "--versus", "other"])
        #expect(result.code == 0 && result.lines.contains("one in release"), "\(result.text) \(result.errors)")
        #expect(result.lines.contains("one in other"))
        #expect(result.lines.contains { $0.hasPrefix("ratio         ") } && shop.paths.count == 24)
    }

    @Test(arguments: [
        (["one", "--rate", "5/s"], "Add --repeat N, or --for TIME"),
        (["one", "--rate", "fast", "--repeat", "2"], "write a rate such as 50/s"),
        (["one", "--for", "2h"], "at most 1h"),
        (["one", "--for", "1s", "--fail-fast"], "takes every response"),
        (["one", "--for", "1s", "--junit", "r.xml"], "leave them out"),
        (["one", "two", "--versus", "2"], "compares one request"),
        (["one", "--rate", "1000/s", "--for", "1h"], "3600000 requests, and 100000 is the most"),
        (["one", "--versus", "nine"], "'nine' is neither a service nor an environment"),
        (["one", "--versus", "release"], "would compare it with itself"),
        (["both", "--for", "1s"], "'both' is a chain or a group"),
    ])
    func whatCannotBeMeasuredIsRefused(_ words: [String], _ message: String) async throws {
        let shop = try shop({ _ in .answer(body: "{}") })
        let result = try await shop.run(["run", shop.path] + words)
        #expect(result.code == 64 && result.errors.contains(message), "\(result.errors)")
        #expect(shop.paths.isEmpty)
    }
}
