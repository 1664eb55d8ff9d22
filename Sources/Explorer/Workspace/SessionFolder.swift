// What was open last: a small file for each thing that was opened, of the owner's alone.

import Foundation

/// Sessions by what they are of. One that cannot be read or written is as if there were none: nothing is lost but comfort.
public struct SessionFolder: Sendable {
    private let files: CacheFolder

    /// `nil` for a user without a home who does not say where state goes.
    public init?(_ paths: Paths) {
        guard let folder = paths.sessions else { return nil }
        files = CacheFolder(folder, magic: "explorer session 1\n", mostFiles: 200, mostBytes: 32 << 20)
    }

    /// What was kept.
    /// - Parameter subject: what was opened: a file's full path, a URL, which API of it.
    public func bytes(of subject: String) -> [UInt8]? {
        guard let bytes = files.bytes(of: Self.name(of: subject)) else { return nil }
        // Two may have one name.
        let head = Self.head(of: subject)
        return bytes.starts(with: head) ? Array(bytes[head.count...]) : nil
    }

    /// Keeps it, whole or not at all, in the place of what was kept before. The one that was not used for longest goes first.
    public func keep(_ bytes: [UInt8], of subject: String) {
        files.store(Self.head(of: subject) + bytes, as: Self.name(of: subject))
    }

    private static func head(of subject: String) -> [UInt8] { Array("\(subject)\u{0}".utf8) }

    private static func name(of subject: String) -> String {
        let digits = String(CacheFolder.checksum(Array(subject.utf8)), radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }
}
