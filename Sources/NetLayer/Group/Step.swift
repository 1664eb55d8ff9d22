// One step of a chain, or several in a row, as a value: what it takes, what it brings, and how steps are put together.

/// A part of a ``RequestChain``: takes an `In`, brings an `Out`, and has a row for each call or work in it.
///
///     let order = Step<Cart, Order>.call(on: pool) { postOrder($0) }
///         .compensating("cancel the order") { try await client.send(deleteOrder($0.id), on: pool) }
///         .then(.call(on: pool) { pay($0) })
///         .flatMap { receipt in receipt.isLarge ? thank(receipt) : .value(receipt) }
///
/// The closures decide by what they are given alone: when a chain is resumed, they are asked again with what is kept.
public struct Step<In: Sendable, Out: Sendable>: Sendable {
    /// How many rows it will have, as far as that is known before it runs.
    let count: Int
    let body: @Sendable (In, ChainRun) async throws(NetError) -> Out

    init(count: Int, body: @escaping @Sendable (In, ChainRun) async throws(NetError) -> Out) {
        self.count = count
        self.body = body
    }

    // MARK: One row

    /// A call that is made from what the step before brought. What `make` throws is the step's failure.
    public static func call(on pool: ServicePool, _ make: @escaping @Sendable (In) throws -> Endpoint<Out>) -> Step {
        Step(count: 1) { input, run throws(NetError) in
            let endpoint = Result { try make(input) }
            return try await run.perform { parent, land in
                switch endpoint {
                case .success(let endpoint):
                    run.client.seat(run.sticking(endpoint, on: pool), on: pool, parent: parent, land: land)
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

    /// A group. The step fails when the group's goal is not reached.
    public static func group<V>(mode: GroupMode, _ make: @escaping @Sendable (In) -> RequestGroup<V>) -> Step
    where Out == GroupOutcome<V> {
        Step(count: 1) { input, run throws(NetError) in
            try await run.perform { parent, land in
                GroupRun.seat(make(input), mode: mode, client: run.client, parent: parent) { result in
                    land(result.flatMap { outcome in outcome.error.map { .failure($0) } ?? .success(outcome) })
                }.seat
            }
        }
    }

    /// No row: that value.
    public static func value(_ value: Out) -> Step { Step(count: 0) { _, _ in value } }

    // MARK: Several

    /// This step, then the next with what this one brought.
    public func then<Next>(_ next: Step<Out, Next>) -> Step<In, Next> {
        Step<In, Next>(count: count + next.count) { input, run throws(NetError) in
            try await next.body(try await body(input, run), run)
        }
    }

    /// This step, then those that follow from what it brought: a chain may grow while it runs (YT-6).
    public func flatMap<Next>(_ next: @escaping @Sendable (Out) -> Step<Out, Next>) -> Step<In, Next> {
        Step<In, Next>(count: count) { input, run throws(NetError) in
            let output = try await body(input, run)
            let step = next(output)
            run.expect(step.count)
            return try await step.body(output, run)
        }
    }

    /// Makes something else of what the step brought; has no row.
    public func map<Next>(_ change: @escaping @Sendable (Out) -> Next) -> Step<In, Next> {
        Step<In, Next>(count: count) { input, run throws(NetError) in change(try await body(input, run)) }
    }

    /// How what this step did is undone when a later one fails: in reverse order, each undoing a row of its own. What fails in it is
    /// collected in ``ChainFailure/undoFailures``. A cancel undoes nothing.
    public func compensating(_ title: String, _ undo: @escaping @Sendable (Out) async throws -> Void) -> Step {
        Step(count: count) { input, run throws(NetError) in
            let start = run.journal.position
            let output = try await body(input, run)
            run.journal.add(.init(start: start, title: title) { try await undo(output) })
            return output
        }
    }
}
