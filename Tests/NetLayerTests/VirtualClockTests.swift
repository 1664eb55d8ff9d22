// The clock and the chance that tests own.

import TestSupport
import Testing

@testable import NetLayer

@Suite(.within(minutes: 1)) struct VirtualClockTests {
    @Test func whoSleepsWakesWhenTheMomentHasCome() async throws {
        let clock = VirtualClock()
        let sleeper = Task { try await clock.source.sleep(.seconds(2)) }
        #expect(await eventually { clock.deadlines == [.seconds(2)] })
        clock.advance(by: .milliseconds(1_999))
        #expect(clock.deadlines == [.seconds(2)])
        clock.advance(by: .milliseconds(1))
        try await sleeper.value
        #expect(clock.deadlines.isEmpty)
        #expect(clock.now == .seconds(2))
    }

    @Test func aMomentThatHasPassedIsNotWaitedFor() async throws {
        let clock = VirtualClock()
        clock.advance(by: .seconds(5))
        try await clock.source.sleep(.seconds(5))
    }

    @Test func aCancelWakesTheSleeperWithAnError() async {
        let clock = VirtualClock()
        let sleeper = Task { try await clock.source.sleep(.seconds(2)) }
        #expect(await eventually { clock.deadlines.count == 1 })
        sleeper.cancel()
        await #expect(throws: CancellationError.self) { try await sleeper.value }
        #expect(clock.deadlines.isEmpty)
    }

    @Test func whoIsCancelledBeforehandDoesNotLieDown() async {
        let clock = VirtualClock()
        let sleeper = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            try await clock.source.sleep(.seconds(2))
        }
        await #expect(throws: CancellationError.self) { try await sleeper.value }
        #expect(clock.deadlines.isEmpty)
    }

    @Test func aSeedRepeatsItsNumbersAndAFractionStaysInItsSpan() {
        let (a, b, c) = (RandomSource.seeded(7), RandomSource.seeded(7), RandomSource.seeded(8))
        let first = (0..<100).map { _ in a.next() }
        #expect(first == (0..<100).map { _ in b.next() })
        #expect(first != (0..<100).map { _ in c.next() })
        let spans = (0..<1_000).map { _ in a.fraction(of: .seconds(2)) }
        #expect(spans.allSatisfy { $0 >= .zero && $0 < .seconds(2) })
        #expect(spans.contains { $0 < .milliseconds(200) } && spans.contains { $0 > .milliseconds(1_800) })
        #expect(RandomSource { .max }.fraction(of: .seconds(1)) < .seconds(1))
        #expect(RandomSource { 0 }.fraction(of: .seconds(1)) == .zero)
    }
}
