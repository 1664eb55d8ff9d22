// The tasks that perform a client's health checks: they end with it.

import Synchronization

/// Belongs to one client.
final class HealthCheckTasks: Sendable {
    private let tasks = Mutex<(running: [Int: Task<Void, Never>], last: Int)>(([:], 0))

    deinit { tasks.withLock { $0.running.values }.forEach { $0.cancel() } }

    func start(_ work: @escaping @Sendable () async -> Void) {
        tasks.withLock { tasks in
            tasks.last += 1
            let number = tasks.last
            // Detached: the task must not inherit from the caller that happens to send first.
            tasks.running[number] = Task.detached { [weak self] in
                await work()
                self?.ended(number)
            }
        }
    }

    private func ended(_ number: Int) { tasks.withLock { _ = $0.running.removeValue(forKey: number) } }
}
