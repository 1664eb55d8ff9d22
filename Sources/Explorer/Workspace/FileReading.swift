// Reads a user's file or standard input completely, and describes errors in words.

import Foundation
import NetLayer

/// Why something could not be read.
public struct ReadError: Error, Sendable, Hashable {
    public var path: String
    public var message: String
    public var hint: String

    init(_ path: String, _ message: String, hint: String) {
        self.path = path
        self.message = message
        self.hint = hint
    }
}

/// The kinds of file that a path may name.
public enum FileKind: Sendable {
    /// Anything that the user names on the command line: `<(command)` and /dev/stdin are pipes.
    /// Reading a pipe waits for its writer.
    case anything
    /// A regular file: a pipe or a device that a folder, a workspace or a description names
    /// may never end, or never begin.
    case regular
    /// A file on a disk: a description must not include files of /proc and /sys.
    case reference
}

public enum FileReading {
    /// The maximum size of a description, in bytes.
    public static let limit = 512 << 20

    /// Checks a file that will be read later, when it is sent.
    /// - Throws: ``ReadError`` for a missing file, a directory, or no permission.
    public static func checkReadable(_ path: String) throws(ReadError) {
        // Opening and closing a pipe would end its writer, so do not open it.
        guard try fileType(path) == S_IFREG else {
            guard access(path, R_OK) == 0 else { throw notReadable(path) }
            return
        }
        close(try opened(path, .regular))
    }

    /// Reads a file that a description names. Refuses files that may never end or begin (a device, a pipe).
    /// - Throws: ``ReadError``.
    public static func regularFile(_ path: String) throws(ReadError) -> [UInt8] {
        guard FileManager.default.fileExists(atPath: path) else {
            throw ReadError(path, "there is no such file", hint: "check the reference, or add the file")
        }
        return try bytes(path, .reference)
    }

    /// Whether the path names something other than a file or a folder.
    public static func isPipeOrDevice(_ path: String) -> Bool {
        var facts = stat()
        return stat(path, &facts) == 0 && ![S_IFREG, S_IFDIR].contains(facts.st_mode & S_IFMT)
    }

    /// A path as a base URL for references.
    public static func location(of path: String) -> URI {
        let absolute = URL(fileURLWithPath: path).standardizedFileURL.path
        let segments = absolute.split(separator: "/", omittingEmptySubsequences: false)
        return URI("file://" + segments.map { PercentCoding.encode(String($0), for: .pathSegment) }.joined(separator: "/"))
    }

    /// All bytes of a file.
    /// - Parameters:
    ///   - limit: the maximum size, in bytes; files that people write by hand have lower limits.
    ///   - kind: the kinds of file that the path may name.
    /// - Throws: ``ReadError`` for a missing file, a directory, no permission, another kind of
    ///   file, or more than `limit` bytes.
    public static func bytes(
        _ path: String, limit: Int = FileReading.limit, _ kind: FileKind = .regular
    ) throws(ReadError) -> [UInt8] {
        let descriptor = try opened(path, kind)
        defer { close(descriptor) }
        return try bytes(of: descriptor, path, limit: limit, waitsForMore: kind == .anything)
    }

    /// The first bytes of a file, to recognize it: fewer than `count` where the file is shorter.
    /// - Throws: ``ReadError``, also for anything but a regular file.
    static func head(_ path: String, count: Int) throws(ReadError) -> [UInt8] {
        let descriptor = try opened(path, .regular)
        defer { close(descriptor) }
        return [UInt8](unsafeUninitializedCapacity: count) { buffer, length in
            length = max(0, read(descriptor, buffer.baseAddress, count))
        }
    }

    /// - Throws: ``ReadError`` if the path names nothing, or a directory.
    public static func requireThere(_ path: String) throws(ReadError) { _ = try fileType(path) }

    /// The file type bits of the path's mode.
    private static func fileType(_ path: String) throws(ReadError) -> mode_t {
        var facts = stat()
        guard stat(path, &facts) == 0 else {
            throw errno == EACCES
                ? notReadable(path)
                : ReadError(path, "there is no such file", hint: "Check the path; a URL begins with http:// or https://.")
        }
        guard facts.st_mode & S_IFMT != S_IFDIR else {
            throw ReadError(
                path, "this is a directory", hint: "Name the description file in it, for example \(path)/openapi.json.")
        }
        return facts.st_mode & S_IFMT
    }

