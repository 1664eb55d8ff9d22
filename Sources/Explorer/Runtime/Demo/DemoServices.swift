// The demo's services as child processes: started on loopback, killed, frozen and healed on order, stopped at
// the end of the program, however it ends.
//
// Each child asks the kernel for a kill when the thread that made it ends. So even a frozen child, which
// would not notice that its parent is gone, ends with the program. Therefore one thread, the keeper, starts
// and restarts all of them and lives as long as the program: it waits for their ends and for orders.

import Foundation
import Glibc
import Screen
import Synchronization
import Workbench
import Workspace

/// The services of the demo.
public final class DemoServices: Sendable {
    static let count = 3

    private struct Member {
        let url: String
        /// `nil` once it has ended.
        var child: Subprocess?
        var service: DemoStatus.Service
    }

    private struct State {
        var members: [Member]
        var orders: [DemoOrder] = []
        var isStopping = false
        var watcher: (@Sendable (Event) -> Void)?
        var whenEnded: (@Sendable () -> Void)?

        var status: DemoStatus { DemoStatus(members.map(\.service)) }
        var isOver: Bool { members.allSatisfy { $0.child == nil } }
    }

    /// Base URLs, in the order of preference.
    public let urls: [String]
    private let state: Mutex<State>
    private let program: String
    /// A pipe that wakes the keeper for an order.
    private let bell: (hears: Int32, rings: Int32)

    private init(_ program: String, _ members: [Member], bell: (hears: Int32, rings: Int32)) {
        self.program = program
        self.bell = bell
        urls = members.map(\.url)
        state = Mutex(State(members: members))
    }

    /// Starts the services and waits until each accepts connections.
    /// - Parameters:
    ///   - basePort: the port of the first service; the others take the next ones. 0: any free port.
    ///   - environment: environment variables; `EXPLORER_DEMO` names the program.
    /// - Throws: a ``Refusal`` that explains the failure.
    public static func start(basePort: Int, _ environment: [String: String]) async throws -> DemoServices {
        guard let program = locate(environment) else {
            throw Refusal(
                Failure(
                    title: "the demo's program explorer-demo was not found",
                    detail: "Put it beside explorer, or set EXPLORER_DEMO to its path.",
                    hint: "Build it with 'make build', or open a description: explorer openapi.json"),
                exitCode: ExitStatus.cannotRead)
        }
        return try await withCheckedThrowingContinuation { continuation in
            Thread.detachNewThread { keep(program, basePort, continuation) }
        }
    }

    /// Kills the children at once; their keeper reaps them.
    public func stop() {
        state.withLock { state in
            state.isStopping = true
            for member in state.members { member.child?.signal(SIGKILL) }
        }
        ring()
    }

    /// Hands an order to the keeper. The watcher receives the outcome.
    func obey(_ order: DemoOrder) {
        state.withLock { $0.orders.append(order) }
        ring()
    }

    /// Reports the states of the services, now and after each change.
    func watch(_ watcher: @escaping @Sendable (Event) -> Void) {
        let status = state.withLock { state in
            state.watcher = watcher
            return state.status
        }
        watcher(.services(.demoChanged(status)))
    }

    /// Runs `action` once all services have ended.
    public func whenEnded(_ action: @escaping @Sendable () -> Void) {
        let isOver = state.withLock { state in
            if !state.isOver { state.whenEnded = action }
            return state.isOver
        }
        if isOver { action() }
    }

    private func ring() {
        var byte: UInt8 = 1
        _ = write(bell.rings, &byte, 1)
    }

    private static func locate(_ environment: [String: String]) -> String? {
        if let path = environment["EXPLORER_DEMO"] { return access(path, X_OK) == 0 ? path : nil }
        guard let own = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe") else { return nil }
        let path = String(own[..<(own.lastIndex(of: "/") ?? own.startIndex)]) + "/explorer-demo"
        return access(path, X_OK) == 0 ? path : nil
    }

    // MARK: The keeper's thread

