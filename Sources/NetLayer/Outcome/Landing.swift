// Holds a call's one result: set once, read by any number of callers, any number of times.

import Synchronization

final class Landing<Value: Sendable>: Sendable {
    private struct State {
        var value: Value?
        var waiters: [CheckedContinuation<Value, Never>] = []
        /// The waiting callers that stop when their Swift task is cancelled.
        var leavers: [Int: CheckedContinuation<Value?, Never>] = [:]
        var lastLeaver = 0
    }

    private let state = Mutex(State())

    /// Stores the first value; ignores a later one and returns `false`.
    @discardableResult
    func land(_ value: Value) -> Bool {
        let waiters = state.withLock { state -> ([CheckedContinuation<Value, Never>], [CheckedContinuation<Value?, Never>])? in
            guard state.value == nil else { return nil }
            state.value = value
            defer { (state.waiters, state.leavers) = ([], [:]) }
            return (state.waiters, Array(state.leavers.values))
        }
        guard let waiters else { return false }
        waiters.0.forEach { $0.resume(returning: value) }
        waiters.1.forEach { $0.resume(returning: value) }
        return true
    }

    /// The value; `nil` when the waiting Swift task is cancelled first.
    func valueUnlessCancelled() async -> Value? {
        let (landed, number) = state.withLock { state -> (Value?, Int) in
            if state.value == nil { state.lastLeaver += 1 }
            return (state.value, state.lastLeaver)
        }
        if let landed { return landed }
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let ready = state.withLock { state -> Value?? in
                    if let value = state.value { return .some(value) }
                    if Task.isCancelled { return .some(nil) }
                    state.leavers[number] = continuation
                    return .none
                }
                if let ready { continuation.resume(returning: ready) }
            }
        } onCancel: {
            state.withLock { $0.leavers.removeValue(forKey: number) }?.resume(returning: nil)
        }
    }

    func value() async -> Value {
        await withCheckedContinuation { continuation in
            let ready = state.withLock { state -> Value? in
                if state.value == nil { state.waiters.append(continuation) }
                return state.value
            }
            if let ready { continuation.resume(returning: ready) }
        }
    }
}
