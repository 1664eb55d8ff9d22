// Writes a user's file: completely or not at all, and never over an existing file
// unless the caller asks for it.

import Foundation

/// Why something could not be written.
public struct WriteError: Error, Sendable, Hashable {
    public var path: String
    public var message: String
    public var hint: String
    /// The file exists, and the caller did not allow replacing it.
    public var isExisting = false

    init(_ path: String, _ message: String, hint: String = "", isExisting: Bool = false) {
        self.path = path
        self.message = message
        self.hint = hint
        self.isExisting = isExisting
    }

    /// - Parameter code: the system's error number.
    public init(_ path: String, code: Int32) {
        let hint =
            switch code {
            case ENOENT: "Check the folder; explorer does not create it."
            case EACCES, EPERM, EROFS: "Choose another folder, for example ~."
            case ENOSPC, EDQUOT: "The disk is full."
            default: ""
            }
        self.init(path, String(cString: strerror(code)), hint: hint)
    }
}

public enum FileWriting {
    /// The number of bytes between two calls of `progress`.
    private static let piece = 4 << 20

    /// The absolute path: `~` is the home folder, and a relative path starts in the current folder.
    public static func absolute(_ path: String, home: String) -> String {
        if path == "~" { return home }
        if path.hasPrefix("~/") { return home + path.dropFirst() }
        return path.hasPrefix("/") ? path : FileManager.default.currentDirectoryPath + "/" + path
    }

    /// Writes to a temporary file and then moves it into place, so that no reader sees an incomplete file.
    /// Replaces the target of a symbolic link, not the link.
    /// - Parameter progress: receives the number of bytes written so far.
    public static func save(
        _ bytes: [UInt8], to path: String, overwrites: Bool, progress: (Int) -> Void = { _ in }
    ) throws(WriteError) {
        _ = try save(path, overwrites: overwrites) { file in (write(bytes, file, progress), true) }
    }

    /// Does the same for content that is produced piece by piece.
    /// - Parameter fill: passes the next bytes to `append`, whose result says whether they were written; it
    ///   should stop after `false`. Returns `false` to abandon the file, which then is not created.
    /// - Returns: the result of `fill`.
    public static func save(
        to path: String, overwrites: Bool, _ fill: ((_ append: ([UInt8]) -> Bool) -> Bool)
    ) throws(WriteError) -> Bool {
        try save(path, overwrites: overwrites) { file in
            var code: Int32 = 0
            let isWanted = fill { bytes in
                code = write(bytes, file, { _ in })
                return code == 0
            }
            return (code, isWanted)
        }
    }

    /// - Parameter fill: returns an error number, or 0, and whether to create the file.
    private static func save(
        _ path: String, overwrites: Bool, _ fill: (Int32) -> (code: Int32, isWanted: Bool)
    ) throws(WriteError) -> Bool {
        let target = try place(path, overwrites: overwrites)
        let mode = target.facts.map { $0.st_mode & 0o7777 }
        guard let draft = FileDraft(of: target.path, mode: mode ?? 0o666) else { throw WriteError(path, code: errno) }
        defer { close(draft.descriptor) }
        var (code, isWanted) = fill(draft.descriptor)
        // The owner also stays the same, if the system permits it.
        if code == 0, let facts = target.facts { _ = fchown(draft.descriptor, facts.st_uid, facts.st_gid) }
        if code == 0, let mode, fchmod(draft.descriptor, mode) != 0 { code = errno }
        guard code == 0, isWanted else {
            draft.discard()
            if code == 0 { return false }
            throw WriteError(path, code: code)
        }
        code = draft.place(replaces: overwrites)
        if code == EEXIST { throw existing(path) }
        guard code == 0 else { throw WriteError(path, code: code) }
        return true
    }

    /// The path without links, and the state of an existing file.
    private static func place(_ path: String, overwrites: Bool) throws(WriteError) -> (path: String, facts: stat?) {
        guard !path.hasSuffix("/") else { throw WriteError(path, "this is a folder", hint: "Add a file's name.") }
        try SharedFolder.check(path)
        var found = stat()
        guard stat(path, &found) == 0 else {
            guard errno == ENOENT else { throw WriteError(path, code: errno) }
            return (path, nil)
        }
        switch found.st_mode & S_IFMT {
        case S_IFREG: break
        case S_IFDIR: throw WriteError(path, "this is a folder", hint: "Add a file's name.")
        default: throw WriteError(path, "this is not a regular file", hint: "Choose another name.")
        }
        guard overwrites else { throw existing(path) }
        guard let real = realpath(path, nil) else { throw WriteError(path, code: errno) }
        defer { free(real) }
        return (String(cString: real), found)
    }

    private static func existing(_ path: String) -> WriteError {
        WriteError(path, "the file already exists", hint: "Choose another name, or replace it.", isExisting: true)
    }

    /// - Returns: 0, or the error number.
    private static func write(_ bytes: [UInt8], _ file: Int32, _ progress: (Int) -> Void) -> Int32 {
        var done = 0
        while done < bytes.count {
            let count = bytes.withUnsafeBytes {
                Glibc.write(file, $0.baseAddress?.advanced(by: done), min(piece, bytes.count - done))
            }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return count < 0 ? errno : EIO }
            done += count
            if done < bytes.count { progress(done) }
        }
        return 0
    }
}
