// Failover on real sockets, side by side with nginx and HAProxy: the same faults at the same time, one table,
// and its requirements.

import Foundation
import NetLayer

enum LiveFailover {
    /// Requests per second, for each lane.
    static let rate = 50

    /// - Returns: whether all requirements were met.
    static func run(_ effort: Effort) async throws -> Bool {
        let services = try LiveServices()
        defer { services.killAll() }
        let transport = CurlTransport()
        var proxies: [(LiveProxy.Kind, LiveProxy)] = []
        defer { proxies.forEach { $0.1.stop() } }
        for kind in LiveProxy.Kind.allCases { proxies.append((kind, try LiveProxy(kind, services: services.ports))) }
        let lanes =
            [LiveLane(services: services.ports, transport: transport)]
            + proxies.map { LiveLane($0.0, port: $0.1.port, transport: transport) }
        let script = LivePhase.script(fault: effort.fault, recovery: effort.recovery)
        try await play(script, services, lanes)
        let table = LiveTable(script, lanes.map { ($0.name, $0.samples) })
        FileHandle.standardOutput.write(Data(table.text.utf8))
        return !table.bars.contains(where: \.isMissed)
    }

    private static func play(_ script: [LivePhase], _ services: LiveServices, _ lanes: [LiveLane]) async throws {
        let clock = ContinuousClock()
        let start = clock.now
        // The faults run on a thread of their own: a service takes time to start, and the
        // requests must continue.
        let faults = Task.detached {
            for phase in script {
                try await clock.sleep(until: start + phase.from)
                try phase.begin(services)
                try await clock.sleep(until: start + phase.until)
                try phase.end(services)
            }
        }
        let step = Duration.seconds(1) / rate
        let end = script.last?.recoveredBy ?? .zero
        var due = Duration.zero
        while due < end {
            try await clock.sleep(until: start + due, tolerance: .zero)
            for lane in lanes { lane.send(at: due, clock: clock) }
            due += step
        }
        try await faults.value
        while !lanes.allSatisfy(\.isIdle) { try await clock.sleep(for: .milliseconds(20)) }
    }
}
