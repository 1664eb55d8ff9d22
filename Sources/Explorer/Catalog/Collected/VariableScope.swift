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

        fileprivate mutating func addMissing(_ name: String) { if !missing.contains(name) { missing.append(name) } }
    }

    /// A known `{{$…}}` stays unchanged: its value is generated when the request is sent.
    func expanded(_ text: String) -> Expanded {
        var result = Expanded(text: "")
        var room = Self.longest
        result.text = String(decoding: expand(Array(text.utf8), within: [], &result, &room), as: UTF8.self)
        return result
    }

    private func expand(_ bytes: [UInt8], within open: [String], _ result: inout Expanded, _ room: inout Int) -> [UInt8] {
        let spans = VariableText.outerSpans(bytes)
        guard !spans.isEmpty else { return bytes }
        var output: [UInt8] = []
        var start = 0
        for span in spans {
            output += bytes[start..<span.lowerBound]
            start = span.upperBound
            output += expandVariable(Array(bytes[span]), within: open, &result, &room)
        }
        return output + bytes[start...]
    }

    /// - Parameter written: the variable with its braces.
    private func expandVariable(
        _ written: [UInt8], within open: [String], _ result: inout Expanded, _ room: inout Int
    ) -> [UInt8] {
        var written = written
        var inner = Array(written.dropFirst(2).dropLast(2))
        /// The name for a message: with a secret in it, as written.
        var shown: String?
        let isComposed = !VariableText.spans(inner).isEmpty
        if isComposed {
            // The innermost variable comes first: its value is a part of the name, as in Postman.
            let secrets = result.secrets.count
            let completed = expand(inner, within: open, &result, &room)
            if result.secrets.count > secrets { shown = String(decoding: inner, as: UTF8.self).trimmingBlanks }
            inner = completed
            written = Array("{{".utf8) + inner + Array("}}".utf8)
        }
        let name = String(decoding: inner, as: UTF8.self).trimmingBlanks
        let left = isComposed ? Self.names(in: name) : []
        guard left.isEmpty else {
            // The name is not known, for want of a value that is reported already, or that is generated only when the
            // request is sent. In a format without variables the braces are text.
            let isKnown = left.contains { result.missing.contains($0) || literal.contains($0) }
            if !isKnown { result.addMissing(shown ?? name) }
            return written
        }
        guard !literal.contains(name), values[name] != nil || DynamicName(name) == nil else { return written }
        guard let value = values[name], open.count < Self.deepest, !open.contains(name), value.text.utf8.count <= room else {
            result.addMissing(shown ?? name)
            return written
        }
        room -= value.text.utf8.count
        if value.isSecret, !value.text.isEmpty { result.secrets.append(value.text) }
        return expand(Array(value.text.utf8), within: open + [name], &result, &room)
    }

    /// The names in a text that other variables complete: `host_dev` of `{{host_{{env}}}}`.
    func composedNames(in text: String) -> [String] {
        let bytes = Array(text.utf8)
        return VariableText.outerSpans(bytes).flatMap { span -> [String] in
            let inner = Array(bytes[span].dropFirst(2).dropLast(2))
            guard !VariableText.spans(inner).isEmpty else { return [] }
            let written = String(decoding: inner, as: UTF8.self)
            let name = expanded(written).text.trimmingBlanks
            return composedNames(in: written) + (Self.names(in: name).isEmpty ? [name] : [])
        }
    }

    /// The names in a text, each once, without the names in their values. Of variables within each other, the innermost.
    static func names(in text: String) -> [String] {
        var names: [String] = []
        for name in VariableText.expressions(text) where !names.contains(name) { names.append(name) }
        return names
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
