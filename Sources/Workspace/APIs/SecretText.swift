// Texts of explorer.yaml that may hold secrets: the secrets themselves stand elsewhere, in variables of the environment or in files.

import Foundation

struct SecretText {
    /// What relative paths start from.
    let folder: String
    let environment: [String: String]
    /// Somebody has named the workspace. One that merely lies in the current folder may be a stranger's.
    var isNamed = true

    /// Larger files hold no secret. Bytes.
    private static let longest = 64 << 10

    /// A text with `${env:NAME}` and `${file:PATH}` looked up; a file's last line break is not meant.
    /// - Parameter isSecret: a text that stands there itself is refused: a workspace is shared, its secrets are not.
    /// - Returns: `nil` when there is none, which is noted.
    func read(_ node: ConfigNode, isSecret: Bool = true) -> String? {
        guard let text = node.text() else { return nil }
        guard isNamed || !text.contains("${") else {
            node.notes.warn(
                node.line, "\(node.name) is left out: nobody has named this workspace, and it may be a stranger's",
                "name it: explorer explorer.yaml")
            return nil
        }
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

    /// Without links and dots.
    private static func real(_ path: String) -> String {
        URL(fileURLWithPath: path).resolvingSymlinksInPath().standardizedFileURL.path
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
            // A shared file that names others' files would send them to whom it names.
            guard Self.real(place).hasPrefix(Self.real(folder) + "/") else {
                node.complain("\(path) is not below the workspace's folder", "put the secret there, or take ${env:NAME}")
                return nil
            }
            guard let bytes = try? FileReading.bytes(place, limit: Self.longest) else {
                node.notes.warn(node.line, "\(place) cannot be read, so \(node.name) is left out", "write the secret into it")
                return nil
            }
            var end = bytes.count
            if end > 0, bytes[end - 1] == 0x0a { end -= 1 }
            if end > 0, end < bytes.count, bytes[end - 1] == 0x0d { end -= 1 }
            return String(decoding: bytes[..<end], as: UTF8.self)
        default:
            node.complain("'${\(reference)}' is neither ${env:NAME} nor ${file:PATH}", "write one of the two")
            return nil
        }
    }
}
