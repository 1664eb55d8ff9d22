// One call's way out and back, whatever its response type: what stands before the attempts, the attempts, and what becomes of the answer.
//
//   hooks, parameters, validation, reachability ─► Attempt (1…n) ─► status ─► decode ─► business code, validation, hooks ─► result

struct Call {
    let client: NetClient
    let id: TaskID
    let plan: RequestPlan
    var behaviour = CallBehaviour()
    let pool: ServicePool
    /// Takes the body of the final answer as it arrives; `nil` collects it.
    var sink: BodyPipe?
    /// Asked after each attempt that was not cancelled, whether there should be another whatever the policy says.
    var wish: (@Sendable (Result<RawResponse, NetError>) async -> RetryWish?)?

    /// The decoded response.
    func run<R>(_ decode: @Sendable (RawResponse) throws -> R) async throws(NetError) -> R {
        let (response, story) = try await answer()
        if let error = Self.statusError(response, story) { throw error }
        do {
            return try decode(response)
        } catch {
            throw NetError(.decode, attempted: "\(plan.method) \(response.url)", detail: "\(error)", response: response)
        }
    }

    /// The answer, whatever its status, and what it took to get it.
    func answer() async throws(NetError) -> (RawResponse, AttemptStory) {
        let first = Attempt(client: client, id: id, plan: plan, behaviour: behaviour, pool: pool, number: 1, sink: sink)
        if wish == nil, plan.policies.isPlain, client.policies.isPlain {
            return (try await first.run().result.get(), AttemptStory())
        }
        let (outcome, story) = await AttemptLoop(first: first, wish: wish).run()
        do { return (try outcome.get(), story) } catch { throw story.told(error) }
    }

    static func statusError(_ response: RawResponse, _ story: AttemptStory) -> NetError? {
        let status = response.head.status
        guard status >= 400 else { return nil }
        return story.told(
            NetError(.status(status), attempted: "\(response.url)", detail: "the server answered \(status)", response: response))
    }
}
