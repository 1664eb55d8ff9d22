// The faults of the services and their times: the same for all lanes, because they send at the same time.

import Glibc

/// A fault, its duration, and the time to recover from it.
struct LivePhase: Sendable {
    let name: String
    /// The time since the script began.
    let from: Duration
    let until: Duration
    let recoveredBy: Duration
    /// Whether no service can respond in this phase.
    let isHopeless: Bool
    /// How much of nginx's 99th percentile NetLayer's may be; `nil`: as the better proxy's, and a fifth more.
    var shareOfNginx: Double?
    let begin: @Sendable (LiveServices) throws -> Void
    let end: @Sendable (LiveServices) throws -> Void

    static func script(fault: Duration, recovery: Duration, start: Duration = .seconds(10)) -> [LivePhase] {
        var phases: [LivePhase] = []
        var time = start
        func add(
            _ name: String, isHopeless: Bool = false, shareOfNginx: Double? = nil,
            begin: @escaping @Sendable (LiveServices) throws -> Void,
            end: @escaping @Sendable (LiveServices) throws -> Void
        ) {
            let length = isHopeless ? .seconds(10) : fault
            phases.append(
                LivePhase(
                    name: name, from: time, until: time + length, recoveredBy: time + length + recovery, isHopeless: isHopeless,
                    shareOfNginx: shareOfNginx, begin: begin, end: end))
            time += length + recovery
        }
        add("killed") {
            $0.kill(0)
        } end: {
            try $0.start(0)
        }
        add("frozen", shareOfNginx: 0.3) {
            $0.send(SIGSTOP, to: 0)
        } end: {
            $0.send(SIGCONT, to: 0)
        }
        add("answers 500") {
            $0.send(SIGUSR1, to: 0)
        } end: {
            $0.send(SIGUSR1, to: 0)
        }
        add("all killed", isHopeless: true) {
            $0.killAll()
        } end: { services in
            try (0..<3).forEach(services.start)
        }
        return phases
    }
}
