// URI templates of all four levels (RFC 6570): parsed once, expanded any number of times.

/// A URI template such as `/search{?q,page*}`. Its expansion can be a ``RequestPlan/path``.
public struct URITemplate: Sendable, Hashable {
    /// A variable's value. An empty list or map counts as undefined (RFC 6570 §2.3).
    public enum Value: Sendable, Hashable, ExpressibleByStringLiteral {
        /// One text.
        case text(String)
        /// Texts in order.
        case list([String])
        /// Names and values, in order.
        case map([Pair])

        public init(stringLiteral value: String) { self = .text(value) }
    }

    /// A member of a map.
    public struct Pair: Sendable, Hashable {
        /// The name; unencoded.
        public var name: String
        /// The value; unencoded.
        public var value: String

        /// A name and its value.
        public init(_ name: String, _ value: String) {
            self.name = name
            self.value = value
        }
    }

    enum Part: Sendable, Hashable {
        /// In its form in the URI.
        case literal(String)
        case expression(Operator, [Variable])
    }

    struct Variable: Sendable, Hashable {
        var name: String
        /// `:n`: the number of characters of a text to use.
        var prefix: Int?
        /// `*`: every element separately.
        var explodes = false
    }

    let parts: [Part]

    /// - Throws: ``URITemplateError/syntax(_:at:)``.
    public init(_ text: String) throws(URITemplateError) { parts = try URITemplateParser(text).parts() }

    /// The names of all variables, in the order of their first occurrence.
    public var names: [String] {
        var seen: Set<String> = []
        return parts.flatMap { part -> [String] in
            guard case .expression(_, let variables) = part else { return [] }
            return variables.map(\.name).filter { seen.insert($0).inserted }
        }
    }

    /// The template with every expression replaced; a variable without a value is left out (RFC 6570 §3).
    /// - Throws: ``URITemplateError/prefixOfComposite(_:)``.
    public func expand(_ values: [String: Value]) throws(URITemplateError) -> String {
        var output = ""
        for part in parts {
            switch part {
            case .literal(let text): output += text
            case .expression(let kind, let variables): output += try Self.expand(kind, variables, values)
            }
        }
        return output
    }

    private static func expand(_ kind: Operator, _ variables: [Variable], _ values: [String: Value])
        throws(URITemplateError) -> String
    {
        var items: [String] = []
        for variable in variables {
            switch values[variable.name] {
            case nil: continue
            case .text(let text):
                let taken = variable.prefix.map { String(String.UnicodeScalarView(text.unicodeScalars.prefix($0))) } ?? text
                items.append(kind.named(variable.name, kind.encoded(taken)))
            case .list(let elements):
                guard variable.prefix == nil else { throw .prefixOfComposite(variable.name) }
                let encoded = elements.map(kind.encoded)
                if encoded.isEmpty { continue }
                items +=
                    variable.explodes
                    ? encoded.map { kind.named(variable.name, $0) } : [kind.named(variable.name, encoded.joined(separator: ","))]
            case .map(let pairs):
                guard variable.prefix == nil else { throw .prefixOfComposite(variable.name) }
                let encoded = pairs.map { (name: kind.encoded($0.name), value: kind.encoded($0.value)) }
                if encoded.isEmpty { continue }
                items +=
                    variable.explodes
                    ? encoded.map { kind.member($0.name, $0.value) }
                    : [kind.named(variable.name, encoded.map { $0.name + "," + $0.value }.joined(separator: ","))]
            }
        }
        return items.isEmpty ? "" : kind.first + items.joined(separator: kind.separator)
    }
}

/// Why a template or its expansion is invalid.
public enum URITemplateError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The error, and its byte offset, counted from 0.
    case syntax(String, at: Int)
    /// `:n` applies only to texts (RFC 6570 §2.4.1).
    case prefixOfComposite(String)

    public var description: String {
        switch self {
        case .syntax(let what, let place): "the URI template is wrong at byte \(place): \(what)"
        case .prefixOfComposite(let name): "the variable '\(name)' is a list or map, which has no prefix"
        }
    }
}
