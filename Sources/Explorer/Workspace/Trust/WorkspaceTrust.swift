// What the user has agreed to, need by need: what is new in a file that changed is not among it.

import Catalog
import Foundation
import NetLayer

/// What the user agreed to, by the file that wants it, in a file of his own: a line for each need, its ``TrustNeed/key`` and the path.
public struct WorkspaceTrust: Sendable {
    /// `nil` for a user without a home: he trusts nothing, because nothing can be remembered.
    private let file: String?

    /// What the user's state folder remembers.
    public init(_ paths: Paths) { file = paths.trust }

    private init() { file = nil }

    /// Nothing is trusted.
    public static let nothing = WorkspaceTrust()

    private struct Entry: Hashable {
        var key: String
        /// Without links and dots.
        var path: String
    }

    /// The keys of everything that the user agreed to for a file.
    public func agreed(_ path: String) -> Set<String> {
        let path = Self.real(path)
        return Set(entries.lazy.filter { $0.path == path }.map(\.key))
    }

    /// The files for which he agreed to something, the latest last, without links and dots.
    public var paths: [String] {
        var seen: Set<String> = []
        return entries.map(\.path).reversed().filter { seen.insert($0).inserted }.reversed()
    }

    /// A file that cannot be read holds nothing.
    private var entries: [Entry] {
        guard let file, let bytes = try? NetLayer.PrivateFile.read(file) else { return [] }
        return Self.entries(in: bytes)
    }

    private static func entries(in bytes: [UInt8]) -> [Entry] {
        String(decoding: bytes, as: UTF8.self).split(separator: "\n").compactMap { line in
            let parts = line.split(separator: " ", maxSplits: 1)
            return parts.count == 2 && parts[0].utf8.count == 64 ? Entry(key: String(parts[0]), path: String(parts[1])) : nil
        }
    }

    /// Remembers that the user agrees to all that a file wants; what he agreed to for it before is forgotten.
    public func add(_ needs: [TrustNeed], for path: String) throws(WriteError) {
        let path = Self.real(path)
        guard !path.contains("\n") else {
            throw WriteError(path, "its path has a line break in it", hint: "Give its folder another name.")
        }
        try change { entries in
            entries.removeAll { $0.path == path }
            entries += needs.map { Entry(key: $0.key, path: path) }
        }
    }

    /// Forgets a file. `false` when nothing was agreed to for it.
    public func remove(_ path: String) throws(WriteError) -> Bool {
        let path = Self.real(path)
        guard paths.contains(path) else { return false }
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
            return Array(entries.map { "\($0.key) \($0.path)\n" }.joined().utf8)
        }
    }

    /// A path without links and dots.
    public static func real(_ path: String) -> String {
        URL(fileURLWithPath: path).resolvingSymlinksInPath().standardizedFileURL.path
    }
}
