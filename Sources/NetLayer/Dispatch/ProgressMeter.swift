// One reader's view of one call's progress: holds the newest value, resumes the reader, ends with the call.

import Synchronization

final class ProgressMeter: Sendable {
    private struct State {
        var newest = Progress()
        var isRead = true
        var isFinished = false
        var reader: CheckedContinuation<Void, Never>?
    }

    private let state = Mutex(State())

    /// Reads the progress of a row. Called under the client's lock; ``wake()`` follows outside it.
    func update(_ row: TaskRow) {
        update(Progress(row), isOver: row.state.isEnded)
    }

    /// Takes a value; ``resumeReader()`` follows.
    func update(_ progress: Progress, isOver: Bool) {
        state.withLock { state in
            let progress = progress.orFurther(state.newest)
            if isOver { state.isFinished = true }
            guard progress != state.newest else { return }
            state.newest = progress
            state.isRead = false
        }
    }

    /// Ends the stream: no further values follow.
    func finish() {
        state.withLock { $0.isFinished = true }
        resumeReader()
    }

    /// Resumes the reader if there is a value or the end for it.
    func resumeReader() {
        let reader = state.withLock { state -> CheckedContinuation<Void, Never>? in
            guard !state.isRead || state.isFinished else { return nil }
            defer { state.reader = nil }
            return state.reader
        }
        reader?.resume()
    }

    /// The newest value that has not been read; `nil` once the call has ended and all values are read.
    func next() async -> Progress? {
        await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
            // One reader for each stream: a second concurrent reader ends the first one's wait.
            let other = state.withLock { state -> CheckedContinuation<Void, Never>? in
                defer { state.reader = continuation }
                return state.reader
            }
            other?.resume()
            resumeReader()
        }
        return state.withLock { state in
            guard !state.isRead else { return nil }
            state.isRead = true
            return state.newest
        }
    }
}
