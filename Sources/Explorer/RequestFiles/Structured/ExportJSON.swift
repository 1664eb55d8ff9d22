// JSON for exports. Values are JSON texts already, so that the numbers of a body keep their spelling.

import Document
import NetLayer

/// Builds JSON from texts that are JSON. ``string(_:)`` emits no terminal control characters.
enum ExportJSON {
    static func object(_ members: [(name: String, value: String)]) -> String {
        "{" + members.map { string($0.name) + ":" + $0.value }.joined(separator: ",") + "}"
    }

    static func array(_ values: [String]) -> String { JSONLiteral.array(values) }

    static func string(_ text: String) -> String {
        JSONLiteral.string(text) { !ShellWord.isReadable($0) && $0 != "\r" }
    }

    /// Escapes terminal control characters in a JSON text: they occur only in strings.
    static func visible(_ json: String) -> String {
        guard !json.unicodeScalars.allSatisfy(ShellWord.isReadable) else { return json }
        var output = ""
        for scalar in json.unicodeScalars {
            if ShellWord.isReadable(scalar) || scalar == "\r" {
                output.unicodeScalars.append(scalar)
            } else {
                output += JSONLiteral.escaped(scalar)
            }
        }
        return output
    }
}

extension ShellWord {
    /// The word for a file that is not a shell script; text that is not UTF-8 contains U+FFFD.
    /// - Parameters:
    ///   - variable: formats a variable.
    ///   - literal: formats text.
    func written(variable: (String) -> String, literal: (String) -> String = { $0 }) -> String {
        parts.map { part in
            switch part {
            case .text(let bytes): literal(String(decoding: bytes, as: UTF8.self))
            case .variable(let name): variable(name)
            }
        }.joined()
    }

    /// The word with `$NAME` for each variable.
    var dollars: String { written { "$" + $0 } }

    /// Whether all text is UTF-8.
    var isText: Bool {
        parts.allSatisfy { part in
            guard case .text(let bytes) = part else { return true }
            return String(validating: bytes, as: UTF8.self) != nil
        }
    }

    var hasVariables: Bool { parts.contains { if case .variable = $0 { true } else { false } } }
}
