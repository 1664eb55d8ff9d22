// The errors of the history, with the attempted action and advice for the user.

import GRDB

/// An error of the history. No error loses a row that was written earlier.
public struct HistoryError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The kinds of error.
    public enum Kind: String, Sendable, Hashable, CaseIterable {
        /// A later version of the program has changed the database.
        case newer
        /// The file is a database, but not a history.
        case foreign
        /// The disk is full, or cannot be written to at the moment.
        case full
        /// The folder or file cannot be opened or written.
        case denied
        /// The file or its log belongs to another user, or has a second name. Nothing was written to it.
        case notOwn
        /// The file system cannot lock files.
        case unlockable
        /// Another program held the database for more than 5 seconds.
        case busy
        /// The database is damaged. The next start sets it aside.
        case corrupt
        /// The caller's task was cancelled.
        case cancelled
        /// Anything else.
        case failed
    }

    /// The kind of error.
    public let kind: Kind
    /// The attempted action, such as "writing to the history".
    public let attempt: String
    /// The path of the database file.
    public let path: String
    /// The text from SQLite or the system.
    public let detail: String

    /// One sentence with the attempted action, the path, and the reason of the failure.
    public var description: String { "\(attempt) (\(path)) failed: \(detail)" }

    /// Advice for the user, one sentence.
    public var hint: String {
        switch kind {
        case .newer: "A newer explorer has used this history. Update this one, or move the file away to begin a new history."
        case .foreign: "The file is another program's database. Move it away, or choose another path for the history."
        case .full:
            "Make room on the disk that holds the file. Earlier entries are safe, and writing continues once there is room."
        case .denied: "Make the file and its folder yours and writable: chmod u+rw the file, chmod u+rwx the folder."
        case .notOwn:
            "Check it with ls -l. Move it away to begin a new history, or put a copy of your own in its place: cp FILE copy && mv copy FILE."
        case .unlockable: "Set EXPLORER_DATA_DIR to a folder on a local disk."
        case .busy: "Another program has locked the history. Try again, or find it with `fuser`."
        case .corrupt: "Start the program again: it sets the damaged file aside and begins a new history."
        case .cancelled: "You need to do nothing."
        case .failed: "Try again. If it fails again, move the file away to begin a new history."
        }
    }

    init(_ kind: Kind, _ attempt: String, path: String, detail: String) {
        self.kind = kind
        self.attempt = attempt
        self.path = path
        self.detail = detail
    }

    /// Converts an error of GRDB.
    init(_ error: any Error, _ attempt: String, path: String) {
        if let error = error as? HistoryError {
            self = error
        } else if let error = error as? DatabaseError {
            self.init(
                Self.classify(of: error), attempt, path: path,
                detail: "\(error.message ?? "no message") (SQLite \(error.extendedResultCode.rawValue))")
        } else {
            self.init(error is CancellationError ? .cancelled : .failed, attempt, path: path, detail: "\(error)")
        }
    }

    static func classify(of error: DatabaseError) -> Kind {
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
