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
        var isDirectory: ObjCBool = false
        guard FileManager.default.fileExists(atPath: path, isDirectory: &isDirectory) else {
            throw ReadError(path, "there is no such file", hint: "Check the path; a URL needs its http:// or https://.")
        }
        guard !isDirectory.boolValue else {
            throw ReadError(
                path, "this is a directory", hint: "Name the description file in it, for example \(path)/openapi.json.")
        }
        guard let handle = FileHandle(forReadingAtPath: path) else {
            throw ReadError(path, "it cannot be opened for reading", hint: "Check its permissions with ls -l.")
        }
        defer { try? handle.close() }
        return try bytes(of: handle, path, limit: limit)
    }

    public static func standardInput() throws(ReadError) -> [UInt8] {
        try bytes(of: .standardInput, "standard input", limit: limit)
    }

    private static func bytes(of handle: FileHandle, _ path: String, limit: Int) throws(ReadError) -> [UInt8] {
        do {
            let data = try handle.read(upToCount: limit + 1) ?? Data()
            guard data.count <= limit else {
                throw ReadError(path, "it is larger than \(limit >> 20) MiB", hint: "This is not a description.")
            }
            return [UInt8](data)
        } catch let error as ReadError {
            throw error
        } catch {
            throw ReadError(path, "reading failed: \(error.localizedDescription)", hint: "Check the file and its disk.")
        }
    }
}
