// The kernel's routes as messages, and what is concluded from them.

import Synchronization
import TestSupport
import Testing

@testable import NetLayer

@Suite(.within(minutes: 1)) struct RouteMessagesTests {
    private static let (inet, inet6): (UInt8, UInt8) = (2, 10)

    /// A message with `struct rtmsg`.
    private static func route(
        _ family: UInt8, prefix: UInt8, type: UInt8 = 1, flags: UInt32 = 0, message: UInt16 = 24, extra: Int = 8
    ) -> [UInt8] {
        let body = [family, prefix, 0, 0, 254, 3, 0, type] + bytes(flags) + [UInt8](repeating: 7, count: extra)
        return header(16 + body.count, message) + body
    }

    private static func header(_ length: Int, _ type: UInt16) -> [UInt8] {
        bytes(UInt32(length)) + bytes(type) + bytes(UInt16(2)) + bytes(UInt32(1)) + bytes(UInt32(9))
    }

    private static func bytes(_ value: some FixedWidthInteger) -> [UInt8] { withUnsafeBytes(of: value) { Array($0) } }

    private static let done = header(20, 3) + [0, 0, 0, 0]

    @Test(arguments: [
        ("default", route(inet, prefix: 0), true), ("default, IPv6", route(inet6, prefix: 0), true),
        ("half of a tunnel", route(inet, prefix: 1), true), ("all of IPv6's unicast", route(inet6, prefix: 3), true),
        ("own network", route(inet, prefix: 24), false), ("link-local", route(inet6, prefix: 64), false),
        ("unreachable", route(inet6, prefix: 0, type: 7), false), ("link down", route(inet, prefix: 0, flags: 0x10), false),
        ("dead", route(inet, prefix: 0, flags: 1), false), ("cached", route(inet6, prefix: 0, flags: 0x200), false),
        ("another family", route(7, prefix: 0), false), ("a route that was removed", route(inet, prefix: 0, message: 25), false),
    ])
    func onlyARouteThatLeadsEverywhereIsADefaultRoute(_ name: String, _ message: [UInt8], _ isDefault: Bool) {
        #expect(RouteMessages.read(message + Self.done) == .init(hasDefault: isDefault, isComplete: true))
    }

    @Test func severalMessagesStandInOneBuffer() {
        let odd = Self.route(Self.inet, prefix: 24, extra: 5)
        let buffer = odd + [0, 0, 0] + Self.route(Self.inet, prefix: 0)
        #expect(RouteMessages.read(buffer) == .init(hasDefault: true))
        #expect(RouteMessages.read([]) == .init())
    }

    @Test func aRefusalIsNoAnswer() {
        let reading = RouteMessages.read(Self.header(36, 2) + [UInt8](repeating: 0, count: 20))
        #expect(reading == .init(isComplete: true, isRefused: true))
    }

    /// No length of a buffer, and no length in it, leads out of it.
    @Test func damagedMessagesEndTheReading() {
        let whole = Self.route(Self.inet, prefix: 0) + Self.done
        for count in whole.indices { _ = RouteMessages.read(whole[..<count]) }
        for length in [UInt32(0), 1, 15, 17, 27, 4_000, .max] {
            let damaged = Self.bytes(length) + whole.dropFirst(4)
            #expect(!RouteMessages.read(damaged).hasDefault, "\(length)")
        }
    }

    @Test func theRequestAsksForAllRoutes() {
        let request = RouteMessages.makeDumpRequest()
        #expect(request.count == 28 && request.starts(with: Self.bytes(UInt32(28)) + Self.bytes(UInt16(26))))
    }

    // MARK: The source

    @Test func aReportThatMayBeWrongRaisesASuspicionOnly() {
        var machine = ReachabilityMachine()
        #expect(machine.applyHint(.reachable, at: .zero) == nil && machine.status == .unknown)
        let down = machine.applyHint(.notReachable, at: .seconds(1))
        #expect(down?.isSuspected == true && machine.status == .unknown && machine.assumedStatus == .notReachable)
        #expect(machine.applyHint(.notReachable, at: .seconds(2)) == nil)
        #expect(machine.applyHint(.reachable, at: .seconds(3))?.isSuspected == false && !machine.isSuspected)
    }

    @Test func underASuspicionCallsAreSentAndAResponseEndsIt() async throws {
        let report = Landing<@Sendable (NetworkStatus) -> Void>()
        let source = NetworkStatusSource(isCertain: false) { tell in
            report.land(tell)
            return .notReachable
        }
        let client = NetClient(transport: Net.answering(), network: source)
        #expect(client.network.isSuspected && client.network.status == .unknown)
        #expect(try await client.send(Net.call(), on: Net.pool).head.status == 200)
        #expect(!client.network.isSuspected && client.network.status == .reachable)
        await report.value()(.notReachable)
        #expect(client.network.isSuspected && client.network.status == .reachable)
        await report.value()(.reachable)
        #expect(!client.network.isSuspected)
    }

    /// The kernel of this machine answers, and the listener ends with its client.
    @Test func theKernelAnswers() throws {
        let source = NetworkStatusSource.routes()
        #expect(source.start { _ in } != .unknown && !source.isCertain)
    }

    /// A client that gets a source after another ends no listener of the other.
    @Test func aSourceListensForEachOfItsClients() async {
        final class Client: Sendable {
            private let last = Mutex(NetworkStatus.unknown)
            func receive(_ status: NetworkStatus) { last.withLock { $0 = status } }
        }
        struct Listening { weak var client: Client? }
        var source: NetworkStatusSource? = .routes()
        var all: [Listening] = []
        for _ in 1...10 {
            let client = Client()
            all.append(Listening(client: client))
            _ = source?.start { client.receive($0) }
        }
        #expect(all.allSatisfy { $0.client != nil })
        source = nil
        #expect(await eventually { all.allSatisfy { $0.client == nil } })
    }
}