    private static func opened(_ path: String, _ kind: FileKind) throws(ReadError) -> Int32 {
        let type = try fileType(path)
        // Do not even open it: opening a pipe waits, and opening a device may have side effects.
        guard kind == .anything || type == S_IFREG else { throw notAFile(path, type) }
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | (kind == .anything ? 0 : O_NONBLOCK))
        guard descriptor >= 0 else { throw notReadable(path) }
        guard kind != .anything else { return descriptor }
        // Another file may have replaced it in the meantime.
        var facts = stat()
        guard fstat(descriptor, &facts) == 0, facts.st_mode & S_IFMT == S_IFREG else {
            close(descriptor)
            throw notAFile(path, facts.st_mode & S_IFMT)
        }
        guard kind == .regular || !isViewOfSystem(facts, path) else {
            close(descriptor)
            throw ReadError(path, "it shows the state of the system and is not a file on a disk", hint: "check the reference")
        }
        return descriptor
    }

    private static func notReadable(_ path: String) -> ReadError {
        if errno == EMFILE || errno == ENFILE {
            return ReadError(path, "too many files are open already", hint: "Raise the limit: ulimit -n 256")
        }
        return ReadError(path, "it cannot be opened for reading", hint: "Check its permissions with ls -l.")
    }

    private static func notAFile(_ path: String, _ type: mode_t) -> ReadError {
        let what =
            switch type {
            case S_IFIFO: "a named pipe"
            case S_IFSOCK: "a socket"
            default: "a device"
            }
        return ReadError(path, "it is \(what), not a file", hint: "Name a file.")
    }

    /// Whether it is a file of the kernel's: reading some of them waits for an event.
    private static func isViewOfSystem(_ facts: stat, _ path: String) -> Bool {
        let place = realpath(path, nil).map { place -> String in
            defer { free(place) }
            return String(cString: place)
        }
        return ["/proc", "/sys"].contains { view in
            var own = stat()
            return place?.hasPrefix(view + "/") == true || stat(view, &own) == 0 && own.st_dev == facts.st_dev
        }
    }

    /// Waits until the writer has closed it, also when another program has left it in non-blocking mode.
    /// - Parameter descriptor: another file to read instead.
    public static func standardInput(_ descriptor: Int32 = STDIN_FILENO) throws(ReadError) -> [UInt8] {
        try bytes(of: descriptor, "standard input", limit: limit, waitsForMore: true)
    }

    /// Reads to the end. The bytes of a file go directly into the returned array: each further copy of a
    /// large one costs as much as scanning it.
    /// - Parameter waitsForMore: waits for a writer. Otherwise a file without bytes for now is an error: this
    ///   module opens regular files in non-blocking mode to detect files without an end.
    private static func bytes(
        of descriptor: Int32, _ path: String, limit: Int, waitsForMore: Bool
    ) throws(ReadError) -> [UInt8] {
        var bytes: [UInt8] = []
        var facts = stat()
        // One byte more than the size, so that the first read detects the end.
        var room = fstat(descriptor, &facts) == 0 && facts.st_size > 0 ? min(Int(facts.st_size), limit) + 1 : 1 << 16
        while true {
            var failure: Int32 = 0
            let piece = [UInt8](unsafeUninitializedCapacity: room) { buffer, count in
                while count < buffer.count {
                    let got = read(descriptor, buffer.baseAddress.map { $0 + count }, buffer.count - count)
                    if got < 0, errno == EINTR { continue }
                    if got < 0, errno == EAGAIN, waitsForMore {
                        var wait = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
                        poll(&wait, 1, -1)
                        continue
                    }
                    if got < 0 { failure = errno }
                    guard got > 0 else { return }
                    count += got
                }
            }
            guard failure != EAGAIN else {
                throw ReadError(
                    path, "it has no end: reading it would wait for more", hint: "Name a file.")
            }
            guard failure == 0 else {
                throw ReadError(
                    path, "reading failed: \(String(cString: strerror(failure)))", hint: "Check the file and its disk.")
            }
            let isEnd = piece.count < room
            if bytes.isEmpty { bytes = piece } else { bytes += piece }
            guard bytes.count <= limit else {
                throw ReadError(path, "it is larger than \(limit >> 20) MiB", hint: "This is not a description.")
            }
            if isEnd { return bytes }
            room = 1 << 16
        }
    }
}
