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

    /// The decoded response.
    func run<R>(_ decode: @Sendable (RawResponse) throws -> R) async throws(NetError) -> R {
        let response = try await response()
        if let error = Self.statusError(response) { throw error }
        do {
            return try decode(response)
        } catch {
            throw NetError(.decode, attempted: "\(plan.method) \(response.url)", detail: "\(error)", response: response)
        }
    }

    /// The answer, whatever its status.
    func response() async throws(NetError) -> RawResponse {
        try await Attempt(client: client, id: id, plan: plan, behaviour: behaviour, pool: pool, number: 1, sink: sink).run()
    }

    static func statusError(_ response: RawResponse) -> NetError? {
        let status = response.head.status
        guard status >= 400 else { return nil }
        return NetError(
            .status(status), attempted: "\(response.url)", detail: "the server answered \(status)", response: response)
    }
}
