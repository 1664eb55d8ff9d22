// A file that is written piece by piece beside the one it replaces, and takes its place when it is whole.

import Foundation

/// Bytes on their way into a file. What is there stays as it is until ``finish()``.
public struct FileReplacement: Sendable {
    /// Where to write.
    public let descriptor: Int32
    private let path: String
    /// What is written and what it becomes; `nil` when the bytes go where they belong at once.
    private let move: (from: String, to: String)?

    /// Begins. What is no ordinary file (a pipe, `/dev/null`) is written directly; so is a file in a folder that takes no other.
    public init(_ path: String) throws(WriteError) {
        self.path = path
        var found = stat()
        let exists = stat(path, &found) == 0
        if !exists || found.st_mode & S_IFMT == S_IFREG {
            let target = exists ? Self.real(path) : path
            let temporary = target + ".explorer-\(UInt32.random(in: .min ... .max))"
            let file = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
            if file >= 0 {
                if exists { _ = fchmod(file, found.st_mode & 0o7777) }
                (descriptor, move) = (file, (temporary, target))
                return
            }
        }
        descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o666)
        move = nil
        guard descriptor >= 0 else { throw WriteError(path, code: errno) }
    }

    /// Puts the file in its place. To be called once; ``discard()`` does nothing afterwards.
    public func finish() throws(WriteError) {
        let isClosed = close(descriptor) == 0
        guard isClosed, move.map({ rename($0.from, $0.to) == 0 }) ?? true else {
            let code = errno
            discard()
            throw WriteError(path, code: code)
        }
    }

    /// Leaves what was there as it was.
    public func discard() { if let move { unlink(move.from) } }

    /// What a symbolic link points to is replaced, not the link.
    private static func real(_ path: String) -> String {
        guard let real = realpath(path, nil) else { return path }
        defer { free(real) }
        return String(cString: real)
    }
}
