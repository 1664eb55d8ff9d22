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

public enum FileReading {
    /// Files larger than this are not descriptions. Bytes.
    public static let limit = 512 << 20

    /// - Throws: ``ReadError`` for a missing file, a directory, no permission, or more than ``limit`` bytes.
    public static func bytes(_ path: String) throws(ReadError) -> [UInt8] { try bytes(path, limit: limit) }

    /// Looks at a file that is read later, while it is sent.
    /// - Throws: ``ReadError`` for a missing file, a directory, or no permission.
    public static func checkReadable(_ path: String) throws(ReadError) { close(try opened(path)) }

    /// A file that a description names: what never ends or never begins (a device, a pipe) is refused.
    public static func regularFile(_ path: String) throws(ReadError) -> [UInt8] {
        guard FileManager.default.fileExists(atPath: path) else {
            throw ReadError(path, "there is no such file", hint: "check the reference, or bring the file")
        }
        guard FileIdentity(path) != nil else { throw ReadError(path, "it is no regular file", hint: "check the reference") }
        return try bytes(path)
    }

    /// A path as a URL that references can be resolved against.
    public static func location(of path: String) -> URI {
        let absolute = URL(fileURLWithPath: path).standardizedFileURL.path
        let segments = absolute.split(separator: "/", omittingEmptySubsequences: false)
        return URI("file://" + segments.map { PercentCoding.encode(String($0), for: .pathSegment) }.joined(separator: "/"))
    }

    /// The same with a limit of its own, for files that people write by hand.
    public static func bytes(_ path: String, limit: Int) throws(ReadError) -> [UInt8] {
        let descriptor = try opened(path)
        defer { close(descriptor) }
        return try bytes(of: descriptor, path, limit: limit)
    }

    private static func opened(_ path: String) throws(ReadError) -> Int32 {
        var isDirectory: ObjCBool = false
        guard FileManager.default.fileExists(atPath: path, isDirectory: &isDirectory) else {
            throw ReadError(path, "there is no such file", hint: "Check the path; a URL needs its http:// or https://.")
        }
        guard !isDirectory.boolValue else {
            throw ReadError(
                path, "this is a directory", hint: "Name the description file in it, for example \(path)/openapi.json.")
        }
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else {
            throw ReadError(path, "it cannot be opened for reading", hint: "Check its permissions with ls -l.")
        }
        return descriptor
    }

    public static func standardInput() throws(ReadError) -> [UInt8] {
        try bytes(of: STDIN_FILENO, "standard input", limit: limit)
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
