// A folder for one test, removed with everything in it when its owner goes.

import Foundation

public final class TemporaryFolder: Sendable {
    public let path: String

    /// Short, because the address of a Unix socket within may have 107 bytes at most.
    public init() throws {
        path = "\(FileManager.default.temporaryDirectory.path)/explorer-\(getpid())-\(UUID().uuidString.prefix(8))"
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
    }

    deinit {
        // A folder in the temporary directory that stays behind is no reason to fail a test.
        try? FileManager.default.removeItem(atPath: path)
    }

    public func path(_ name: String) -> String { "\(path)/\(name)" }

    /// Writes a file; returns its path.
    @discardableResult
    public func file(_ name: String, _ bytes: [UInt8]) throws -> String {
        try Data(bytes).write(to: URL(fileURLWithPath: path(name)))
        return path(name)
    }

    @discardableResult
    public func file(_ name: String, _ text: String) throws -> String { try file(name, Array(text.utf8)) }

    public func bytes(_ name: String) throws -> [UInt8] { [UInt8](try Data(contentsOf: URL(fileURLWithPath: path(name)))) }
    public func text(_ name: String) throws -> String { String(decoding: try bytes(name), as: UTF8.self) }
}
