// The values of a workspace's variables: scopes in which the inner one wins. Reports cycles and excessive
// sizes before anything is sent.

import Document
import NetLayer

/// Variables by name, in scopes: the workspace, the API, the environment.
public struct VariableScopes: Sendable, Hashable {
    /// A variable as written.
    public struct Value: Sendable, Hashable {
        /// Its value.
        public var text: WorkspaceText
        /// The line of the workspace.
        public var line: Int
        /// The prompt for its value. The text is the default, if the user enters nothing.
        public var prompt: Prompt?

        /// A value and its line.
        /// - Parameters:
        ///   - text: the value.
        ///   - line: the line of the workspace.
        ///   - prompt: the prompt for the value; `nil` when the user need not be asked.
        public init(_ text: WorkspaceText, line: Int, prompt: Prompt? = nil) {
            self.text = text
            self.line = line
            self.prompt = prompt
        }
    }

    private var values: [String: Value] = [:]

    /// No variables.
    public init() {}

    /// Adds a scope inside the existing ones: its values win.
    public mutating func add(_ scope: [String: Value]) { values.merge(scope) { $1 } }

    /// The innermost value of that name.
    public subscript(name: String) -> Value? { values[name] }

    /// All names, sorted.
    public var names: [String] { values.keys.sorted() }
}

/// Replaces references by values.
public struct VariableExpansion: Sendable, Hashable {
    /// How a value is escaped where it is inserted.
    public enum Escaping: Sendable {
        case none
        /// Within a string of JSON.
        case json
        /// Within a URL. A value at the start of the URL is an address, and is inserted unescaped.
        case url
    }

    /// The longest expanded text, in bytes.
    public static let longest = 1 << 20
    /// The deepest nesting of variables.
    static let deepest = 32

    /// The initial variables.
    public let scopes: VariableScopes
    /// Values from responses and from the user's answers; they win over all scopes.
    public private(set) var captured: [String: FieldValue]
    /// The names in ``captured`` whose values are from a response, not from the user.
    public private(set) var fromResponses: Set<String>
    /// External values. They are secrets, whatever their source.
    public var externalValues: [ExternalReference: Secret] { didSet { mask.learn(externalValues.values.map { $0.reveal() }) } }
    /// Masks all secrets in texts. It is kept up to date, because a run with a thousand secrets writes
    /// a thousand reports.
    private(set) var mask = KnownSecrets()

    private var known: [String: FieldValue] = [:]

    /// An expansion with these variables and values.
    public init(
        _ scopes: VariableScopes, captured: [String: FieldValue] = [:], outside: [ExternalReference: Secret] = [:]
    ) {
        self.scopes = scopes
        self.captured = captured
        fromResponses = Set(captured.keys)
        self.externalValues = outside
        mask.learn(secrets.map { $0.reveal() })
    }

    /// Every secret value.
    public var secrets: Set<Secret> {
        Set(externalValues.values).union(captured.values.compactMap { if case .secret(let secret) = $0 { secret } else { nil } })
            .filter { !$0.reveal().isEmpty }
    }

    /// Every secret value, as it is and as a path or query has it.
    public var secretsInURL: Set<Secret> {
        secrets.union(secrets.map { Secret(PercentCoding.encode($0.reveal(), for: .pathSegment)) })
    }

    /// The secret values that these texts refer to.
    public func secrets(of texts: [WorkspaceText]) -> Set<Secret> {
        var found: Set<Secret> = []
        var seen: Set<String> = []
        var open = texts
        while let text = open.popLast() {
            found.formUnion(text.externalReferences.compactMap { externalValues[$0] })
            for name in text.variables where seen.insert(name).inserted {
                if case .secret(let secret)? = captured[name] ?? known[name] { found.insert(secret) }
                if captured[name] == nil, let value = scopes[name] { open.append(value.text) }
            }
        }
        return found.filter { !$0.reveal().isEmpty }
    }

    /// Sets a variable to a value from a response.
    public mutating func capture(_ name: String, _ value: FieldValue) { setValue(name, value, isFromResponse: true) }

