// Three demo services as processes of their own; each can be killed, frozen, made to fail, and restored.

import Glibc
import Synchronization

final class LiveServices: Sendable {
    let ports: [UInt16]
    private let program: String
    private let processes: Mutex<[pid_t?]>
    private let cleanup: Mutex<Int?> = Mutex(nil)

    init() throws {
        program = try Place.demo()
        let ports = try (0..<3).map { _ in try Loopback.freePort() }
        self.ports = ports
        processes = Mutex([nil, nil, nil])
        let number = Cleanup.shared.add { [weak self] in self?.killAll() }
        cleanup.withLock { $0 = number }
        for service in ports.indices { try start(service) }
    }

    deinit { killAll() }

    static func name(_ service: Int) -> String { "api-\(service + 1)" }

    /// Starts a service that is not running, and waits until it listens.
    func start(_ service: Int) throws {
        let arguments = ["--port", "\(ports[service])", "--name", Self.name(service), "--parent-death"]
        let process = try Child.start(program, arguments, environment: Place.environment)
        processes.withLock { $0[service] = process }
        guard Loopback.isAnswering(ports[service]) else { throw MeasurementError.broken("\(Self.name(service)) does not listen") }
    }

    func kill(_ service: Int) {
        let process = processes.withLock { processes in
            defer { processes[service] = nil }
            return processes[service]
        }
        if let process { Child.terminate(process) }
    }

    /// SIGSTOP, SIGCONT, or SIGUSR1, which toggles the demo's responses with 500.
    func send(_ signal: Int32, to service: Int) {
        processes.withLock { if let process = $0[service] { _ = Glibc.kill(process, signal) } }
    }

    func killAll() { ports.indices.forEach(kill) }
}
