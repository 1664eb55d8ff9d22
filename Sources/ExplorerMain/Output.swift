// Standard output, and text made safe for it.

import Canvas
import Foundation
import Glibc

enum Output {
    /// Writes all of it; a reader that has gone ends the program quietly, as `head` expects.
    static func write(_ text: String) { write(Array(text.utf8)) }

    static func write(_ bytes: [UInt8], to descriptor: Int32 = STDOUT_FILENO) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR || errno == EAGAIN { continue }
            if count <= 0 { exit(errno == EPIPE ? 0 : 74) }
            rest = rest.dropFirst(count)
        }
    }
}

/// Text from a description or a server, for a terminal: control bytes are shown, never sent. Tabs and line breaks between
/// our own columns are added after this.
enum Visible {
    static func text(_ text: String) -> String {
        text.split(separator: "\n", omittingEmptySubsequences: false).map { Printable.visible(String($0)) }.joined(separator: "\n")
    }
}

/// Writes JSON: a few values, no reader needed.
enum JSONText {
    enum Value {
        case string(String)
        case number(String)
        case bool(Bool)
        case null
        case array([Value])
    }

    static func object(_ members: [(String, Value)]) -> String {
        "{" + members.map { quoted($0.0) + ":" + text($0.1) }.joined(separator: ",") + "}"
    }

    private static func text(_ value: Value) -> String {
        switch value {
        case .string(let text): quoted(text)
        case .number(let digits): digits
        case .bool(let flag): flag ? "true" : "false"
        case .null: "null"
        case .array(let values): "[" + values.map(text).joined(separator: ",") + "]"
        }
    }

    private static func quoted(_ text: String) -> String {
        var output = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": output += "\\\""
            case "\\": output += "\\\\"
            case "\n": output += "\\n"
            case "\t": output += "\\t"
            case _ where scalar.value < 0x20 || scalar.value == 0x7f:
                output += "\\u" + String(String(scalar.value + 0x10000, radix: 16).dropFirst())
            default: output.unicodeScalars.append(scalar)
            }
        }
        return output + "\""
    }
}
