// What the variables of a workspace stand for: scopes in which the inner wins, cycles and floods named before anything is sent.

import Document
import NetLayer

/// Variables by name, in scopes: the workspace, the API, the environment.
public struct VariableScopes: Sendable, Hashable {
    /// A variable as it is written.
    public struct Value: Sendable, Hashable {
        /// What it stands for.
        public var text: WorkspaceText
        /// The line of the workspace.
        public var line: Int
        /// What is asked for it; its text is what who answers nothing gets.
        public var prompt: Prompt?

        /// A value and where it is written.
        /// - Parameters:
        ///   - text: what it stands for.
        ///   - line: the line of the workspace.
        ///   - prompt: what is asked for it; `nil` where nobody has to be asked.
        public init(_ text: WorkspaceText, line: Int, prompt: Prompt? = nil) {
            self.text = text
            self.line = line
            self.prompt = prompt
        }
    }

    private var values: [String: Value] = [:]

    /// No variables.
    public init() {}

    /// Adds a scope inside those that are there: its values win.
    public mutating func add(_ scope: [String: Value]) { values.merge(scope) { $1 } }

    /// The innermost value of that name.
    public subscript(name: String) -> Value? { values[name] }

    /// All names, sorted.
    public var names: [String] { values.keys.sorted() }
}

/// Puts values in the place of references.
public struct VariableExpansion: Sendable, Hashable {
    /// How a value is written where it is put.
    public enum Escaping: Sendable {
        case none
        /// Within a string of JSON.
        case json
        /// Within a URL; what the URL begins with is an address, and stands as it is.
        case url
    }

    /// Bytes of what a text may become.
    public static let longest = 1 << 20
    /// Variables within variables.
    static let deepest = 32

    /// The variables that are known from the beginning.
    public let scopes: VariableScopes
    /// Values that answers have brought; they win over all scopes.
    public private(set) var captured: [String: FieldValue]
    /// Those names of ``captured`` whose values a response has brought, and not a person.
    public private(set) var fromResponses: Set<String>
    /// Values from outside, which are secrets wherever they come from.
    public var outside: [OutsideReference: Secret] { didSet { mask.learn(outside.values.map { $0.reveal() }) } }
    /// What takes all of them out of texts: kept ready, because a run of a thousand secrets has a thousand reports.
    private(set) var mask = KnownSecrets()

    private var known: [String: FieldValue] = [:]

    /// An expansion by these variables and values.
    public init(
        _ scopes: VariableScopes, captured: [String: FieldValue] = [:], outside: [OutsideReference: Secret] = [:]
    ) {
        self.scopes = scopes
        self.captured = captured
        fromResponses = Set(captured.keys)
        self.outside = outside
        mask.learn(secrets.map { $0.reveal() })
    }

    /// Every value that nobody may see.
    public var secrets: Set<Secret> {
        Set(outside.values).union(captured.values.compactMap { if case .secret(let secret) = $0 { secret } else { nil } })
            .filter { !$0.reveal().isEmpty }
    }

    /// The values that nobody may see of what these texts refer to.
    public func secrets(of texts: [WorkspaceText]) -> Set<Secret> {
        var found: Set<Secret> = []
        var seen: Set<String> = []
        var open = texts
        while let text = open.popLast() {
            found.formUnion(text.outside.compactMap { outside[$0] })
            for name in text.variables where seen.insert(name).inserted {
                if case .secret(let secret)? = captured[name] ?? known[name] { found.insert(secret) }
                if captured[name] == nil, let value = scopes[name] { open.append(value.text) }
            }
        }
        return found.filter { !$0.reveal().isEmpty }
    }

    /// Gives a variable the value that an answer has brought.
    public mutating func capture(_ name: String, _ value: FieldValue) { set(name, value, isFromResponse: true) }

    mutating func set(_ name: String, _ value: FieldValue, isFromResponse: Bool) {
        captured[name] = value
        if isFromResponse { fromResponses.insert(name) } else { fromResponses.remove(name) }
        if case .secret(let secret) = value { mask.learn([secret.reveal()]) }
        // What was made of an older one.
        known = [:]
    }

    /// The text with values in the place of its references; a secret as soon as one of them is.
    /// - Throws: ``VariableError`` for a name that stands for nothing, a circle, and what grows too large.
    public mutating func expand(
        _ text: WorkspaceText, escaping: Escaping = .none
    ) throws(VariableError) -> FieldValue {
        try expand(text, escaping, within: [])
    }

    /// What has to be brought from outside before texts can be expanded.
    /// - Parameter later: names that answers are going to bring.
    /// - Throws: ``VariableError`` as expanding would.
    public func references(of texts: [WorkspaceText], later: Set<String> = []) throws(VariableError) -> Set<OutsideReference> {
        var found: Set<OutsideReference> = []
        var seen: Set<String> = []
        var open = texts
        while let text = open.popLast() {
            found.formUnion(text.outside)
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
                guard let secret = outside[reference] else {
                    throw VariableError("\(reference) has no value", "it was not looked up")
                }
                isSecret = true
                output += Self.written(secret.reveal(), escaping, isFirst: output.isEmpty)
            }
            guard output.utf8.count <= Self.longest else {
                throw VariableError(
                    names.last.map { "the variable \($0) is longer than \(Self.longest >> 20) MiB" }
                        ?? "a text is longer than \(Self.longest >> 20) MiB with its variables", "write less into it",
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
            throw VariableError("the variable \(name) stands for itself: \(circle)", "give one of them a value", line: value.line)
        }
        guard names.count < Self.deepest else {
            throw VariableError(
                "the variable \(name) is nested deeper than \(Self.deepest)", "write its value out", line: value.line)
        }
        if let prompt = value.prompt, !prompt.hasDefault {
            throw VariableError("\(name) has to be asked for", "give it with -p \(name)=VALUE", line: value.line)
        }
        var expanded = try expand(value.text, .none, within: names + [name])
        if value.prompt?.isSecret == true || AnswerSecrets.isSecret(name) { expanded = .secret(Secret(expanded.revealed)) }
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
