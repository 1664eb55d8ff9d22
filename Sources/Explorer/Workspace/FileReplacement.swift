// A file that is written piece by piece beside an existing one, and replaces it when it is complete.

import Foundation

/// A file that is being written. The existing file stays unchanged until ``finish()``.
public struct FileReplacement: Sendable {
    /// The descriptor to write to.
    public let descriptor: Int32
    /// The path of the existing file, as the caller named it.
    public let path: String
    /// `nil` if the bytes go directly to the path.
    private let draft: FileDraft?

    /// Begins writing. Writes directly to a special file (a pipe, `/dev/null`), and to a file in a
    /// folder that accepts no new files.
    /// - Parameter isPrivate: only the user may read the new file. Default: it has the permissions of the
    ///   file that it replaces, or those that the umask gives.
    /// - Throws: ``WriteError``, also for a file that another user put into a shared folder.
    public init(_ path: String, isPrivate: Bool = false) throws(WriteError) {
        self.path = path
        try SharedFolder.check(path)
        var found = stat()
        let exists = stat(path, &found) == 0
        if !exists || found.st_mode & S_IFMT == S_IFREG {
            if let draft = FileDraft(of: exists ? Self.resolvedPath(path) : path, mode: isPrivate ? 0o600 : 0o666) {
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

    /// Moves the file to its place, and syncs it to the disk. Call it once;
    /// ``discard()`` has no effect afterwards.
    /// - Throws: ``WriteError``; then the existing file is unchanged.
    public func finish() throws(WriteError) {
        let code = draft?.place(replaces: true) ?? 0
        let isClosed = close(descriptor) == 0
        guard code == 0, isClosed || draft != nil else { throw WriteError(path, code: code == 0 ? errno : code) }
    }

    /// Leaves the existing file unchanged.
    public func discard() { draft?.discard() }

    /// Resolves a symbolic link: its target is replaced, not the link.
    private static func resolvedPath(_ path: String) -> String {
        guard let real = realpath(path, nil) else { return path }
        defer { free(real) }
        return String(cString: real)
    }
}
