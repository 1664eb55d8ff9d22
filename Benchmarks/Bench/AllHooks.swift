// The cost of a request whose every hook is observed and may change it.

import NetLayer

extension Measure {
    static let allHooks = Measure(figures: [
        Figure(
            name: "hooks-all", limit: 1.15, unit: "ratio",
            about: "CPU a GET, 64 at once: with a closure at every hook there is", anchor: "with none")
    ]) { effort in
        let server = try Nginx()
        let pairs = try await Turns.pairs(effort.pairs) {
            try await Network.throughNetLayer(Watched.client, server.url, effort.requests, 64, Watched.behaviour)
        } _: {
            try await Network.throughNetLayer(server.url, effort.requests, 64)
        }
        return ["hooks-all": pairs.cpuRatios]
    }
}

/// Uses every hook; each one agrees.
private enum Watched {
    struct Watcher: Hooks {
        func willCall(_ context: CallContext) async throws -> HookVerdict { context.attempts >= 0 ? .proceed : .skip }
        func didCall(_ context: CallContext) async {}
        func didReceive(_ outcome: CallOutcome, _ context: CallContext) async {}
        func willLand(_ outcome: CallOutcome, _ context: CallContext) async throws -> HookVerdict { .proceed }
        func didLand(_ outcome: CallOutcome, _ context: CallContext) async {}
    }

    static var client: NetClient {
        var behaviour = ClientBehaviour()
        behaviour.hooks = [Watcher()]
        behaviour.policy = ResponsePolicy("service") { outcome, _ in .unchanged(outcome) }
        return NetClient(transport: CurlTransport(), limits: DispatchLimits(total: 64, perHost: 64), behaviour: behaviour)
    }

    static var behaviour: CallBehaviour {
        var behaviour = CallBehaviour()
        behaviour.hooks = [Watcher()]
        behaviour.request.parameters = { _ in [] }
        behaviour.request.reform = { $0 }
        behaviour.request.signature = { _, _ in [] }
        behaviour.request.adapters = [ClosureAdapter { request, _ in request.headers.set(HeaderField("X-Adapted", "1")) }]
        behaviour.request.signer = ClosureAdapter { request, _ in request.headers.set(HeaderField("X-Signed", "1")) }
        behaviour.checkParameters = { _ in }
        behaviour.acceptsStatus = { $0 == 200 }
        behaviour.business = BusinessRule { _ in .success }
        behaviour.checkAnswer = { _ in }
        behaviour.policy = ResponsePolicy("endpoint") { outcome, _ in .unchanged(outcome) }
        behaviour.shouldStore = { _ in true }
        return behaviour
    }
}
