// A pool of three services that is ordered about from outside, with the clocks in the test's hand.

import Synchronization
import Testing

@testable import NetLayer

final class RemotePool: Sendable {
    static let secret = "correct horse battery"

    let clock = VirtualClock()
    let transport: ScriptedTransport
    let client: NetClient
    let pool: ServicePool
    private let wall = WallBox()

    /// - Parameter answer: by the name of the service, which is its host's first label.
    init(
        key: DirectiveKey? = nil, header: String? = nil, scheme: String = "https",
        connection: ConnectionOptions = ConnectionOptions(), after: UInt64? = nil,
        _ answer: @escaping @Sendable (String, WireRequest) -> [ScriptedTransport.Step] = { _, _ in .answer(200) }
    ) {
        var options = FailoverOptions()
        options.guardsOffline = false
        options.directives = DirectiveRules(key: key, header: header, after: after)
        let services = ["a", "b", "c"].map { name in
            var service = Service(
                name: name,
                deployments: [
                    Deployment(.standard, baseURL: URI("\(scheme)://\(name).test/v1")),
                    Deployment(.test, baseURL: URI("\(scheme)://\(name).stage.test/v1")),
                ])
            service.connection = connection
            return service
        }
        pool = ServicePool(services, id: "main", failover: options)
        transport = ScriptedTransport { answer(String(($0.url.host ?? "").prefix(1)), $0) }
        client = NetClient(
            transport: transport, time: clock.source, random: .seeded(1), wallClock: { [wall] in wall.now })
    }

    var active: Int { client.status(of: pool)?.active ?? -1 }
    var switches: UInt64 { client.status(of: pool)?.generation ?? 0 }

    /// What became of every directive, by its epoch.
    var directives: [Told] {
        pool.failover?.recentEvents().compactMap { event in
            if case .directive(let epoch, let refusal) = event.kind { Told(epoch: epoch, refusal: refusal) } else { nil }
        } ?? []
    }

    func setWallClock(_ seconds: Int) { wall.set(.seconds(seconds)) }

    func send(_ path: String = "/items") async { _ = try? await client.send(Net.call(path), on: pool) }

    struct Told: Equatable {
        var epoch: UInt64
        var refusal: DirectiveRefusal?
    }

    final class WallBox: Sendable {
        private let time = Mutex(Duration.seconds(1_000))
        var now: Duration { time.withLock { $0 } }
        func set(_ moment: Duration) { time.withLock { $0 = moment } }
    }
}

extension Directive {
    /// As it is written, signed where there is a key.
    func text(_ key: DirectiveKey? = nil) -> String {
        var text = canonicalText.split(separator: "\n").dropFirst().filter { $0 != "expires=" }.joined(separator: ";")
        if let key { text += ";sig=\(key.signature(of: self))" }
        return text
    }
}
