// What the tests of authentication share: a service that takes one token, a login that brings the next, on a clock that stands still.

import Foundation
import Synchronization
import TestSupport

@testable import NetLayer

/// Takes `Bearer t<n>` for the newest n alone.
final class TokenService: Sendable {
    private struct State {
        var good = 1
        var answered = 0
    }

    private let state = Mutex(State())

    var good: Int { state.withLock { $0.good } }
    /// The token that was good is so no longer.
    func expire() { state.withLock { $0.good += 1 } }

    func answer(_ request: WireRequest) -> [ScriptedTransport.Step] {
        let good = good
        guard request.headers["Authorization"] == "Bearer t\(good)" else { return .answer(401, body: Array("no".utf8)) }
        return .answer(200, body: Array(request.url.path.utf8))
    }
}

/// A client, its account, and how often it was asked to log in.
final class AuthStage: Sendable {
    let clock = VirtualClock()
    let service = TokenService()
    let transport: ScriptedTransport
    let accounts: Accounts
    let client: NetClient
    let told = Mutex<[AuthEvent]>([])
    let renewals = Mutex(0)
    private let isHolding: Holding
    static let pool = ServicePool([Net.service], id: "shop")

    init(
        tokens: any TokenStore = MemoryTokenStore(), policies: CallPolicies = CallPolicies(),
        behaviour: ClientBehaviour = ClientBehaviour(), cookies: CookieJar? = nil,
        script: (@Sendable (WireRequest) -> [ScriptedTransport.Step]?)? = nil
    ) {
        let service = service
        let holding = Holding()
        isHolding = holding
        transport = ScriptedTransport { holding.isOn ? Net.hang : script?($0) ?? service.answer($0) }
        let events = Relay()
        accounts = Accounts(tokens: tokens) { events.tell($0) }
        let clock = clock
        client = NetClient(
            transport: transport, limits: DispatchLimits(total: 200, perHost: 200), policies: policies, behaviour: behaviour,
            accounts: accounts, cookies: cookies,
            time: clock.source,
            random: .seeded(1), wallClock: { .seconds(1_000) + clock.now })
        events.listen { [weak self] event in self?.told.withLock { $0.append(event) } }
    }

    /// An account whose renewal waits for a gate, then brings what `grant` makes of the newest token.
    func account(
        first: Int? = 1, name: String = "", rule: AuthRule = AuthRule(), window: RefreshWindow = RefreshWindow(),
        gate: Landing<Void>? = nil, grant: @escaping @Sendable (Int) throws -> Grant = { Grant(.bearer(Secret("t\($0)"))) }
    ) {
        accounts.setAuthentication(
            .renewing(first.map { Grant(.bearer(Secret("t\($0)"))) }, rule: rule, window: window) { [weak self, service] _, _ in
                self?.renewals.withLock { $0 += 1 }
                await gate?.value()
                return try grant(service.good)
            }, family: "shop", account: name)
    }

    func dispatch(_ path: String = "/items") -> Handle<RawResponse> { client.dispatch(Net.call(path), on: Self.pool) }

    /// So many calls, all of them sent with what is no longer good, and refused once all are in the air.
    func refused(_ count: Int) async -> [Handle<RawResponse>] {
        isHolding.isOn = true
        service.expire()
        let handles = (0..<count).map { dispatch("/\($0)") }
        _ = await eventually { transport.inFlight.count == count }
        isHolding.isOn = false
        for transfer in transport.inFlight { transfer.play(service.answer(transfer.request)) }
        return handles
    }

    var events: [AuthEvent.Kind] { told.withLock { $0.map(\.kind) } }
    var renewalCount: Int { renewals.withLock { $0 } }

    func decisions(_ handle: Handle<RawResponse>) -> [Decision] { client.row(handle.id)?.decisions.map(\.decision) ?? [] }

    /// The rows that renewed.
    var refreshRows: [TaskRow] {
        let snapshot = client.snapshot()
        return (snapshot.live + snapshot.ended).filter { $0.info.kind == .chain }
    }
}

private final class Holding: Sendable {
    private let state = Mutex(false)

    var isOn: Bool {
        get { state.withLock { $0 } }
        set { state.withLock { $0 = newValue } }
    }
}

/// Lets an object hear what is told to a closure that was made before it.
private final class Relay: Sendable {
    private let listener = Mutex<(@Sendable (AuthEvent) -> Void)?>(nil)

    func listen(_ body: @escaping @Sendable (AuthEvent) -> Void) { listener.withLock { $0 = body } }
    func tell(_ event: AuthEvent) { listener.withLock { $0 }?(event) }
}

extension Handle where Response == RawResponse {
    /// The body as text; `nil` when it failed.
    var text: String? {
        get async { (try? await outcome.get()).map { String(decoding: $0.body, as: UTF8.self) } }
    }
}

extension TemporaryFolder {
    /// The permissions of a file in it.
    func mode(_ name: String) throws -> Int {
        let attributes = try FileManager.default.attributesOfItem(atPath: path(name))
        return (attributes[.posixPermissions] as? Int) ?? 0
    }

    /// What is in it.
    func names() throws -> [String] { try FileManager.default.contentsOfDirectory(atPath: path).sorted() }
}
