// A folder for one test, removed with everything in it when its owner goes.

import Foundation

public final class TemporaryFolder: Sendable {
    /// Absolute, without a slash at the end.
    public let path: String

    /// Short, because the address of a Unix socket within may have 107 bytes at most.
    public init() throws {
        path = "\(FileManager.default.temporaryDirectory.path)/explorer-\(getpid())-\(UUID().uuidString.prefix(8))"
        try FileManager.default.createDirectory(
            atPath: path, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
    }

    deinit {
        // A folder in the temporary directory that stays behind is no reason to fail a test.
        try? FileManager.default.removeItem(atPath: path)
    }

    /// The path of a file in it, there or not.
    public func path(_ name: String) -> String { "\(path)/\(name)" }

    /// Writes a file; returns its path.
    @discardableResult
    public func file(_ name: String, _ bytes: [UInt8]) throws -> String {
        try Data(bytes).write(to: URL(fileURLWithPath: path(name)))
        return path(name)
    }

    /// Writes a file; returns its path.
    @discardableResult
    public func file(_ name: String, _ text: String) throws -> String { try file(name, Array(text.utf8)) }

    /// - Throws: when there is no such file.
    public func bytes(_ name: String) throws -> [UInt8] { [UInt8](try Data(contentsOf: URL(fileURLWithPath: path(name)))) }
    /// The file as UTF-8, with U+FFFD for what is none.
    public func text(_ name: String) throws -> String { String(decoding: try bytes(name), as: UTF8.self) }
}