    /// The keeper's main function: starts the children, reports, then waits for their ends and for orders.
    private static func keep(_ program: String, _ basePort: Int, _ continuation: CheckedContinuation<DemoServices, any Error>) {
        var members: [Member] = []
        for index in 0..<count {
            let name = "api-\(index + 1)"
            guard let (child, url) = launch(program, name, port: basePort == 0 ? 0 : basePort + index) else {
                for member in members { member.child?.signal(SIGKILL) }
                let failure = Failure(
                    title: "service \(index + 1) of the demo did not start", detail: "Its output is above.", hint: "")
                continuation.resume(throwing: Refusal(failure, exitCode: 1))
                return
            }
            members.append(Member(url: url, child: child, service: DemoStatus.Service(name: name)))
        }
        var ends: [Int32] = [-1, -1]
        _ = pipe(&ends)
        for end in ends {
            _ = fcntl(end, F_SETFD, FD_CLOEXEC)
            _ = fcntl(end, F_SETFL, O_NONBLOCK)
        }
        let services = DemoServices(program, members, bell: (ends[0], ends[1]))
        continuation.resume(returning: services)
        while services.round() {}
    }

    /// Starts a service; returns the child and its URL once it accepts connections. `nil` when it did not
    /// start; the child has ended then.
    private static func launch(_ program: String, _ name: String, port: Int) -> (child: Subprocess, url: String)? {
        let arguments = ["--port", String(port), "--name", name, "--parent-death"]
        // Another child that starts at the same time would keep the pipe open; only one thread starts
        // children.
        let start = Subprocess.start(
            [program] + arguments, environment: ProcessInfo.processInfo.environment, input: .nothing, output: .pipe,
            errors: .inherited, in: .group)
        guard case .success(let child) = start else { return nil }
        guard let url = child.firstLines(until: "ready")?.first else {
            child.killService()
            return nil
        }
        return (child, url)
    }

    /// Waits for one event and handles it; `false` when no more events can come.
    private func round() -> Bool {
        let outputs = state.withLock { $0.members.map { $0.child?.output ?? -1 } }
        var waits = [pollfd(fd: bell.hears, events: Int16(POLLIN), revents: 0)]
        // poll ignores negative descriptors.
        waits += outputs.map { pollfd(fd: $0, events: 0, revents: 0) }
        guard poll(&waits, nfds_t(waits.count), -1) > 0 else { return true }
        if waits[0].revents != 0 {
            var bytes = [UInt8](repeating: 0, count: 64)
            _ = read(bell.hears, &bytes, bytes.count)
        }
        for (index, wait) in waits.dropFirst().enumerated() where wait.revents != 0 { bury(index) }
        for order in state.withLock({ state in
            defer { state.orders = [] }
            return state.orders
        }) { perform(order) }
        return state.withLock { !$0.isStopping || !$0.isOver }
    }

    /// Removes a child that has ended, and reports it.
    private func bury(_ index: Int) {
        change { state in
            // Without its output the child is useless, even if it is alive.
            state.members[index].child?.killService()
            state.members[index].child = nil
            state.members[index].service.condition = .dead
        }
        let action = state.withLock { $0.isOver ? $0.whenEnded : nil }
        action?()
    }

    private func perform(_ order: DemoOrder) {
        let (child, service, url) = state.withLock { state in
            let member = state.members[order.service]
            return (member.child, member.service, member.url)
        }
        switch (order.deed, child) {
        case (.kill, let child?): child.signal(SIGKILL)
        case (.freeze, let child?):
            child.signal(SIGSTOP)
            change { $0.members[order.service].service.condition = .frozen }
        case (.heal, let child?):
            child.signal(SIGCONT)
            change { $0.members[order.service].service.condition = .running }
        case (.heal, nil):
            guard let port = URL(string: url)?.port, let (child, _) = Self.launch(program, service.name, port: port) else {
                state.withLock { $0.watcher }?(.report(.warned("\(service.name) could not be started again at \(url)")))
                return
            }
            change { state in
                state.members[order.service].child = child
                state.members[order.service].service.condition = .running
                // A stop in the meantime did not include this child.
                if state.isStopping { child.signal(SIGKILL) }
            }
        case (.kill, nil), (.freeze, nil): break
        }
    }

    private func change(_ change: (inout State) -> Void) {
        let (watcher, status) = state.withLock { state in
            change(&state)
            return (state.watcher, state.status)
        }
        watcher?(.services(.demoChanged(status)))
    }
}
