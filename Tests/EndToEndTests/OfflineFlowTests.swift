// The network's state in the first line, in a network namespace of its own: without a default route, and with one that comes and goes.

import Foundation
import TestSupport
import Testing

/// A network namespace with a loopback interface and nothing else.
private struct NetworkNamespace {
    let name = "explorer-test-\(UInt32.random(in: .min ... .max))"

    /// Whether this user may make one.
    static func isPossible() async -> Bool {
        let probe = "explorer-probe-\(UInt32.random(in: .min ... .max))"
        let link = "ip -n \(probe) link add uplink type veth peer name far"
        // The namespace goes in any case.
        let script = "ip netns add \(probe) || exit 1; \(link); code=$?; ip netns del \(probe); exit $code"
        let result = try? await ChildProcess.run(
            "/bin/sh", ["-c", script], environment: ExplorerProgram.environment, within: .seconds(20))
        return result?.code == 0
    }

    func run(_ command: String) async throws {
        let result = try await ChildProcess.run(
            "/bin/sh", ["-c", command], environment: ExplorerProgram.environment, within: .seconds(20))
        try #require(result.code == 0, "\(command): \(result.errors)")
    }

    func begin() async throws { try await run("ip netns add \(name) && ip -n \(name) link set lo up") }
    func end() async { try? await run("ip netns del \(name)") }
}

extension ScreenFlows {
    @Suite(.enabled("ip netns must work here: root, and iproute2") { await NetworkNamespace.isPossible() })
    struct OfflineFlowTests {
        @Test func theFirstLineFollowsTheDefaultRouteAndLoopbackWorksWithoutOne() async throws {
            let space = NetworkNamespace()
            try await space.begin()
            do {
                try await flow(in: space)
            } catch {
                await space.end()
                throw error
            }
            await space.end()
        }

        private func flow(in space: NetworkNamespace) async throws {
            let tmux = try await ExplorerProgram.shell(
                "exec ip netns exec \(space.name) $explorer demo", size: (80, 24))
            func isOffline(_ screen: TerminalScreen) -> Bool { screen.lines.first?.contains("offline") == true }
            try await tmux.waitFor("the demo, offline") { isOffline($0) && $0.contains(ExplorerProgram.demoEndpoints) }
            let ip = "ip -n \(space.name)"
            try await space.run("\(ip) link add uplink type veth peer name far && \(ip) link set far up")
            try await space.run("\(ip) addr add 192.0.2.2/24 dev uplink && \(ip) link set uplink up")
            try await space.run("\(ip) route add default via 192.0.2.1")
            try await tmux.waitFor("the network") { !isOffline($0) && $0.contains("Online again") }
            // The kernel removes the route of a link that goes down without a message about the route.
            try await space.run("\(ip) link set uplink down")
            try await tmux.waitFor("no network") { isOffline($0) && $0.contains("Offline: ") }
        }
    }
}
