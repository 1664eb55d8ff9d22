// The log of a command: opened before its client, complete before the command ends.

import NetLayer
import Synchronization
import Workbench

extension NetworkSettings {
    /// The client of a command, with the log that the user asked for.
    /// - Throws: why the log cannot be opened. Exit code 74.
    func openClient(history: HistoryRecorder? = nil) throws(Refusal) -> NetClient {
        client(log: try openLog(), history: history)
    }

    /// Opens the log that the user asked for. The program completes it when the command ends.
    /// - Returns: `nil` when the user asked for none.
    /// - Throws: why the file cannot be opened. Exit code 74.
    private func openLog() throws(Refusal) -> CallLog? {
        guard let log else { return nil }
        let errors = CommandContext.io.error
        let opened = try CallLog(log) { StandardError.write("explorer: warning: \($0)", to: errors) }
        CommandContext.current.logs.add(opened)
        return opened
    }
}

/// The logs that a command has opened.
final class CommandLogs: Sendable {
    private let logs = Mutex<[CallLog]>([])

    func add(_ log: CallLog) { logs.withLock { $0.append(log) } }

    /// Masks these secrets in all lines from now on.
    func learn(_ secrets: Set<Secret>) { for log in logs.withLock({ $0 }) { log.learn(secrets) } }

    /// Waits until all events so far are written.
    func finish() async { for log in logs.withLock({ $0 }) { await log.finish() } }
}
