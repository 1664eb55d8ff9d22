// Reads a user's file or standard input whole, and says in words what stood in the way.

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

/// What a path may name.
public enum FileKind: Sendable {
    /// Whatever the user names on the command line: `<(command)` and /dev/stdin are pipes. Reading one waits for its writer.
    case anything
    /// A file: a pipe or a device that a folder, a workspace or a description names may never end, or never begin.
    case regular
    /// A file on a disk: what stands in /proc and /sys is no part of a description.
    case reference
}

public enum FileReading {
    /// Files larger than this are not descriptions. Bytes.
    public static let limit = 512 << 20

    /// Looks at a file that is read later, while it is sent.
    /// - Throws: ``ReadError`` for a missing file, a directory, or no permission.
    public static func checkReadable(_ path: String) throws(ReadError) {
        // Who opens a pipe and leaves it again ends its writer.
        guard try fileType(path) == S_IFREG else {
            guard access(path, R_OK) == 0 else { throw notReadable(path) }
            return
        }
        close(try opened(path, .regular))
    }

    /// A file that a description names: what never ends or never begins (a device, a pipe) is refused.
    /// - Throws: ``ReadError``.
    public static func regularFile(_ path: String) throws(ReadError) -> [UInt8] {
        guard FileManager.default.fileExists(atPath: path) else {
            throw ReadError(path, "there is no such file", hint: "check the reference, or bring the file")
        }
        return try bytes(path, .reference)
    }

    /// Whether something is at a path that is neither a file nor a folder.
    public static func isPipeOrDevice(_ path: String) -> Bool {
        var facts = stat()
        return stat(path, &facts) == 0 && ![S_IFREG, S_IFDIR].contains(facts.st_mode & S_IFMT)
    }

    /// A path as a URL that references can be resolved against.
    public static func location(of path: String) -> URI {
        let absolute = URL(fileURLWithPath: path).standardizedFileURL.path
        let segments = absolute.split(separator: "/", omittingEmptySubsequences: false)
        return URI("file://" + segments.map { PercentCoding.encode(String($0), for: .pathSegment) }.joined(separator: "/"))
    }

    /// All bytes of a file.
    /// - Parameters:
    ///   - limit: the most bytes; files that people write by hand have limits of their own.
    ///   - kind: what the path may name.
    /// - Throws: ``ReadError`` for a missing file, a directory, no permission, what is not of that kind, or more than `limit` bytes.
    public static func bytes(
        _ path: String, limit: Int = FileReading.limit, _ kind: FileKind = .regular
    ) throws(ReadError) -> [UInt8] {
        let descriptor = try opened(path, kind)
        defer { close(descriptor) }
        return try bytes(of: descriptor, path, limit: limit)
    }

    /// - Throws: ``ReadError`` where nothing is at that path, or a directory.
    public static func requireThere(_ path: String) throws(ReadError) { _ = try fileType(path) }

    /// The bits of its mode that say what a path names.
    private static func fileType(_ path: String) throws(ReadError) -> mode_t {
        var facts = stat()
        guard stat(path, &facts) == 0 else {
            throw errno == EACCES
                ? notReadable(path)
                : ReadError(path, "there is no such file", hint: "Check the path; a URL needs its http:// or https://.")
        }
        guard facts.st_mode & S_IFMT != S_IFDIR else {
            throw ReadError(
                path, "this is a directory", hint: "Name the description file in it, for example \(path)/openapi.json.")
        }
        return facts.st_mode & S_IFMT
    }

    private static func opened(_ path: String, _ kind: FileKind) throws(ReadError) -> Int32 {
        let type = try fileType(path)
        // Not even opened: opening a pipe waits, and opening a device may do things.
        guard kind == .anything || type == S_IFREG else { throw notAFile(path, type) }
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | (kind == .anything ? 0 : O_NONBLOCK))
        guard descriptor >= 0 else { throw notReadable(path) }
        guard kind != .anything else { return descriptor }
        // Another file may have taken its place.
        var facts = stat()
        guard fstat(descriptor, &facts) == 0, facts.st_mode & S_IFMT == S_IFREG else {
            close(descriptor)
            throw notAFile(path, facts.st_mode & S_IFMT)
        }
        guard kind == .regular || !isViewOfSystem(facts, path) else {
            close(descriptor)
            throw ReadError(path, "it shows the state of the system and is no file on a disk", hint: "check the reference")
        }
        return descriptor
    }

    private static func notReadable(_ path: String) -> ReadError {
        if errno == EMFILE || errno == ENFILE {
            return ReadError(path, "too many files are open already", hint: "Allow more of them: ulimit -n 256")
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
        return ReadError(path, "it is \(what), not a file", hint: "Put a file in its place, or name another one.")
    }

    /// What the kernel shows as files: some of them wait until something happens.
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

    /// - Parameter descriptor: another file that stands for it.
    public static func standardInput(_ descriptor: Int32 = STDIN_FILENO) throws(ReadError) -> [UInt8] {
        try bytes(of: descriptor, "standard input", limit: limit)
    }

    /// Reads to the end. The bytes of a file come straight into the array that is given back: each further copy of a large one costs as much
    /// as scanning it.
    private static func bytes(of descriptor: Int32, _ path: String, limit: Int) throws(ReadError) -> [UInt8] {
        var bytes: [UInt8] = []
        var facts = stat()
        // One more than is there, so that the end shows without another piece.
        var room = fstat(descriptor, &facts) == 0 && facts.st_size > 0 ? min(Int(facts.st_size), limit) + 1 : 1 << 16
        while true {
            var failure: Int32 = 0
            let piece = [UInt8](unsafeUninitializedCapacity: room) { buffer, count in
                while count < buffer.count {
                    let got = read(descriptor, buffer.baseAddress.map { $0 + count }, buffer.count - count)
                    if got < 0, errno == EINTR { continue }
                    if got < 0 { failure = errno }
                    guard got > 0 else { return }
                    count += got
                }
            }
            guard failure != EAGAIN || !isNonBlocking(descriptor) else {
                throw ReadError(
                    path, "it has no end: reading it would wait for more", hint: "Put a file in its place, or name another one.")
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

    /// Standard input may be a terminal that another program has left so; ours were opened so.
    private static func isNonBlocking(_ descriptor: Int32) -> Bool { fcntl(descriptor, F_GETFL) & O_NONBLOCK != 0 }
}
