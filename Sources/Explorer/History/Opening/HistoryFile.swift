// The history's files on disk: permissions, the lock for opening, and the backup of a damaged database.
//
// This code never opens the database file itself: closing a descriptor of it would release the
// locks that SQLite holds on it.

import Foundation

struct HistoryFile: Sendable {
    let path: String

    init(_ path: String) { self.path = path }

    private var folder: String { (path as NSString).deletingLastPathComponent }
    private var suspect: String { path + ".suspect" }
    /// The files that SQLite creates beside the database.
    private static let companions = ["-wal", "-shm", "-journal"]

    /// The target file, if the path is a link of this user: SQLite puts its log beside the
    /// target, not beside the link.
    /// - Throws: ``HistoryError`` for a link of another user, and for a link without a target.
    func resolved() throws(HistoryError) -> HistoryFile {
        var status = stat()
        guard lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFLNK else { return self }
        guard status.st_uid == geteuid() else { throw notOwn("it is a link that belongs to another user") }
        guard let real = realpath(path, nil) else { throw failure(errno) }
        defer { free(real) }
        return HistoryFile(String(cString: real))
    }

    /// Rejects files of other users and files with a second name, before anything is written or changed.
    /// Another user could have put them there, to redirect writes into another file. SQLite itself loses data
    /// if a database has two names.
    func checkOwner() throws(HistoryError) {
        for name in [path, path + ".lock"] + Self.companions.map({ path + $0 }) {
            var status = stat()
            guard lstat(name, &status) == 0 else {
                if [ENOENT, ENOTDIR].contains(errno) { continue }
                throw failure(errno)
            }
            let subject = name == path ? "it" : (name as NSString).lastPathComponent
            guard status.st_uid == geteuid() else { throw notOwn("\(subject) belongs to another user") }
            guard status.st_mode & S_IFMT == S_IFREG else { throw notOwn("\(subject) is not a regular file") }
            // The count is 0 for a log that another explorer removes at this moment.
            guard status.st_nlink <= 1 else { throw notOwn("\(subject) has a second name (a hard link)") }
        }
    }

    /// A rollback journal exists beside the database: a program was killed before it had set up the database.
    var hasJournal: Bool { length(of: path + "-journal") > 0 }
    /// The log contains nothing that is missing in the database file.
    var hasNoLog: Bool { length(of: path + "-wal") == 0 }
    /// The system permits this user to write to the file.
    var isWritable: Bool { access(path, W_OK) == 0 }

    private func length(of name: String) -> Int64 {
        var status = stat()
        return stat(name, &status) == 0 ? Int64(status.st_size) : 0
    }

    /// Creates the folder and its parents, for this user only. An existing folder is not changed.
    func makeFolder() throws(HistoryError) {
        guard !folder.isEmpty else { return }
        var made = folder.hasPrefix("/") ? "/" : ""
        for part in folder.split(separator: "/") {
            made += made.isEmpty || made.hasSuffix("/") ? String(part) : "/\(part)"
            guard mkdir(made, 0o700) == 0 || errno == EEXIST || errno == EISDIR else { throw failure(errno) }
        }
    }

    /// Creates an empty file, which is a new database. An existing file is not changed.
    func makeFile() throws(HistoryError) {
        let descriptor = open(path, O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, 0o600)
        if descriptor >= 0 {
            close(descriptor)
        } else if errno != EEXIST {
            throw failure(errno)
        }
    }

    /// Sets mode 0600 on all files of SQLite. SQLite gives new files the mode of the database.
    func keepPrivate() throws(HistoryError) {
        for name in [path] + Self.companions.map({ path + $0 }) {
            var status = stat()
            guard lstat(name, &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_mode & 0o777 != 0o600 else { continue }
            guard chmod(name, 0o600) == 0 else { throw failure(errno) }
        }
    }

    /// The size in bytes.
    func readSize() throws(HistoryError) -> Int64 {
        var status = stat()
        guard stat(path, &status) == 0 else { throw failure(errno) }
        return Int64(status.st_size)
    }

    /// Whether a damaged file caused an error before. The mark is on disk: the next
    /// start checks the whole file.
    var isSuspect: Bool { access(suspect, F_OK) == 0 }

    func markSuspect() {
        // Without the mark, the next start finds the damage where this one did.
        let descriptor = open(suspect, O_CREAT | O_WRONLY | O_CLOEXEC, 0o600)
        if descriptor >= 0 { close(descriptor) }
    }

    func forgetSuspicion() { unlink(suspect) }

    /// Renames the database and its companion files.
    /// - Parameter now: milliseconds since 1970.
    /// - Returns: the new path of the database.
    func setAside(at now: Int64) throws(HistoryError) -> String {
        let plain = "\(path).corrupt-\(Self.timestamp(now))"
        var aside = plain
        var number = 1
        while access(aside, F_OK) == 0 {
            number += 1
            aside = "\(plain)-\(number)"
        }
        // The log is first: beside a new database, it would count as the log of that one.
        for part in Self.companions + [""] where rename(path + part, aside + part) != 0 && errno != ENOENT {
            throw failure(errno)
        }
        forgetSuspicion()
        return aside
    }

    /// `20261122T080033Z`.
    static func timestamp(_ milliseconds: Int64) -> String {
        var seconds = time_t(milliseconds / 1_000)
        var parts = tm()
        gmtime_r(&seconds, &parts)
        let numbers = [
            (parts.tm_year + 1_900, 4), (parts.tm_mon + 1, 2), (parts.tm_mday, 2), (parts.tm_hour, 2), (parts.tm_min, 2),
            (parts.tm_sec, 2),
        ]
        let texts = numbers.map { number, width in
            let digits = String(number)
            return String(repeating: "0", count: max(0, width - digits.count)) + digits
        }
        return texts[..<3].joined() + "T" + texts[3...].joined() + "Z"
    }

    private func notOwn(_ detail: String) -> HistoryError {
        HistoryError(.notOwn, "opening the history", path: path, detail: detail)
    }

    private func failure(_ code: Int32) -> HistoryError {
        let kind: HistoryError.Kind = [ENOSPC, EDQUOT].contains(code) ? .full : .denied
        return HistoryError(kind, "opening the history", path: path, detail: String(cString: strerror(code)))
    }
}

extension HistoryFile {
    /// Held while a history is opened. If two programs find it damaged or without tables, one acts
    /// and the other finds it done.
    struct Lock {
        fileprivate let descriptor: Int32

        func release() { close(descriptor) }
    }

    private static let patience = 5_000
    private static let pause = 10

    /// - Throws: ``HistoryError`` of the kind `busy` after 5 seconds, of the kind `unlockable`
    ///   if files cannot be locked.
    func acquireLock() throws(HistoryError) -> Lock {
        let descriptor = open(path + ".lock", O_CREAT | O_RDWR | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else { throw failure(errno) }
        for _ in 0..<Self.patience / Self.pause {
            if flock(descriptor, LOCK_EX | LOCK_NB) == 0 { return Lock(descriptor: descriptor) }
            let code = errno
            guard [EWOULDBLOCK, EINTR].contains(code) else {
                close(descriptor)
                throw HistoryError(
                    .unlockable, "opening the history", path: path,
                    detail: "files cannot be locked there: \(String(cString: strerror(code)))")
            }
            usleep(UInt32(Self.pause) * 1_000)
        }
        close(descriptor)
        throw HistoryError(.busy, "opening the history", path: path, detail: "another program has been opening it for 5 seconds")
    }
}
