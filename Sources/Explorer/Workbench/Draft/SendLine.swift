// A request of a description as a line of `explorer send`: the reverse of reading the options of that command.

import Catalog
import NetLayer

/// Writes `explorer send` for a POSIX shell. As in a curl line, secrets are shell variables.
package enum SendLine {
    /// Longer bodies make no line: on Linux, one argument of a program has at most 128 KiB.
    private static let longestBody = 100_000

    /// The command; `nil` where its options cannot say all of the request.
    /// - Parameters:
    ///   - command: `send`, or `pages` for a whole list.
    ///   - source: the description, and the options with which it was opened.
    package static func makeCommand(
        _ plan: RequestPlan, command: String = "send", of endpoint: EndpointSummary, _ operation: Catalog.Operation,
        source: [String]
    ) -> String? {
        guard operation.saved == nil, plan.method == endpoint.method, plan.path == endpoint.path,
            plan.destination.baseURL == nil, !plan.isForThirdParty
        else { return nil }
        var writer = SendLineWriter(plan: plan, operation: operation)
        writer.words = ["explorer", command] + (source + [endpoint.id]).map { ShellWord($0).quoted }
        if let service = plan.destination.service { writer.words += ["--service", ShellWord(service).quoted] }
        for parameter in plan.parameters { guard writer.add(parameter) else { return nil } }
        for field in plan.headers.fields { guard writer.add(field) else { return nil } }
        guard writer.addBody(longest: longestBody) else { return nil }
        return writer.words.joined(separator: " ")
    }
}

private struct SendLineWriter {
    let plan: RequestPlan
    let operation: Catalog.Operation
    var words: [String] = []
    private var names = SecretNames(reveals: false)

    init(plan: RequestPlan, operation: Catalog.Operation) { (self.plan, self.operation) = (plan, operation) }

    /// - Returns: `false` when `-p` and `-H` would send something else.
    mutating func add(_ parameter: Parameter) -> Bool {
        let place = parameter.place
        let name = Self.typed(parameter.name, parameter)
        let value = Self.typed(parameter.value.revealed, parameter)
        let isDeclared = operation.parameters.contains { $0.name == name && $0.place.rawValue == place.rawValue }
        let isKey = operation.keys.contains { $0.name == name && $0.place == place }
        guard isDeclared || isKey else { return place == .header && add(HeaderField(name, parameter.value)) }
        guard !name.contains("="), !isDeclared || isTypedText(parameter, name, value) else { return false }
        let isSecret = isKey || parameter.isHidden || plan.maskedNames.contains(name) || holdsMasked(value)
        let word = isSecret ? names.maskSecret(value, name) : ShellWord(value)
        words += ["-p", "\(ShellWord(name).quoted)=\(word.quoted)"]
        return true
    }

    /// The text as the user types it.
    private static func typed(_ text: String, _ parameter: Parameter) -> String {
        parameter.isEncoded ? PercentCoding.decode(text) : text
    }

    /// Whether the user types this text for the value that is sent, and the name means one parameter.
    private func isTypedText(_ parameter: Parameter, _ name: String, _ value: String) -> Bool {
        let fields = operation.parameters.filter { $0.name == name }
        guard let field = fields.first, fields.count == 1, field.style == nil, field.contentType == nil,
            !field.rules.kinds.contains(.object), !(parameter.isEncoded && field.allowsReserved)
        else { return false }
        // The text of a list is split at its commas.
        if field.takesList, value.contains(",") || value.hasPrefix("[") { return false }
        let count = plan.parameters.count { $0.name == parameter.name && $0.place == parameter.place }
        return count == 1 || field.takesList
    }

    mutating func add(_ field: HeaderField) -> Bool {
        let value = field.value.revealed
        // A blank value has a notation of its own, and a media type changes how -d is read.
        guard value.contains(where: { $0 != " " && $0 != "\t" }), field.name.lowercased() != "content-type" else { return false }
        let isSecret = field.value.isSecret || SensitiveNames.isSecretHeader(field.name) || holdsMasked(value)
        let masked = isSecret ? HeaderField(field.name, .secret(Secret(value))) : field
        words += ["-H", names.maskHeader(masked).quoted]
        return true
    }

    mutating func addBody(longest: Int) -> Bool {
        switch plan.body {
        case .none: return true
        case .bytes(let bytes, let type):
            guard let body = operation.body, type == body.sendable[body.preferred].contentType,
                MediaField.FormKind(type) == nil, !plan.isBodySecret, bytes.first != UInt8(ascii: "@"),
                !holdsMasked(String(decoding: bytes, as: UTF8.self))
            else { return false }
            let word = names.maskBody(bytes, contentType: type, secret: plan.maskedNames)
            guard word.isReadable, word.count <= longest else { return false }
            words += ["-d", word.quoted]
            return true
        default: return false
        }
    }

    /// Whether the text has one of the secrets that the request got from elsewhere, such as a variable.
    private func holdsMasked(_ text: String) -> Bool {
        plan.maskedTexts.contains { secret in
            let hidden = secret.reveal()
            return !hidden.isEmpty && text.contains(hidden)
        }
    }
}
