// Calls that follow each other, each made from the result of the previous one: the definition,
// and how a client runs it.

/// A chain's definition, a value: it may be run any number of times, each time with rows of its own.
public struct RequestChain<In: Sendable, Out: Sendable>: Sendable {
    /// The user's name for it; the task table shows it.
    public var title: String
    /// The steps, which run one after another.
    public var steps: Step<In, Out>

    /// A title for users, and the steps.
    public init(_ title: String, _ steps: Step<In, Out>) {
        self.title = title
        self.steps = steps
    }
}

/// A chain that is running or has ended. Dropping the handle changes nothing.
public struct ChainHandle<Out: Sendable>: Sendable {
    /// The number of the chain's row; its steps' rows name it as their parent.
    public let id: TaskID
    let client: NetClient
    let landing: Landing<Result<Out, ChainFailure>>

    /// The result of the last step. Cancelling the Swift task that waits here ends only the wait.
    public var value: Out {
        get async throws(ChainFailure) {
            let left = ChainFailure(step: 0, error: .waitCancelled(id), undoFailures: [], kept: [])
            return try await (landing.valueUnlessCancelled() ?? .failure(left)).get()
        }
    }

    /// Ends the chain and the running step; later steps never start. `false` when it had ended already.
    @discardableResult
    public func cancel() -> Bool { client.cancel(id) }
}

/// Where and why a chain stopped, with the results that are needed to continue from there.
public struct ChainFailure: Error, Sendable, CustomStringConvertible {
    /// The step that failed or was cancelled, from 0: the number of rows that succeeded before it.
    public let step: Int
    /// Why it stopped: ``NetError/Kind/cancelled(_:)`` when the chain or the step was cancelled.
    public let error: NetError
    /// The errors of undoing earlier steps, newest first, each with the place of the
    /// first step that it concerned.
    public let undoFailures: [UndoFailure]
    /// The results of steps that need not run again.
    let kept: [any Sendable]

    /// How many steps a resumed chain skips: those that succeeded and were not undone.
    public var keptSteps: Int { kept.count }

    public var description: String { "step \(step + 1): \(error)" }

    /// The same error for a group that contains the chain.
    var asMember: NetError {
        NetError(error.kind, attempted: error.attempted, detail: "step \(step + 1): \(error.why)", response: error.response)
    }
}

/// A compensation that failed.
public struct UndoFailure: Error, Sendable, Hashable {
    /// The place of the first step that it concerned, from 0.
    public let step: Int
    /// Why it failed.
    public let error: NetError
}

extension NetError {
    /// A description of the error, or at least its kind.
    var why: String { detail.isEmpty ? kind.name : detail }
}

extension NetClient {
    /// Starts a chain and returns at once. The chain continues when the handle is dropped.
    /// - Parameters:
    ///   - chain: the steps to run.
    ///   - input: the input of the first step.
    ///   - failure: the failure of an earlier run of the same chain with the same input: steps whose results
    ///     it contains do not run again.
    public func start<In, Out>(
        _ chain: RequestChain<In, Out>, _ input: In, resuming failure: ChainFailure? = nil
    ) -> ChainHandle<Out> {
        let landing = Landing<Result<Out, ChainFailure>>()
        let seat = ChainRun.openChain(chain, input, client: self, parent: nil, kept: failure?.kept ?? []) { landing.land($0) }
        seat.begin()
        return ChainHandle(id: seat.id, client: self, landing: landing)
    }

    /// Starts a chain and waits for it; cancelling the waiting Swift task cancels the chain.
    public func run<In, Out>(
        _ chain: RequestChain<In, Out>, _ input: In, resuming failure: ChainFailure? = nil
    ) async throws(ChainFailure) -> Out {
        let handle = start(chain, input, resuming: failure)
        return try await value(of: handle.id, in: handle.landing)
    }
}
