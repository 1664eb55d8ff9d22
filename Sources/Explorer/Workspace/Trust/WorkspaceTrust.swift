// Stores the user's agreements, need by need. New needs of a changed file are not included.

import Catalog
import Foundation
import NetLayer

/// The user's agreements by file, in a private file: a line for each need, with its
/// ``TrustNeed/key`` and the path.
public struct WorkspaceTrust: Sendable {
    /// `nil` for a user without a home: no agreement can be stored, so nothing is trusted.
    private let file: String?

    /// The agreements in the user's state folder.
    public init(_ paths: Paths) { file = paths.trust }

    private init() { file = nil }

    /// Trusts nothing.
    public static let nothing = WorkspaceTrust()

    private struct Entry: Hashable {
        var key: String
        /// The path without links and dots.
        var path: String
    }

    /// The keys of all needs of a file to which the user agreed.
    public func agreed(_ path: String) -> Set<String> {
        let path = Self.resolvedPath(path)
        return Set(entries.lazy.filter { $0.path == path }.map(\.key))
    }

    /// The files with agreements, the latest last, without links and dots.
    public var paths: [String] {
        var seen: Set<String> = []
        return entries.map(\.path).reversed().filter { seen.insert($0).inserted }.reversed()
    }

    /// Empty if the file cannot be read.
    private var entries: [Entry] {
        guard let file, let bytes = try? NetLayer.PrivateFile.readContent(file) else { return [] }
        return Self.entries(in: bytes)
    }

    private static func entries(in bytes: [UInt8]) -> [Entry] {
        String(decoding: bytes, as: UTF8.self).split(separator: "\n").compactMap { line in
            let parts = line.split(separator: " ", maxSplits: 1)
            return parts.count == 2 && parts[0].utf8.count == 64 ? Entry(key: String(parts[0]), path: String(parts[1])) : nil
        }
    }

    /// Stores the user's agreement to all needs of a file, and replaces earlier ones.
    public func storeAgreement(_ needs: [TrustNeed], for path: String) throws(WriteError) {
        let path = Self.resolvedPath(path)
        guard !path.contains("\n") else {
            throw WriteError(path, "its path has a line break", hint: "Give its folder another name.")
        }
        try change { entries in
            entries.removeAll { $0.path == path }
            entries += needs.map { Entry(key: $0.key, path: path) }
        }
    }

    /// Removes a file's agreements. `false` if there were none.
    public func remove(_ path: String) throws(WriteError) -> Bool {
        let path = Self.resolvedPath(path)
        guard paths.contains(path) else { return false }
        try change { $0.removeAll { $0.path == path } }
        return true
    }

    private func change(_ body: (inout [Entry]) -> Void) throws(WriteError) {
        guard let file else {
            throw WriteError("the list of trusted workspaces", "there is no home folder to store it in", hint: "Set HOME.")
        }
        try OwnFile.change(file) { bytes in
            var entries = Self.entries(in: bytes ?? [])
            body(&entries)
            return Array(entries.map { "\($0.key) \($0.path)\n" }.joined().utf8)
        }
    }

    /// A path without links and dots.
    public static func resolvedPath(_ path: String) -> String {
        URL(fileURLWithPath: path).resolvingSymlinksInPath().standardizedFileURL.path
    }
}
