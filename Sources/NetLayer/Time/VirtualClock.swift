// A clock that moves only when a test advances it: tests of the engine's behaviour over hours take no time.

import Synchronization

/// A clock under a test's control.
///
///     let clock = VirtualClock()
///     let client = NetClient(transport: ScriptedTransport { _ in … }, time: clock.source)
///     clock.advance(by: .seconds(30))
public final class VirtualClock: Sendable {
    private struct Sleeper {
        var until: Duration
        var continuation: CheckedContinuation<Void, any Error>
    }

    private struct State {
        var now = Duration.zero
        var nextNumber = 0
        var sleepers: [Int: Sleeper] = [:]
        /// Sleeps that were cancelled before they were registered.
        var cancelled: Set<Int> = []
    }

    private let state = Mutex(State())

    /// A clock at 0.
    public init() {}

    /// How far the clock has advanced since its creation.
    public var now: Duration { state.withLock { $0.now } }

    /// The time source for a client.
    public var source: TimeSource { TimeSource(now: { self.now }, sleep: { try await self.sleep(until: $0) }) }

    /// The times that tasks sleep until, the earliest first.
    public var deadlines: [Duration] { state.withLock { $0.sleepers.values.map(\.until).sorted() } }

    /// Advances the time and resumes the tasks whose sleep is over, the earliest first.
    public func advance(by step: Duration) {
        let woken = state.withLock { state -> [Sleeper] in
            state.now += step
            let due = state.sleepers.filter { $0.value.until <= state.now }
            due.keys.forEach { state.sleepers[$0] = nil }
            return due.sorted { ($0.value.until, $0.key) < ($1.value.until, $1.key) }.map(\.value)
        }
        woken.forEach { $0.continuation.resume() }
    }

    private func sleep(until deadline: Duration) async throws {
        let number = state.withLock { state in
            state.nextNumber += 1
            return state.nextNumber
        }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let outcome = state.withLock { state -> Result<Void, any Error>? in
                    if state.cancelled.remove(number) != nil { return .failure(CancellationError()) }
                    if deadline <= state.now { return .success(()) }
                    state.sleepers[number] = Sleeper(until: deadline, continuation: continuation)
                    return nil
                }
                if let outcome { continuation.resume(with: outcome) }
            }
        } onCancel: {
            let sleeper = state.withLock { state -> Sleeper? in
                guard let sleeper = state.sleepers.removeValue(forKey: number) else {
                    state.cancelled.insert(number)
                    return nil
                }
                return sleeper
            }
            sleeper?.continuation.resume(throwing: CancellationError())
        }
        // A cancel after the wake-up has left an entry.
        state.withLock { _ = $0.cancelled.remove(number) }
    }
}
