// Ended tasks as an HTTP archive with their responses, without their secrets. Pure.

import History
import NetLayer
import RequestFiles

/// Writes tasks as an archive piece by piece: ``opening``, then each task, then ``closing``. It hides what the
/// history hides.
public struct TaskArchive: Sendable {
    private var secrets: KnownSecrets
    private var writer = HARWriter(version: ProgramVersion.current)

    /// The longest body in an archive, in bytes.
    public static let longestBody = 8 << 20

    /// - Parameters:
    ///   - rows: all tasks, also those that the archive does not contain: a response may repeat the secret of
    ///     another request.
    ///   - known: the secrets that the recorder of the history knows, and those of rows whose traces were
    ///     dropped.
    public init(_ rows: [TaskRow], knowing known: KnownSecrets = KnownSecrets()) {
        secrets = known
        for row in rows { secrets.learn(row) }
    }

    /// The bytes before the first task.
    public var opening: [UInt8] { writer.opening }

    /// The bytes of the next task; `nil` when it has sent nothing.
    /// - Parameters:
    ///   - body: the response's body; `nil` without a response.
    ///   - started: when the task began, in milliseconds since 1970.
    public mutating func append(_ row: TaskRow, body: HistoryBody?, started: Int64) -> [UInt8]? {
        let entry = HistoryEntry(EntryFacts(row, body: body, started: started), run: "", hiding: &secrets)
        return RecordedExchange(entry).map { writer.append($0) }
    }

    /// The bytes after the last task.
    public var closing: [UInt8] { writer.closing }
}
