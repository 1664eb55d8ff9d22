// Texts of explorer.yaml that may hold secrets: the secrets themselves stand elsewhere, in variables of the environment or in files.

import Foundation

struct SecretText {
    /// What relative paths start from.
    let folder: String
    let environment: [String: String]

    /// Larger files hold no secret. Bytes.
    private static let longest = 64 << 10

    /// A text with `${env:NAME}` and `${file:PATH}` looked up; a file's last line break is not meant.
    /// - Parameter isSecret: a text that stands there itself is refused: a workspace is shared, its secrets are not.
    /// - Returns: `nil` when there is none, which is noted.
    func read(_ node: ConfigNode, isSecret: Bool = true) -> String? {
        guard let text = node.text() else { return nil }
        var output = ""
        var rest = text[...]
        var isFound = true
        var references = 0
        while let start = rest.firstRange(of: "${") {
            guard let end = rest[start.upperBound...].firstIndex(of: "}") else { break }
            output += rest[..<start.lowerBound]
            references += 1
            if let value = value(of: rest[start.upperBound..<end], node) { output += value } else { isFound = false }
            rest = rest[rest.index(after: end)...]
        }
        output += rest
        if isSecret, references == 0 {
            node.complain(
                "\(node.name) holds a secret", "write ${env:NAME} or ${file:PATH}: a workspace is shared, its secrets are not")
            return nil
        }
        return isFound ? output : nil
    }

    private func value(of reference: Substring, _ node: ConfigNode) -> String? {
        let parts = reference.split(separator: ":", maxSplits: 1).map(String.init)
        switch (parts.first, parts.count == 2 ? parts[1] : "") {
        case ("env", let name) where !name.isEmpty:
            if let value = environment[name], !value.isEmpty { return value }
            node.notes.warn(node.line, "the variable \(name) is not set, so \(node.name) is left out", "export \(name)=…")
            return nil
        case ("file", let path) where !path.isEmpty:
            let place = path.standing(in: folder)
            guard let bytes = try? FileReading.bytes(place, limit: Self.longest) else {
                node.notes.warn(node.line, "\(place) cannot be read, so \(node.name) is left out", "write the secret into it")
                return nil
            }
            let text = String(decoding: bytes, as: UTF8.self)
            return text.hasSuffix("\n") ? String(text.dropLast()) : text
        default:
            node.complain("'${\(reference)}' is neither ${env:NAME} nor ${file:PATH}", "write one of the two")
            return nil
        }
    }
}
