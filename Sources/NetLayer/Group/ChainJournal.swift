// The state of one run of a chain: its position, the results of its steps, and how to undo them.

import Synchronization

final class ChainJournal: Sendable {
    struct Undo: Sendable {
        /// The place of the first step that it undoes.
        var start: Int
        var title: String
        var body: @Sendable () async throws -> Void
    }

    private struct State {
        /// The results of the steps, first those that an earlier run stored.
        var kept: [any Sendable]
        /// How many steps are done; also the place of the next one.
        var position = 0
        var undos: [Undo] = []
        /// The service of each pool that sent the latest response.
        var services: [ObjectIdentifier: String] = [:]
    }

    private let state: Mutex<State>

    init(kept: [any Sendable]) { state = Mutex(State(kept: kept)) }

    var position: Int { state.withLock { $0.position } }

    /// The next step's result from an earlier run; the step is then done. A result of another type belongs to
    /// another chain: it and all later results are dropped.
    func recall<R>(as type: R.Type) -> R? {
        state.withLock { state in
            guard state.position < state.kept.count else { return nil }
            guard let value = state.kept[state.position] as? R else {
                state.kept.removeSubrange(state.position...)
                return nil
            }
            state.position += 1
            return value
        }
    }

    /// Stores the result of the next step, which is then done.
    func storeResult(_ value: some Sendable) {
        state.withLock { state in
            state.kept.append(value)
            state.position += 1
        }
    }

    func service(of pool: FailoverController) -> String? { state.withLock { $0.services[ObjectIdentifier(pool)] } }

    /// Records which service responded to a step.
    func recordService(_ service: String, of pool: FailoverController) {
        guard !service.isEmpty else { return }
        state.withLock { $0.services[ObjectIdentifier(pool)] = service }
    }

    func addUndo(_ undo: Undo) { state.withLock { $0.undos.append(undo) } }

    /// The newest step that can be undone. Drops the stored results from that step on.
    func takeUndo() -> Undo? {
        state.withLock { state in
            guard let undo = state.undos.popLast() else { return nil }
            state.kept.removeSubrange(min(undo.start, state.kept.count)...)
            return undo
        }
    }

    func failure(_ error: NetError, _ undoFailures: [UndoFailure] = []) -> ChainFailure {
        state.withLock { ChainFailure(step: $0.position, error: error, undoFailures: undoFailures, kept: $0.kept) }
    }
}
