// Runs queries on stored bodies, step by step: other work on bodies gets its turn between two steps, and a
// newer query ends an older one.

import Dispatch
import Document
import NetLayer
import Screen
import Synchronization

final class FilterRunner: Sendable {
    /// The number of steps before other work gets its turn: some milliseconds.
    private static let steps = 50_000

    private struct State {
        /// The current query; any other one ends at its next step.
        var wanted: FilterRequest?
        /// Missing during a step.
        var run: JSONPathRun?
        /// The task whose body holds the result.
        var holder: TaskID?
    }

    private let state = Mutex(State())
    private let bodies: BodyStore
    private let inbox: Inbox
    private let queue: DispatchQueue

    init(bodies: BodyStore, inbox: Inbox, queue: DispatchQueue) {
        self.bodies = bodies
        self.inbox = inbox
        self.queue = queue
    }

    /// Begins a query; `nil` drops the last result.
    func ask(_ request: FilterRequest?) {
        state.withLock { $0.wanted = request }
        queue.async { [self] in
            let left = state.withLock { state -> TaskID? in
                state.run = nil
                guard let holder = state.holder, holder != request?.task else { return nil }
                state.holder = nil
                return holder
            }
            if let left { bodies.keep(nil, of: left) }
            guard let request, isWanted(request), let document = bodies.document(of: request.task) else { return }
            state.withLock { $0.run = JSONPathRun(request.path, in: document) }
            step(request, document)
        }
    }

    private func isWanted(_ request: FilterRequest) -> Bool { state.withLock { $0.wanted == request } }

    private func step(_ request: FilterRequest, _ document: JSONDocument) {
        guard isWanted(request), var run = state.withLock({ $0.run.take() }) else { return }
        run.advance(steps: Self.steps)
        guard run.isComplete else {
            inbox.post(.body(.filtered(Filtered(request, found: run.places.count))))
            state.withLock { $0.run = run }
            return queue.async { [self] in step(request, document) }
        }
        let selection = JSONSelection(run.places, of: document)
        state.withLock { $0.holder = request.task }
        bodies.keep(FilteredBody(request.path, selection), of: request.task)
        let evicted = bodies.takeEvicted()
        let answer = Filtered(request, selection, list: bodies.list(of: request.task), isCut: run.isCut)
        inbox.post([.body(.filtered(answer))] + (evicted.isEmpty ? [] : [.body(.evicted(evicted))]))
    }
}
