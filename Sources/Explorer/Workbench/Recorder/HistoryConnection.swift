// Owns the history's file: opens it at the first use, on a queue of its own, so that neither the start nor
// the screen waits for a disk.

import Dispatch
import Foundation
import History
import NetLayer
import Synchronization

/// Opens the history at its first use, and reports problems with it.
public final class HistoryConnection: Sendable {
    private enum State {
        case unopened
        case open(HistoryStore)
        case closed
    }

    /// The database's file.
    public let path: String
    /// The size limits of the history.
    public let limits: HistoryLimits
    private let state = Mutex(State.unopened)
    private let reportedKinds = Mutex<Set<HistoryError.Kind>>([])
    /// Opening took too long, or can never succeed: no further entry tries again.
    private let isGivenUp = Mutex(false)
    private let queue = DispatchQueue(label: "explorer.history", qos: .utility)
    private let onTrouble: @Sendable (String) -> Void

    /// - Parameters:
    ///   - path: the database's file.
    ///   - limits: the size limits of the history.
    ///   - onTrouble: called with a sentence or two for the user, once for each kind of trouble.
    public init(path: String, limits: HistoryLimits = HistoryLimits(), onTrouble: @escaping @Sendable (String) -> Void) {
        self.path = path
        self.limits = limits
        self.onTrouble = onTrouble
    }

    /// Runs work on the history's queue, in order.
    func perform(_ work: @escaping @Sendable () -> Void) { queue.async(execute: work) }

    /// The history; opens it if necessary.
    /// - Throws: ``HistoryError``; the next call tries again.
    public func store() async throws(HistoryError) -> HistoryStore? {
        let result: Result<HistoryStore?, HistoryError> = await withCheckedContinuation { continuation in
            queue.async { [self] in continuation.resume(returning: opened()) }
        }
        return try result.get()
    }

    /// The history, for callers on its queue; `nil` when it cannot be opened, which `onTrouble` reports.
    func storeOnQueue() -> HistoryStore? {
        if isGivenUp.withLock({ $0 }), case .unopened = state.withLock({ $0 }) { return nil }
        switch opened() {
        case .success(let store): return store
        case .failure(let error):
            switch error.kind {
            case .full, .denied, .cancelled: break
            case .newer, .foreign, .notOwn, .unlockable, .busy, .corrupt, .failed: isGivenUp.withLock { $0 = true }
            }
            if reportedKinds.withLock({ $0.insert(error.kind).inserted }) {
                onTrouble("The history is off: \(error). \(error.hint)")
            }
            return nil
        }
    }

    /// Call it on the history's queue.
    private func opened() -> Result<HistoryStore?, HistoryError> {
        switch state.withLock({ $0 }) {
        case .open(let store): return .success(store)
        case .closed: return .success(nil)
        case .unopened: break
        }
        do throws(HistoryError) {
            let opening = try HistoryStore.open(path: path, limits: limits, now: Self.currentMilliseconds) {
                [onTrouble] trouble in
                onTrouble("\(trouble.message). \(trouble.hint)")
            }
            if let message = opening.message { onTrouble(message) }
            state.withLock { $0 = .open(opening.store) }
            return .success(opening.store)
        } catch {
            return .failure(error)
        }
    }

    /// Writes the recorded entries and closes the file, if it is open.
    public func close() async {
        // Runs after all work that is already in the queue.
        await withCheckedContinuation { continuation in queue.async { continuation.resume() } }
        let open = state.withLock { state in
            defer { state = .closed }
            return state
        }
        if case .open(let store) = open { await store.close() }
    }

    /// Milliseconds since 1970.
    @Sendable static func currentMilliseconds() -> Int64 { Int64(WallClock.system() / .milliseconds(1)) }
}
