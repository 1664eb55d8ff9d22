// One reader's view of one call's progress: holds the newest, wakes the reader, ends with the call.

import Synchronization

final class ProgressMeter: Sendable {
    private struct State {
        var newest = Progress()
        var isRead = true
        var isFinished = false
        var reader: CheckedContinuation<Void, Never>?
    }

    private let state = Mutex(State())

    /// Takes in what a row tells. Called under the client's lock; ``wake()`` follows outside of it.
    func read(_ row: TaskRow) {
        state.withLock { state in
            let progress = Progress(row).orFurther(state.newest)
            if row.state.isEnded { state.isFinished = true }
            guard progress != state.newest else { return }
            state.newest = progress
            state.isRead = false
        }
    }

    /// Nothing more is told.
    func finish() {
        state.withLock { $0.isFinished = true }
        wake()
    }

    /// Wakes the reader if there is something for it.
    func wake() {
        let reader = state.withLock { state -> CheckedContinuation<Void, Never>? in
            guard !state.isRead || state.isFinished else { return nil }
            defer { state.reader = nil }
            return state.reader
        }
        reader?.resume()
    }

    /// The newest that has not been read; `nil` once the call has ended and all is read.
    func next() async -> Progress? {
        await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
            // One reader a stream: a second one at once ends the first one's wait.
            let other = state.withLock { state -> CheckedContinuation<Void, Never>? in
                defer { state.reader = continuation }
                return state.reader
            }
            other?.resume()
            wake()
        }
        return state.withLock { state in
            guard !state.isRead else { return nil }
            state.isRead = true
            return state.newest
        }
    }
}
