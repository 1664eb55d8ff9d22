// What the tests of NetClient share: a service behind no socket, calls on it, and transports whose responses
// the test decides.

@_exported import NetLayerTesting
import Synchronization
import TestSupport
import Testing

@testable import NetLayer

enum Net {
    static let service = Service(name: "main", baseURL: URI("http://api.test/v1"))
    static let pool = ServicePool([service])

    static func plan(_ path: String = "/items", _ change: (inout RequestPlan) -> Void = { _ in }) -> RequestPlan {
        var plan = RequestPlan(id: "call", path: path)
        change(&plan)
        return plan
    }

    static func call(_ path: String = "/items") -> Endpoint<RawResponse> { Endpoint(plan(path)) }

    /// Answers everything with 200 and the path.
    static func answering() -> ScriptedTransport { ScriptedTransport { .answer(200, body: Array($0.url.path.utf8)) } }

    /// Starts everything and answers nothing.
    static func hanging() -> ScriptedTransport { ScriptedTransport { _ in [.enter(.sending), .enter(.waiting)] } }

    static func failing(_ kind: NetError.Kind) -> ScriptedTransport {
        ScriptedTransport { _ in [.fail(TransferFailure(kind, "as told"))] }
    }
}

extension Handle {
    /// How the call ended.
    var outcome: Result<Response, NetError> {
        get async { await landing.value() }
    }

    var error: NetError? {
        get async { if case .failure(let error) = await outcome { error } else { nil } }
    }
}

extension NetClient {
    func row(_ id: TaskID) -> TaskRow? {
        let snapshot = snapshot()
        return (snapshot.live + snapshot.ended).first { $0.id == id }
    }

    /// What a use of the client throws.
    func failure(of use: @Sendable (NetClient) async throws(NetError) -> Void) async -> NetError? {
        do throws(NetError) {
            try await use(self)
            return nil
        } catch { return error }
    }

    /// Nothing is left of any task but its row.
    func isDrained() async -> Bool { await eventually { liveCount == 0 } }
}

/// Ends no exchange by itself, not even when it is cancelled: what comes late is up to the test.
final class StubbornTransport: Transport {
    final class Exchange: Transfer {
        let observer: any TransferObserver
        private let cancels = Mutex(0)

        init(_ observer: any TransferObserver) { self.observer = observer }

        var cancelCount: Int { cancels.withLock { $0 } }
        func cancel() { cancels.withLock { $0 += 1 } }
        func resume() {}
    }

    private let started = Mutex<[Exchange]>([])

    var exchanges: [Exchange] { started.withLock { $0 } }

    func start(_ request: WireRequest, observer: any TransferObserver) -> any Transfer {
        let exchange = Exchange(observer)
        started.withLock { $0.append(exchange) }
        return exchange
    }
}
