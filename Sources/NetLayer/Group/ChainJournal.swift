// What a run of a chain has done: how far it is, what its steps brought, and how they are undone.

import Synchronization

final class ChainJournal: Sendable {
    struct Undo: Sendable {
        /// The place of the first step that it undoes.
        var start: Int
        var title: String
        var body: @Sendable () async throws -> Void
    }

    private struct State {
        /// What the steps brought, first those that an earlier run kept.
        var kept: [any Sendable]
        /// How many steps are done: the next one's place.
        var position = 0
        var undos: [Undo] = []
        /// Which service of a pool answered last.
        var services: [ObjectIdentifier: String] = [:]
    }

    private let state: Mutex<State>

    init(kept: [any Sendable]) { state = Mutex(State(kept: kept)) }

    var position: Int { state.withLock { $0.position } }

    /// What an earlier run kept of the next step, which is then done. Of another chain nothing fits, and what follows does not either.
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

    /// The next step is done.
    func keep(_ value: some Sendable) {
        state.withLock { state in
            state.kept.append(value)
            state.position += 1
        }
    }

    func service(of pool: FailoverController) -> String? { state.withLock { $0.services[ObjectIdentifier(pool)] } }

    /// A step was answered by that service.
    func note(_ service: String, of pool: FailoverController) {
        guard !service.isEmpty else { return }
        state.withLock { $0.services[ObjectIdentifier(pool)] = service }
    }

    func add(_ undo: Undo) { state.withLock { $0.undos.append(undo) } }

    /// The newest step that can be undone; from it on nothing is kept.
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
