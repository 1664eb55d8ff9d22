// The figures of measured runs, on a simulated clock: stalls, warm-up, failures, latency over time.

import TestSupport
import Testing

@testable import NetLayer
@testable import Workbench

@Suite struct MeasuredRunTests {
    private func end(_ due: Duration?, _ started: Duration, _ ended: Duration, _ status: Int? = 200) -> MemberEnd {
        MemberEnd(due: due, startedAt: started, endedAt: ended, status: status)
    }

    /// 5 ms, as a histogram of three digits tells it.
    private let five = 5_000...5_003

    /// A server that takes 5 ms, works on one request after another, and stalls from 3 s to 4 s.
    private func simulate(_ pace: RunPace) -> MeasuredRun {
        var machine = PaceMachine(pace, from: .zero)
        var run = MeasuredRun(pace: pace)
        var running: [(start: PaceMachine.Start, at: Duration, end: Duration)] = []
        var now = Duration.zero
        while !machine.isOver(at: now) {
            for start in machine.advance(to: now) {
                var end = now + .milliseconds(5)
                if now < .seconds(4), end > .seconds(3) { end = .seconds(4) + .milliseconds(5) }
                running.append((start, now, end))
            }
            guard let next = [running.map(\.end).min(), machine.nextTick(after: now)].compactMap(\.self).min() else { break }
            now = next
            for (start, at, end) in running where end <= now {
                var member = self.end(start.place.due, at, end)
                member.isWarmUp = start.place.isWarmUp
                run.add(member)
                machine.ended()
            }
            running.removeAll { $0.end <= now }
        }
        return run
    }

    @Test func aStallShowsAtARate() throws {
        let rate = try #require(RequestRate(200, per: .seconds(1)))
        let run = simulate(RunPace(rate: rate, count: 10_000, atOnce: 1_000))
        #expect(run.requests == 10_000 && five.contains(run.latency.value(atPercentile: 50)))
        // 200 of 10,000 requests were due during the stall: evenly from 0 to 1 s.
        let p99 = run.latency.value(atPercentile: 99)
        #expect((490_000...520_000).contains(p99), "\(p99)")
        #expect(run.latency.value(atPercentile: 99.9) > 940_000 && run.latency.max > 1_000_000)
    }

    /// The same stall with few places: the requests start late, and count from when they were due.
    @Test func aStallShowsAlsoWhereRequestsStartLate() throws {
        let rate = try #require(RequestRate(200, per: .seconds(1)))
        let run = simulate(RunPace(rate: rate, count: 10_000, atOnce: 2))
        #expect(run.latency.value(atPercentile: 99.9) > 940_000 && run.latestStart > 900_000)
        #expect(five.contains(run.serviceTime.value(atPercentile: 99.9)), "two requests were on their way")
        #expect(run.serviceTime.max > 1_000_000)
    }

    /// Coordinated omission: without a rate, one of 10,000 requests stands for the stall.
    @Test func withoutARateAStallHides() {
        let run = simulate(RunPace(count: 10_000, atOnce: 1))
        #expect(five.contains(run.latency.value(atPercentile: 99.9)) && run.latency.max > 1_000_000)
        let corrected = run.latency.corrected(expectedInterval: 5_000)
        #expect(corrected.value(atPercentile: 99.9) > 900_000)
        #expect(!run.isAtRate && run.serviceTime.isEmpty)
    }

    @Test func theWarmUpAndWhatWasCancelledDoNotCount() throws {
        let rate = try #require(RequestRate(100, per: .seconds(1)))
        let run = simulate(RunPace(rate: rate, length: .seconds(2), warmUp: .seconds(1), atOnce: 10))
        #expect(run.warmUps == 100 && run.requests == 200 && run.latency.total == 200)
        var more = run
        var cancelled = end(.seconds(3), .seconds(3), .seconds(4))
        cancelled.isCancelled = true
        more.add(cancelled)
        #expect(more.cancelled == 1 && more.requests == 200 && more.latency == run.latency)
    }

    @Test func figuresAreThoseOfTheResponses() {
        var run = MeasuredRun()
        for index in 0..<90 {
            let start = Duration.milliseconds(100 * index)
            var member = end(nil, start, start + .milliseconds(20), index < 80 ? 200 : 503)
            member.bytes = 10
            run.add(member)
        }
        for index in 90..<100 {
            let start = Duration.milliseconds(100 * index)
            var member = MemberEnd(startedAt: start, endedAt: start + .milliseconds(1), status: nil, failure: "connect")
            if index == 99 { member = MemberEnd(startedAt: nil, endedAt: .seconds(10), status: nil, failure: "dns") }
            run.add(member)
        }
        #expect(run.requests == 100 && run.statuses == [200: 80, 503: 10] && run.failures == ["connect": 9, "dns": 1])
        #expect(run.latency.total == 90 && run.latency.max == 20_000, "a refused connection is fast and is no response")
        #expect(run.bytes == 900 && run.successes == 80)
        #expect(run.elapsed == .seconds(10) && run.perSecond == 10)
    }

    @Test func aVerdictChangesTheKindsAndNotTheTimes() {
        var run = MeasuredRun()
        let good = end(nil, .zero, .milliseconds(7))
        var bad = good
        bad.failure = "unexpected"
        run.add(good)
        run.judge(good, as: bad)
        #expect(run.statuses.isEmpty && run.failures == ["unexpected": 1] && run.latency.total == 1)
        run.judge(bad, as: good)
        #expect(run.statuses == [200: 1] && run.failures.isEmpty)
    }

    @Test func latencyOverTimeFitsIntoALineHoweverLongARunLasts() {
        var timeline = LatencyTimeline()
        for second in 0..<3_600 { timeline.add(second == 1_800 ? 900_000 : 10_000, at: .seconds(second)) }
        #expect(timeline.spans.count <= LatencyTimeline.most && timeline.spans.count > LatencyTimeline.most / 2)
        #expect(timeline.spans.reduce(0) { $0 + $1.count } == 3_600)
        #expect(timeline.spans.count { $0.slowest == 900_000 } == 1)
        #expect(timeline.spans.map(\.slowest).firstIndex(of: 900_000) == Int(Duration.seconds(1_800) / timeline.step))
    }

    @Test func aRowOfTheTableTellsTheEnd() throws {
        var row = TaskRow(id: TaskID(2), info: TaskInfo(endpoint: "e", title: "t", method: .get), openedAt: .seconds(1))
        #expect(MemberEnd(row) == nil)
        row.pacing = PacedPlace(due: .seconds(1), isWarmUp: true)
        (row.startedAt, row.endedAt, row.state) = (.seconds(2), .seconds(4), .timedOut(.total))
        let lost = try #require(MemberEnd(row))
        #expect(lost.failure == "timed_out" && lost.isWarmUp && !lost.hasResponse)
        #expect(lost.latency == 3_000_000 && lost.serviceTime == 2_000_000 && lost.lateness == 1_000_000)
        (row.state, row.status, row.errorKind) = (.failed, 503, "status")
        let refused = try #require(MemberEnd(row))
        #expect(refused.failure == nil && refused.hasResponse, "its status says it")
        row.state = .cancelled(.user)
        #expect(try #require(MemberEnd(row)).isCancelled)
    }
}
