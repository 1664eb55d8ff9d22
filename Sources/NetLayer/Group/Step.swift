// One step of a chain, or several in sequence, as a value: its input, its output, and how steps are combined.

/// A part of a ``RequestChain``: takes an `In`, produces an `Out`, and has a row for each call or work in it.
///
///     let order = Step<Cart, Order>.call(on: pool) { postOrder($0) }
///         .compensating("cancel the order") { try await client.send(deleteOrder($0.id), on: pool) }
///         .then(.call(on: pool) { pay($0) })
///         .flatMap { receipt in receipt.isLarge ? thank(receipt) : .value(receipt) }
///
/// The closures must decide by their arguments alone: a resumed chain calls them again
/// with the stored results.
public struct Step<In: Sendable, Out: Sendable>: Sendable {
    /// How many rows it will have, as far as that is known before it runs.
    let count: Int
    let body: @Sendable (In, ChainRun) async throws(NetError) -> Out

    init(count: Int, body: @escaping @Sendable (In, ChainRun) async throws(NetError) -> Out) {
        self.count = count
        self.body = body
    }

    // MARK: One row

    /// A call that is made from the previous step's result. An error from `make` is the step's failure.
    public static func call(on pool: ServicePool, _ make: @escaping @Sendable (In) throws -> Endpoint<Out>) -> Step {
        Step(count: 1) { input, run throws(NetError) in
            let endpoint = Result { try make(input) }
            return try await run.perform { parent, land in
                switch endpoint {
                case .success(let endpoint):
                    run.client.makePendingTask(run.sticking(endpoint, on: pool), on: pool, parent: parent, land: land)
                case .failure(let error): run.client.seat(work: "request", parent: parent, land: land) { throw error }
                }
            }
        }
    }

    /// Work that is no request; see ``GroupMember/work(_:onLanding:_:)``.
    public static func work(_ title: String, _ body: @escaping @Sendable (In) async throws -> Out) -> Step {
        Step(count: 1) { input, run throws(NetError) in
            try await run.perform { parent, land in
                run.client.seat(work: title, parent: parent, land: land) { try await body(input) }
            }
        }
    }

    /// A group. The step fails when the group does not reach its goal.
    public static func group<V>(mode: GroupMode, _ make: @escaping @Sendable (In) -> RequestGroup<V>) -> Step
    where Out == GroupOutcome<V> {
        Step(count: 1) { input, run throws(NetError) in
            try await run.perform { parent, land in
                GroupRun.openGroup(make(input), mode: mode, client: run.client, parent: parent) { result in
                    land(result.flatMap { outcome in outcome.error.map { .failure($0) } ?? .success(outcome) })
                }.seat
            }
        }
    }

    /// A constant value, without a row.
    public static func value(_ value: Out) -> Step { Step(count: 0) { _, _ in value } }

    // MARK: Several

    /// This step, then the next one with this step's result.
    public func then<Next>(_ next: Step<Out, Next>) -> Step<In, Next> {
        Step<In, Next>(count: count + next.count) { input, run throws(NetError) in
            try await next.body(try await body(input, run), run)
        }
    }

    /// This step, then the steps that follow from its result: a chain may grow while it runs.
    public func flatMap<Next>(_ next: @escaping @Sendable (Out) -> Step<Out, Next>) -> Step<In, Next> {
        Step<In, Next>(count: count) { input, run throws(NetError) in
            let output = try await body(input, run)
            let step = next(output)
            run.expect(step.count)
            return try await step.body(output, run)
        }
    }

    /// Converts the step's result; has no row.
    public func map<Next>(_ change: @escaping @Sendable (Out) -> Next) -> Step<In, Next> {
        Step<In, Next>(count: count) { input, run throws(NetError) in change(try await body(input, run)) }
    }

    /// How to undo this step when a later one fails: in reverse order, each undo in a row of its own. Errors
    /// of undoing are collected in ``ChainFailure/undoFailures``. A cancel undoes nothing.
    public func compensating(_ title: String, _ undo: @escaping @Sendable (Out) async throws -> Void) -> Step {
        Step(count: count) { input, run throws(NetError) in
            let start = run.journal.position
            let output = try await body(input, run)
            run.journal.addUndo(.init(start: start, title: title) { try await undo(output) })
            return output
        }
    }
}
