// A private file that grows line by line, such as a log.

import Foundation
import Glibc

/// A file that only its owner may read, and whose content only grows. Safe to use from several threads
/// and processes: the system writes each text at the end of the file.
public final class AppendedFile: Sendable {
    public let path: String
    private let descriptor: Int32

    /// Opens the file, and creates it if there is none. An existing file becomes private.
    /// - Throws: also when the path is a link, a terminal or another thing that is no regular file, or when
    ///   the file belongs to another user.
    public init(_ path: String) throws(WriteError) {
        try SharedFolder.check(path)
        // Without O_NONBLOCK a pipe without a reader would block.
        let descriptor = open(path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY, 0o600)
        guard descriptor >= 0 else {
            switch errno {
            case ELOOP: throw WriteError(path, "this is a symbolic link", hint: "Name the file itself.")
            case EISDIR: throw WriteError(path, "this is a folder", hint: "Add a file's name.")
            case ENXIO: throw WriteError(path, "this is not a regular file", hint: "Choose another name.")
            case let code: throw WriteError(path, code: code)
            }
        }
        do throws(WriteError) {
            try Self.makePrivate(descriptor, path)
        } catch {
            close(descriptor)
            throw error
        }
        (self.path, self.descriptor) = (path, descriptor)
    }

    deinit { close(descriptor) }

    private static func makePrivate(_ descriptor: Int32, _ path: String) throws(WriteError) {
        var facts = stat()
        guard fstat(descriptor, &facts) == 0 else { throw WriteError(path, code: errno) }
        guard facts.st_mode & S_IFMT == S_IFREG else {
            throw WriteError(path, "this is not a regular file", hint: "Choose another name.")
        }
        guard facts.st_uid == geteuid() else {
            throw WriteError(path, "the file belongs to another user", hint: "Choose another name.")
        }
        guard facts.st_mode & 0o077 == 0 || fchmod(descriptor, 0o600) == 0 else { throw WriteError(path, code: errno) }
    }

    /// Writes the text at the end of the file.
    /// - Returns: 0, or the system's error number.
    public func append(_ text: String) -> Int32 {
        var rest = Array(text.utf8)[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return count < 0 ? errno : EIO }
            rest = rest.dropFirst(count)
        }
        return 0
    }
}
