// As in CTNetworking: one type per API, parameters fetched when the call begins, a validator, an
// interceptor, a reformer.
import NetLayer

/// The API: the compiler requires its members.
struct SearchAPI: EndpointDefinition {
    var path: String { "/items" }
    var behaviour: CallBehaviour {
        var behaviour = CallBehaviour()
        behaviour.request.parameters = { _ in [Parameter("per_page", "3", in: .query)] }  // the paramSource
        behaviour.shape = .list(["id": .number, "name": .string])  // the validator
        behaviour.hooks = [Spinner()]
        return behaviour
    }
    func decode(_ response: RawResponse) throws -> RawResponse { response }
}

/// The interceptor: called before the call, and before its caller gets the outcome.
struct Spinner: Hooks {
    func willCall(_ context: CallContext) async throws -> HookVerdict {
        print("spinner on")
        return .proceed
    }
    func willLand(_ outcome: CallOutcome, _ context: CallContext) async throws -> HookVerdict {
        print("spinner off")
        return .proceed
    }
}

/// The reformer: another view of the same response.
let size = Reformer { response in "\(response.head.status), \(response.body.count) bytes" }

enum Interceptors {
    static func run(_ base: URI) async throws {
        let client = NetClient(transport: CurlTransport())
        let handle = client.dispatch(
            SearchAPI().endpoint.keepingRawResponse, on: ServicePool([Service(name: "demo", baseURL: base)]))
        print(try await handle.value.makeView(size))
    }
}