    mutating func setValue(_ name: String, _ value: FieldValue, isFromResponse: Bool) {
        captured[name] = value
        if isFromResponse { fromResponses.insert(name) } else { fromResponses.remove(name) }
        if case .secret(let secret) = value { mask.learn([secret.reveal()]) }
        // These values may depend on the old value.
        known = [:]
    }

    /// The text with its references replaced by values. It is secret if one of them is.
    /// - Throws: ``VariableError`` for an undefined name, a cycle, or an excessive size.
    public mutating func expand(
        _ text: WorkspaceText, escaping: Escaping = .none
    ) throws(VariableError) -> FieldValue {
        try expand(text, escaping, within: [])
    }

    /// The external values that are needed before the texts can be expanded.
    /// - Parameter later: names whose values responses will provide.
    /// - Throws: ``VariableError`` as expanding would.
    public func references(of texts: [WorkspaceText], later: Set<String> = []) throws(VariableError) -> Set<ExternalReference> {
        var found: Set<ExternalReference> = []
        var seen: Set<String> = []
        var open = texts
        while let text = open.popLast() {
            found.formUnion(text.externalReferences)
            for name in text.variables where captured[name] == nil && !later.contains(name) && seen.insert(name).inserted {
                guard let value = scopes[name] else { throw Self.undefined(name, among: scopes.names + later.sorted()) }
                open.append(value.text)
            }
        }
        return found
    }

    private mutating func expand(
        _ text: WorkspaceText, _ escaping: Escaping, within names: [String]
    ) throws(VariableError) -> FieldValue {
        var output = ""
        var isSecret = false
        for piece in text.pieces {
            switch piece {
            case .text(let part): output += part
            case .variable(let name):
                let value = try value(of: name, within: names)
                isSecret = isSecret || value.isSecret
                output += Self.written(value.revealed, escaping, isFirst: output.isEmpty)
            case .outside(let reference):
                guard let secret = externalValues[reference] else {
                    throw VariableError("\(reference) has no value", "it was not resolved")
                }
                isSecret = true
                output += Self.written(secret.reveal(), escaping, isFirst: output.isEmpty)
            }
            guard output.utf8.count <= Self.longest else {
                throw VariableError(
                    names.last.map { "the variable \($0) is longer than \(Self.longest >> 20) MiB" }
                        ?? "a text is longer than \(Self.longest >> 20) MiB with its variables", "shorten it",
                    line: names.last.flatMap { scopes[$0]?.line })
            }
        }
        return isSecret ? .secret(Secret(output)) : .plain(output)
    }

    private mutating func value(of name: String, within names: [String]) throws(VariableError) -> FieldValue {
        if let value = captured[name] ?? known[name] { return value }
        guard let value = scopes[name] else { throw Self.undefined(name, among: scopes.names) }
        if let start = names.firstIndex(of: name) {
            let circle = (names[start...] + [name]).joined(separator: " → ")
            throw VariableError("the variable \(name) refers to itself: \(circle)", "give one of them a value", line: value.line)
        }
        guard names.count < Self.deepest else {
            throw VariableError(
                "the variable \(name) is nested deeper than \(Self.deepest)", "write its value", line: value.line)
        }
        if let prompt = value.prompt, !prompt.hasDefault {
            throw VariableError("\(name) needs a value", "give it with -p \(name)=VALUE", line: value.line)
        }
        var expanded = try expand(value.text, .none, within: names + [name])
        if value.prompt?.isSecret == true || ResponseSecrets.isSecret(name) { expanded = .secret(Secret(expanded.revealed)) }
        known[name] = expanded
        return expanded
    }

    private static func undefined(_ name: String, among names: [String]) -> VariableError {
        let listed = names.prefix(12).joined(separator: ", ")
        return VariableError(
            "nothing defines ${\(name)}",
            names.isEmpty
                ? "write it under 'variables:', or let a request capture it"
                : "there are \(listed)\(names.count > 12 ? ", …" : "")")
    }

    private static func written(_ text: String, _ escaping: Escaping, isFirst: Bool) -> String {
        switch escaping {
        case .none: text
        case .json: String(JSONLiteral.string(text).dropFirst().dropLast())
        case .url: isFirst ? text : PercentCoding.encode(text, for: .pathSegment)
        }
    }
}
