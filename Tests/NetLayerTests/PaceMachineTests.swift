// When the requests of a measured run start: on a clock that the test moves, with responses that take as long as it says.

import TestSupport
import Testing

@testable import NetLayer

@Suite struct PaceMachineTests {
    /// Plays a run: each request takes as long as `taking` says, and the driver looks at the machine late.
    private struct Player {
        var machine: PaceMachine
        var starts: [(start: PaceMachine.Start, at: Duration)] = []
        var most = 0
        private var ends: [Duration] = []
        private(set) var now: Duration

        init(_ pace: RunPace, from start: Duration = .seconds(7)) {
            machine = PaceMachine(pace, from: start)
            now = start
        }

        /// - Parameter late: how late the driver wakes up, by turns.
        mutating func play(late: (Int) -> Duration = { _ in .zero }, taking: (PaceMachine.Start) -> Duration) {
            var turn = 0
            while !machine.isOver(at: now) {
                for start in machine.advance(to: now) {
                    starts.append((start, now))
                    ends.append(now + taking(start))
                }
                most = max(most, machine.running)
                ends.sort()
                guard let next = [ends.first, machine.nextTick(after: now)].compactMap(\.self).min() else { return }
                now = max(now, next) + late(turn)
                turn += 1
                while let first = ends.first, first <= now {
                    ends.removeFirst()
                    machine.ended()
                }
            }
        }
    }

    private func rate(_ count: Int, _ span: Duration = .seconds(1)) throws -> RequestRate {
        try #require(RequestRate(count, per: span))
    }

    @Test(arguments: [(50, 1), (3, 1), (7, 60), (10_000, 1), (1, 3_600)])
    func theCountBeforeATimeFitsTheStarts(_ count: Int, _ seconds: Int) throws {
        let rate = try rate(count, .seconds(seconds))
        #expect(rate.start(of: 0) == .zero && rate.start(of: count) == .seconds(seconds), "no error adds up")
        for index in [0, 1, 2, 99, 100, 123_456] {
            let start = rate.start(of: index)
            #expect(rate.count(before: start) == index)
            #expect(rate.count(before: start + .nanoseconds(1)) == index + 1)
        }
    }

    @Test func aRateHasItsLimits() {
        #expect(RequestRate(0, per: .seconds(1)) == nil && RequestRate(5, per: .zero) == nil)
        #expect(RequestRate(10_001, per: .seconds(1)) == nil && RequestRate(600_000, per: .seconds(60)) != nil)
    }

    @Test func aRateDoesNotDriftHoweverLateTheDriverIs() throws {
        var random = SplitMix64(seed: 5)
        var player = Player(RunPace(rate: try rate(200), count: 2_000, atOnce: 1_000))
        player.play(late: { _ in .microseconds(Int.random(in: 0..<9_000, using: &random)) }, taking: { _ in .milliseconds(3) })
        #expect(player.starts.map(\.start.index) == Array(0..<2_000))
        for (start, at) in player.starts {
            let due = try #require(start.place.due)
            #expect(due == Duration.seconds(7) + Duration.milliseconds(5) * start.index)
            #expect(at >= due && at - due < .milliseconds(20))
        }
    }

    @Test func theWarmUpComesFirstAndDoesNotCount() throws {
        let pace = RunPace(rate: try rate(50), length: .seconds(2), warmUp: .seconds(1), atOnce: 10)
        var player = Player(pace)
        player.play(taking: { _ in .milliseconds(1) })
        #expect(player.starts.count == 150 && pace.expected == 150)
        #expect(player.starts.count { $0.start.place.isWarmUp } == 50)
        #expect(player.starts[49].start.place.isWarmUp && !player.starts[50].start.place.isWarmUp)
    }

    @Test func aCountIsThatOfTheRequestsThatCount() throws {
        let pace = RunPace(rate: try rate(100), count: 30, length: .seconds(60), warmUp: .milliseconds(200), atOnce: 10)
        var player = Player(pace)
        player.play(taking: { _ in .milliseconds(1) })
        #expect(player.starts.count == 50 && pace.expected == 50)
    }

    /// While all places are taken, requests become due; they start late and keep their times.
    @Test func whatWaitsForAPlaceKeepsItsTime() throws {
        var player = Player(RunPace(rate: try rate(100), count: 100, atOnce: 2))
        player.play(taking: { $0.index < 2 ? .seconds(1) : .milliseconds(1) })
        #expect(player.most == 2 && player.starts.count == 100)
        let third = player.starts[2]
        #expect(third.start.place.due == .seconds(7) + .milliseconds(20) && third.at >= .seconds(8))
    }

    @Test func withoutARateARequestStartsWhenAnotherHasEnded() {
        var player = Player(RunPace(count: 40, atOnce: 4))
        player.play(taking: { _ in .milliseconds(10) })
        #expect(player.most == 4 && player.starts.count == 40)
        #expect(player.starts.allSatisfy { $0.start.place.due == nil && !$0.start.place.isWarmUp })
        #expect(player.now == .seconds(7) + .milliseconds(100))
    }

    @Test func withoutARateATimeAndAWarmUpHoldToo() {
        let pace = RunPace(length: .milliseconds(100), warmUp: .milliseconds(50), atOnce: 1)
        var player = Player(pace)
        player.play(taking: { _ in .milliseconds(10) })
        #expect(pace.expected == nil, "the responses decide how many there are")
        #expect(player.starts.count == 15 && player.starts.count { $0.start.place.isWarmUp } == 5)
    }

    @Test func aStoppedRunStartsNothingMore() throws {
        var machine = PaceMachine(RunPace(rate: try rate(10), count: 10, atOnce: 5), from: .zero)
        #expect(machine.advance(to: .zero).count == 1)
        machine.stop()
        #expect(machine.nextTick(after: .zero) == nil && machine.advance(to: .seconds(5)).isEmpty)
        #expect(!machine.isOver(at: .seconds(5)))
        machine.ended()
        #expect(machine.isOver(at: .seconds(5)))
    }
}
