// A file that is written piece by piece beside the one it replaces, and takes its place when it is whole.

import Foundation

/// Bytes on their way into a file. What is there stays as it is until ``finish()``.
public struct FileReplacement: Sendable {
    /// Where to write.
    public let descriptor: Int32
    /// What it replaces, as it was named.
    public let path: String
    /// `nil` when the bytes go where they belong at once.
    private let draft: Draft?

    /// Begins. What is no ordinary file (a pipe, `/dev/null`) is written directly; so is a file in a folder that takes no other.
    /// - Parameter isPrivate: nobody else may read the new file. Default: it is as readable as the one that it replaces, or as the
    ///   umask says.
    /// - Throws: ``WriteError``, also for what another user has put into a folder for everybody.
    public init(_ path: String, isPrivate: Bool = false) throws(WriteError) {
        self.path = path
        try SharedFolder.check(path)
        var found = stat()
        let exists = stat(path, &found) == 0
        if !exists || found.st_mode & S_IFMT == S_IFREG {
            if let draft = Draft(of: exists ? Self.real(path) : path, mode: isPrivate ? 0o600 : 0o666) {
                if exists, !isPrivate { _ = fchmod(draft.descriptor, found.st_mode & 0o7777) }
                (descriptor, self.draft) = (draft.descriptor, draft)
                return
            }
        }
        descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, isPrivate ? 0o600 : 0o666)
        draft = nil
        guard descriptor >= 0 else { throw WriteError(path, code: errno) }
        if isPrivate, fstat(descriptor, &found) == 0, found.st_mode & S_IFMT == S_IFREG { _ = fchmod(descriptor, 0o600) }
    }

    /// Puts the file in its place, on the disk. To be called once; ``discard()`` does nothing afterwards.
    /// - Throws: ``WriteError``; then what was there is as it was.
    public func finish() throws(WriteError) {
        let code = draft?.place(replaces: true) ?? 0
        let isClosed = close(descriptor) == 0
        guard code == 0, isClosed || draft != nil else { throw WriteError(path, code: code == 0 ? errno : code) }
    }

    /// Leaves what was there as it was.
    public func discard() { draft?.discard() }

    /// What a symbolic link points to is replaced, not the link.
    private static func real(_ path: String) -> String {
        guard let real = realpath(path, nil) else { return path }
        defer { free(real) }
        return String(cString: real)
    }
}
