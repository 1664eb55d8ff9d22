// Secrets that the user keeps by name: `${secret:NAME}` in a workspace that he trusts.

import Foundation
import NetLayer

/// Secrets by name, in a file that only its owner may read. It is no vault: whoever can read the user's files can read it.
public struct SecretStore: Sendable {
    /// Bytes of one secret.
    public static let longest = 64 << 10

    private let file: String?

    /// In the user's data folder.
    public init(_ paths: Paths) { file = paths.secrets }

    /// The names, sorted.
    /// - Throws: ``ReadError`` for a file that cannot be read.
    public func names() throws(ReadError) -> [String] { try all().keys.sorted() }

    /// The secret of that name; `nil` when there is none.
    /// - Throws: ``ReadError`` for a file that cannot be read.
    public func secret(_ name: String) throws(ReadError) -> Secret? { try all()[name].map { Secret($0) } }

    /// Keeps a secret in the place of an older one.
    public func set(_ name: String, _ secret: Secret) throws(WriteError) {
        try change { $0[name] = Data(secret.reveal().utf8).base64EncodedString() }
    }

    /// Forgets a secret. `false` when there was none.
    public func remove(_ name: String) throws(WriteError) -> Bool {
        guard (try? all()[name]) != nil else { return false }
        try change { $0[name] = nil }
        return true
    }

    private func all() throws(ReadError) -> [String: String] {
        guard let file else { return [:] }
        do {
            return Self.lines(try NetLayer.PrivateFile.read(file) ?? []).compactMapValues { text in
                Data(base64Encoded: text).map { String(decoding: $0, as: UTF8.self) }
            }
        } catch {
            throw ReadError(file, error.detail, hint: "It must be a file of your own.")
        }
    }

    private func change(_ body: (inout [String: String]) -> Void) throws(WriteError) {
        guard let file else { throw WriteError("the secrets", "there is no home to keep them in", hint: "Set HOME.") }
        try OwnFile.change(file) { bytes in
            var lines = Self.lines(bytes ?? [])
            body(&lines)
            return Array(lines.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)\n" }.joined().utf8)
        }
    }

    /// A name and what is kept for it, in base64, between a space.
    private static func lines(_ bytes: [UInt8]) -> [String: String] {
        var lines: [String: String] = [:]
        for line in String(decoding: bytes, as: UTF8.self).split(separator: "\n") {
            let parts = line.split(separator: " ", maxSplits: 1, omittingEmptySubsequences: false)
            if parts.count == 2 { lines[String(parts[0])] = String(parts[1]) }
        }
        return lines
    }
}
