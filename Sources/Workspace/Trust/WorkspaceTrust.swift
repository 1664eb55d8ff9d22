// Which workspaces the user has agreed to, by what is in them: a file that changes is a stranger again.

import Foundation
import NetLayer

/// Something that a workspace does only with the user's consent: it reads, runs or sends what is not its own.
public struct TrustNeed: Sendable, Hashable {
    /// The line of the workspace.
    public var line: Int
    /// `reads the variable SHOP_TOKEN`.
    public var text: String
}

/// The workspaces that the user trusts, in a file of his own.
public struct WorkspaceTrust: Sendable {
    /// A workspace as it was when somebody agreed to it.
    public struct Entry: Sendable, Hashable {
        /// SHA-256 of its bytes, in hexadecimal digits.
        public var digest: String
        /// Without links and dots.
        public var path: String
    }

    /// `nil` for a user without a home: he trusts nothing, because nothing can be remembered.
    private let file: String?

    /// What the user's state folder remembers.
    public init(_ paths: Paths) { file = paths.trust }

    private init() { file = nil }

    /// Nothing is trusted.
    public static let nothing = WorkspaceTrust()

    /// Whether the user has agreed to these bytes in this place.
    public func holds(_ entry: Entry) -> Bool { entries.contains(entry) }

    /// What he agreed to, the latest last. A file that cannot be read holds nothing.
    public var entries: [Entry] {
        guard let file, let bytes = try? NetLayer.PrivateFile.read(file) else { return [] }
        return Self.entries(in: bytes)
    }

    private static func entries(in bytes: [UInt8]) -> [Entry] {
        String(decoding: bytes, as: UTF8.self).split(separator: "\n").compactMap { line in
            let parts = line.split(separator: " ", maxSplits: 1)
            return parts.count == 2 && parts[0].utf8.count == 64 ? Entry(digest: String(parts[0]), path: String(parts[1])) : nil
        }
    }

    /// Remembers that the user agrees to a workspace as it is now; what it was before is forgotten.
    public func add(_ entry: Entry) throws(WriteError) {
        guard !entry.path.contains("\n") else {
            throw WriteError(entry.path, "its path has a line break in it", hint: "Give its folder another name.")
        }
        try change { entries in
            entries.removeAll { $0.path == entry.path }
            entries.append(entry)
        }
    }

    /// Forgets a workspace. `false` when it was not trusted.
    public func remove(_ path: String) throws(WriteError) -> Bool {
        let path = Self.real(path)
        guard entries.contains(where: { $0.path == path }) else { return false }
        try change { $0.removeAll { $0.path == path } }
        return true
    }

    private func change(_ body: (inout [Entry]) -> Void) throws(WriteError) {
        guard let file else {
            throw WriteError("the list of trusted workspaces", "there is no home to keep it in", hint: "Set HOME.")
        }
        try OwnFile.change(file) { bytes in
            var entries = Self.entries(in: bytes ?? [])
            body(&entries)
            return Array(entries.map { "\($0.digest) \($0.path)\n" }.joined().utf8)
        }
    }

    /// The entry that these bytes in this place would have.
    static func entry(_ bytes: [UInt8], _ path: String) -> Entry {
        Entry(digest: Digest.text(Digest.sha256(bytes)), path: real(path))
    }

    /// Without links and dots.
    static func real(_ path: String) -> String {
        URL(fileURLWithPath: path).resolvingSymlinksInPath().standardizedFileURL.path
    }
}
