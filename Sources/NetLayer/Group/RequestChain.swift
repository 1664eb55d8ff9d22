// Calls that follow each other, each made from what the one before brought: the definition, and how a client runs it.

/// A chain's definition, a value: it may be run any number of times, each time with rows of its own (B-YT-6).
public struct RequestChain<In: Sendable, Out: Sendable>: Sendable {
    /// What a person calls it; the task table shows it.
    public var title: String
    /// What is run, one step after the other.
    public var steps: Step<In, Out>

    /// A title for people, and the steps.
    public init(_ title: String, _ steps: Step<In, Out>) {
        self.title = title
        self.steps = steps
    }
}

/// A chain that runs, or has. Dropping the handle changes nothing.
public struct ChainHandle<Out: Sendable>: Sendable {
    /// The number of the chain's row; its steps' rows name it as their parent.
    public let id: TaskID
    let client: NetClient
    let landing: Landing<Result<Out, ChainFailure>>

    /// What the last step brought. Cancelling the Swift task that waits here ends the wait alone.
    public var value: Out {
        get async throws(ChainFailure) {
            let left = ChainFailure(step: 0, error: .left(id), undoFailures: [], kept: [])
            return try await (landing.valueUnlessCancelled() ?? .failure(left)).get()
        }
    }

    /// Ends the chain and the step that runs; later ones never start. `false` when it had ended already.
    @discardableResult
    public func cancel() -> Bool { client.cancel(id) }
}

/// Where and why a chain stopped (CT-C2, B-CT-16), with what is needed to go on from there.
public struct ChainFailure: Error, Sendable, CustomStringConvertible {
    /// The step that failed or was cancelled, from 0: how many rows have succeeded before it.
    public let step: Int
    /// ``NetError/Kind/cancelled(_:)`` when the chain was cancelled, or the step.
    public let error: NetError
    /// What failed when earlier steps were undone, newest first, each with the place of the first step that it was for.
    public let undoFailures: [UndoFailure]
    /// What the steps brought that need not be run again.
    let kept: [any Sendable]

    /// How many steps a resumed chain skips: those that succeeded and were not undone.
    public var keptSteps: Int { kept.count }

    public var description: String { "step \(step + 1): \(error)" }

    /// The same for a group that the chain is a member of.
    var asMember: NetError {
        NetError(error.kind, attempted: error.attempted, detail: "step \(step + 1): \(error.why)", response: error.response)
    }
}

/// A compensation that failed.
public struct UndoFailure: Error, Sendable, Hashable {
    /// The place of the first step that it was for, from 0.
    public let step: Int
    /// Why it failed.
    public let error: NetError
}

extension NetError {
    /// What happened, in words, or at least its kind.
    var why: String { detail.isEmpty ? kind.name : detail }
}

extension NetClient {
    /// Starts a chain and returns at once. It goes on when the handle is dropped.
    /// - Parameters:
    ///   - chain: what is run, step by step.
    ///   - input: what the first step is made from.
    ///   - failure: how an earlier run of the same chain with the same input ended: steps that it kept are not run again.
    public func start<In, Out>(
        _ chain: RequestChain<In, Out>, _ input: In, resuming failure: ChainFailure? = nil
    ) -> ChainHandle<Out> {
        let landing = Landing<Result<Out, ChainFailure>>()
        let seat = ChainRun.seat(chain, input, client: self, parent: nil, kept: failure?.kept ?? []) { landing.land($0) }
        seat.begin()
        return ChainHandle(id: seat.id, client: self, landing: landing)
    }

    /// Starts a chain and waits for it; it is cancelled when the waiting Swift task is.
    public func run<In, Out>(
        _ chain: RequestChain<In, Out>, _ input: In, resuming failure: ChainFailure? = nil
    ) async throws(ChainFailure) -> Out {
        let handle = start(chain, input, resuming: failure)
        let result = await withTaskCancellationHandler {
            await handle.landing.value()
        } onCancel: {
            cancel(handle.id, because: .scope)
        }
        return try result.get()
    }
}
