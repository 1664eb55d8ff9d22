// Secrets that the user stores by name: `${secret:NAME}` in a trusted workspace.

import Foundation
import NetLayer

/// Secrets by name, in a file that only its owner may read. They are not encrypted: any program that can read
/// the user's files can read them.
public struct SecretStore: Sendable {
    /// The maximum size of a secret, in bytes.
    public static let longest = 64 << 10

    private let file: String?

    /// In the user's data folder.
    public init(_ paths: Paths) { file = paths.secrets }

    /// The names, sorted.
    /// - Throws: ``ReadError`` for a file that cannot be read.
    public func names() throws(ReadError) -> [String] { try lines().secrets.keys.sorted() }

    /// The secret of that name; `nil` if there is none.
    /// - Throws: ``ReadError`` for an unreadable file, and for a name that only a damaged line can contain.
    public func secret(_ name: String) throws(ReadError) -> Secret? {
        let lines = try lines()
        if let text = lines.secrets[name], let secret = SecretLines.decodedText(text) { return Secret(secret) }
        guard let line = lines.damaged.first(where: { $0.mayHold(name) }), let file else { return nil }
        throw ReadError(
            file, "line \(line.number) of \(file) is damaged, and no other has \(name)", hint: "explorer secret set \(name)")
    }

    /// The damage of the file, in a sentence; `nil` if there is none. Damaged lines stay
    /// until their secret is set again.
    /// - Throws: ``ReadError`` for a file that cannot be read.
    public func damage() throws(ReadError) -> String? {
        let numbers = try lines().damaged.map { String($0.number) }
        guard let file, let last = numbers.last else { return nil }
        let places = numbers.count == 1 ? "line \(last)" : "lines \(numbers.dropLast().joined(separator: ", ")) and \(last)"
        return "\(places) of \(file) cannot be read and stay as they are: set the missing secret again, or delete them"
    }

    /// Stores a secret, replacing an older one.
    public func setSecret(_ name: String, _ secret: Secret) throws(WriteError) {
        try change { $0.setText(name, Data(secret.reveal().utf8).base64EncodedString()) }
    }

    /// Removes a secret. `false` if there was none.
    public func remove(_ name: String) throws(WriteError) -> Bool {
        guard let lines = try? lines(), lines.secrets[name] != nil || lines.damaged.contains(where: { $0.names(name) }) else {
            return false
        }
        try change { $0.setText(name, nil) }
        return true
    }

    private func lines() throws(ReadError) -> SecretLines {
        guard let file else { return SecretLines([]) }
        do {
            return SecretLines(try NetLayer.PrivateFile.readContent(file) ?? [])
        } catch {
            throw ReadError(file, error.detail, hint: "Use a file that only you can change.")
        }
    }

    private func change(_ body: (inout SecretLines) -> Void) throws(WriteError) {
        guard let file else { throw WriteError("the secrets", "there is no home folder to store them in", hint: "Set HOME.") }
        try OwnFile.change(file) { bytes in
            var lines = SecretLines(bytes ?? [])
            body(&lines)
            return lines.bytes
        }
    }
}

/// The lines of the file: a name and its secret in base64, with a space between.
private struct SecretLines {
    /// An unreadable line: a disk error or a person has changed it.
    struct Damaged {
        /// The line number, from 1.
        var number: Int
        var bytes: [UInt8]

        /// Whether the line begins with the name.
        func names(_ name: String) -> Bool { bytes.starts(with: Array("\(name) ".utf8)) }

        /// Whether the line may belong to that name: the damage may affect the name itself.
        func mayHold(_ name: String) -> Bool { names(name) || !SecretLines.hasName(bytes) }
    }

    /// The secrets in base64, by name.
    private(set) var secrets: [String: String] = [:]
    private(set) var damaged: [Damaged] = []

    init(_ bytes: [UInt8]) {
        for (index, line) in bytes.split(separator: 0x0a, omittingEmptySubsequences: false).enumerated() where !line.isEmpty {
            let parts = line.split(separator: 0x20, maxSplits: 1, omittingEmptySubsequences: false)
            guard parts.count == 2, let name = String(validating: parts[0], as: UTF8.self), Self.isName(name),
                let text = String(validating: parts[1], as: UTF8.self), Self.decodedText(text) != nil, secrets[name] == nil
            else {
                damaged.append(Damaged(number: index + 1, bytes: Array(line)))
                continue
            }
            secrets[name] = text
        }
    }

    mutating func setText(_ name: String, _ text: String?) {
        secrets[name] = text
        damaged.removeAll { $0.names(name) }
    }

    var bytes: [UInt8] {
        Array(secrets.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)\n" }.joined().utf8)
            + damaged.flatMap { $0.bytes + [0x0a] }
    }

    /// - Returns: `nil` if it is not base64 of UTF-8.
    static func decodedText(_ base64: String) -> String? {
        Data(base64Encoded: base64).flatMap { String(validating: [UInt8]($0), as: UTF8.self) }
    }

    static func hasName(_ line: [UInt8]) -> Bool {
        guard let end = line.firstIndex(of: 0x20) else { return false }
        return String(validating: line[..<end], as: UTF8.self).map(isName) ?? false
    }

    private static func isName(_ text: String) -> Bool { !text.isEmpty && text.unicodeScalars.allSatisfy { $0.value > 0x20 } }
}
