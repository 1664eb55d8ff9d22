// The values of variables in a collection's requests: `{{name}}`, resolved from the nearest scope
// to the farthest.

import NetLayer
import RequestFiles

/// The variables that a request sees.
public struct VariableScope: Sendable, Hashable {
    struct Value: Sendable, Hashable {
        var text: String
        var isSecret: Bool
    }

    private var values: [String: Value] = [:]
    /// Names that stay literal text, with their braces.
    var literal: Set<String> = []

    /// The deepest nesting of variables in values.
    private static let deepest = 16
    /// The longest expanded text, in bytes.
    private static let longest = 8 << 20

    public init() {}

    /// Adds fields; they replace earlier ones of the same name.
    mutating func add(_ fields: [CollectionField]) {
        for field in fields where !field.isDisabled {
            values[field.name] = Value(text: field.value, isSecret: field.isSecret || Self.isSecret(field.name))
        }
    }

    /// Whether the name alone marks its value as secret.
    static func isSecret(_ name: String) -> Bool { SensitiveNames.isSecretMember(name) || SensitiveNames.isSecretHeader(name) }

    /// Sets a value that the user typed; it replaces any other.
    mutating func setValue(_ name: String, _ text: String, isSecret: Bool) {
        values[name] = Value(text: text, isSecret: isSecret)
    }

    /// The value of a variable, with its own variables unresolved; `nil` when there is none.
    func unresolvedText(of name: String) -> String? { values[name]?.text }

    /// A text with its variables resolved.
    struct Expanded: Sendable, Hashable {
        var text: String
        /// The secret values in it.
        var secrets: [String] = []
        /// The variables without a value, and those that refer to themselves. They stay in
        /// the text unchanged.
        var missing: [String] = []
    }

    /// A known `{{$…}}` stays unchanged: its value is generated when the request is sent.
    func expanded(_ text: String) -> Expanded {
        var result = Expanded(text: "")
        var room = Self.longest
        result.text = String(decoding: expand(Array(text.utf8), within: [], &result, &room), as: UTF8.self)
        return result
    }

    private func expand(_ bytes: [UInt8], within open: [String], _ result: inout Expanded, _ room: inout Int) -> [UInt8] {
        let spans = VariableText.spans(bytes)
        guard !spans.isEmpty else { return bytes }
        var output: [UInt8] = []
        var start = 0
        for span in spans {
            output += bytes[start..<span.lowerBound]
            start = span.upperBound
            let name = Self.variableName(bytes[span])
            guard !literal.contains(name), values[name] != nil || DynamicName(name) == nil else {
                output += bytes[span]
                continue
            }
            guard let value = values[name], open.count < Self.deepest, !open.contains(name), value.text.utf8.count <= room else {
                if !result.missing.contains(name) { result.missing.append(name) }
                output += bytes[span]
                continue
            }
            room -= value.text.utf8.count
            if value.isSecret, !value.text.isEmpty { result.secrets.append(value.text) }
            output += expand(Array(value.text.utf8), within: open + [name], &result, &room)
        }
        return output + bytes[start...]
    }

    /// The names in a text, each once, without the names in their values.
    static func names(in text: String) -> [String] {
        var names: [String] = []
        for name in VariableText.expressions(text) where !names.contains(name) { names.append(name) }
        return names
    }

    private static func variableName(_ span: ArraySlice<UInt8>) -> String {
        let inner = String(decoding: span.dropFirst(2).dropLast(2), as: UTF8.self)
        return inner.trimmingBlanks
    }
}

extension String {
    /// Without spaces and tabs at its ends.
    var trimmingBlanks: String {
        let isBlank = { (byte: UInt8) in byte == 0x20 || byte == 0x09 }
        var bytes = utf8[...].drop(while: isBlank)
        while let last = bytes.last, isBlank(last) { bytes.removeLast() }
        return String(Substring(bytes))
    }
}
