// What can go wrong with the history, with what was attempted and what to do.

import GRDB

/// An error of the history. No row that was written earlier is lost by any of them.
public struct HistoryError: Error, Sendable, Hashable, CustomStringConvertible {
    /// What kind of error it is.
    public enum Kind: String, Sendable, Hashable, CaseIterable {
        /// A later version of the program has changed the database.
        case newer
        /// The file is a database, but no history.
        case foreign
        /// There is no room on the disk, or it cannot be written to just now.
        case full
        /// Folder or file cannot be opened or written.
        case denied
        /// File or log belongs to another user, or has a second name: nothing was written to it.
        case notOwn
        /// The file system cannot lock files.
        case unlockable
        /// Another program kept the database to itself for more than 5 seconds.
        case busy
        /// The database is damaged. The next start sets it aside.
        case corrupt
        /// The caller's task was cancelled.
        case cancelled
        /// Anything else.
        case failed
    }

    /// What kind of error it is.
    public let kind: Kind
    /// What was attempted, as in "writing to the history".
    public let attempt: String
    /// The database's file.
    public let path: String
    /// What SQLite or the system says.
    public let detail: String

    /// One sentence with what was attempted, where, and why it failed.
    public var description: String { "\(attempt) (\(path)) failed: \(detail)" }

    /// What to do, a sentence for people.
    public var hint: String {
        switch kind {
        case .newer: "A newer explorer has used this history. Update this one, or move the file away to begin a new history."
        case .foreign: "The file is another program's database. Move it away, or choose another path for the history."
        case .full:
            "Make room on the disk that holds the file. What was written before is safe, and writing goes on once there is room."
        case .denied: "Make the file and its folder yours and writable: chmod u+rw the file, chmod u+rwx the folder."
        case .notOwn:
            "Look at it with ls -l. Move it away to begin a new history, or put a copy of your own in its place: cp FILE copy && mv copy FILE."
        case .unlockable: "Set EXPLORER_DATA_DIR to a folder on a local disk."
        case .busy: "Another program holds the history. Try again, or see with `fuser` which one it is."
        case .corrupt: "Start the program again: it sets the damaged file aside and begins a new history."
        case .cancelled: "Nothing needs to be done."
        case .failed: "Try again. If it stays so, move the file away to begin a new history."
        }
    }

    init(_ kind: Kind, _ attempt: String, path: String, detail: String) {
        self.kind = kind
        self.attempt = attempt
        self.path = path
        self.detail = detail
    }

    /// What an error of GRDB means.
    init(_ error: any Error, _ attempt: String, path: String) {
        if let error = error as? HistoryError {
            self = error
        } else if let error = error as? DatabaseError {
            self.init(
                Self.kind(of: error), attempt, path: path,
                detail: "\(error.message ?? "no message") (SQLite \(error.extendedResultCode.rawValue))")
        } else {
            self.init(error is CancellationError ? .cancelled : .failed, attempt, path: path, detail: "\(error)")
        }
    }

    static func kind(of error: DatabaseError) -> Kind {
        switch error.resultCode {
        case .SQLITE_CORRUPT, .SQLITE_NOTADB: .corrupt
        case .SQLITE_FULL, .SQLITE_IOERR: .full
        case .SQLITE_CANTOPEN, .SQLITE_READONLY, .SQLITE_PERM, .SQLITE_AUTH: .denied
        case .SQLITE_BUSY, .SQLITE_LOCKED: .busy
        case .SQLITE_INTERRUPT, .SQLITE_ABORT: .cancelled
        default: .failed
        }
    }
}
