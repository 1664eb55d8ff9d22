// Stores the last sessions: a small private file for each opened source.

import Foundation

/// Sessions by source. Errors count as missing sessions: only comfort is lost.
public struct SessionFolder: Sendable {
    private let files: CacheFolder

    /// `nil` if the user has no home and sets no folder for state.
    public init?(_ paths: Paths) {
        guard let folder = paths.sessions else { return nil }
        files = CacheFolder(folder, magic: "explorer session 1\n", mostFiles: 200, mostBytes: 32 << 20)
    }

    /// The stored session.
    /// - Parameter subject: the opened source: a file's full path, a URL, with the API in it.
    public func bytes(of subject: String) -> [UInt8]? {
        guard let bytes = files.bytes(of: Self.fileName(of: subject)) else { return nil }
        // Two sources may share a name.
        let head = Self.header(of: subject)
        return bytes.starts(with: head) ? Array(bytes[head.count...]) : nil
    }

    /// Stores a session atomically, replacing the previous one. The least recently
    /// used sessions are removed first.
    public func store(_ bytes: [UInt8], of subject: String) {
        files.store(Self.header(of: subject) + bytes, as: Self.fileName(of: subject))
    }

    private static func header(of subject: String) -> [UInt8] { Array("\(subject)\u{0}".utf8) }

    private static func fileName(of subject: String) -> String {
        let digits = String(CacheFolder.checksum(Array(subject.utf8)), radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }
}
