// Where a call's one result lands: set once, read by anyone, any number of times.

import Synchronization

final class Landing<Value: Sendable>: Sendable {
    private enum State {
        case open([CheckedContinuation<Value, Never>])
        case landed(Value)
    }

    private let state = Mutex(State.open([]))

    /// The first value stays; a later one is ignored, and answered with `false`.
    @discardableResult
    func land(_ value: Value) -> Bool {
        let waiters = state.withLock { state -> [CheckedContinuation<Value, Never>]? in
            guard case .open(let waiters) = state else { return nil }
            state = .landed(value)
            return waiters
        }
        waiters?.forEach { $0.resume(returning: value) }
        return waiters != nil
    }

    func value() async -> Value {
        await withCheckedContinuation { continuation in
            let ready = state.withLock { state -> Value? in
                switch state {
                case .landed(let value): return value
                case .open(let waiters):
                    state = .open(waiters + [continuation])
                    return nil
                }
            }
            if let ready { continuation.resume(returning: ready) }
        }
    }
}
