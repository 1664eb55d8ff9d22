// A text of a workspace with `${…}` in it, split into literal text and references.

/// A reference to an external value: `${env:NAME}`, `${file:PATH}`, `${secret:NAME}`, `${command: LINE}`.
public struct ExternalReference: Sendable, Hashable, CustomStringConvertible {
    /// The source of the value.
    public enum Place: String, Sendable, Hashable, CaseIterable { case env, file, secret, command }

    /// The source of the value.
    public var place: Place
    /// The variable, the path, the secret's name, or the shell command.
    public var name: String

    /// A reference to a name in a source.
    public init(_ place: Place, _ name: String) {
        self.place = place
        self.name = name
    }

    public var description: String { "${\(place.rawValue):\(name)}" }
}

/// Why a part of a workspace cannot be used.
public struct VariableError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The fault.
    public var message: String
    /// What to do about it.
    public var hint: String
    /// The line of the workspace, where one is known.
    public var line: Int?

    /// An error with a hint what to do about it.
    public init(_ message: String, _ hint: String, line: Int? = nil) {
        self.message = message
        self.hint = hint
        self.line = line
    }

    public var description: String { "\(message); \(hint)" }
}

/// A text in which `${name}` refers to a variable, and `${env:NAME}` and similar forms to external values;
/// `$${` is a literal `${`.
public struct WorkspaceText: Sendable, Hashable {
    /// A part of the text.
    public enum Piece: Sendable, Hashable {
        case text(String)
        case variable(String)
        case outside(ExternalReference)
    }

    /// In order; never two texts in a row.
    public let pieces: [Piece]

    /// - Throws: ``VariableError`` for a malformed reference.
    public init(_ source: String) throws(VariableError) {
        var pieces: [Piece] = []
        var text = ""
        var rest = source[...]
        while let start = rest.firstRange(of: "${") {
            text += rest[..<start.lowerBound]
            rest = rest[start.upperBound...]
            if text.hasSuffix("$") {
                // The dollar before it is the literal one.
                text += "{"
                continue
            }
            guard let end = Self.closingBrace(of: rest) else {
                throw VariableError("'${' is never closed", "write '}' after the name, or $${ for plain text")
            }
            if !text.isEmpty { pieces.append(.text(text)) }
            text = ""
            pieces.append(try Self.reference(rest[..<end]))
            rest = rest[rest.index(after: end)...]
        }
        text += rest
        if !text.isEmpty { pieces.append(.text(text)) }
        self.pieces = pieces
    }

    /// A text without references.
    public init(literal text: String) { pieces = text.isEmpty ? [] : [.text(text)] }

    /// The text itself, if it has no references.
    public var literal: String? {
        switch pieces.first {
        case nil: ""
        case .text(let text)? where pieces.count == 1: text
        default: nil
        }
    }

    /// The source that parses to this text.
    public var source: String {
        pieces.map { piece in
            switch piece {
            case .text(let text): text.replacing("${", with: "$${")
            case .variable(let name): "${\(name)}"
            case .outside(let reference): reference.description
            }
        }
        .joined()
    }

    /// The variables that it names, in order.
    public var variables: [String] {
        pieces.compactMap { if case .variable(let name) = $0 { name } else { nil } }
    }

    /// Its references to external values, in order.
    public var externalReferences: [ExternalReference] {
        pieces.compactMap { if case .outside(let reference) = $0 { reference } else { nil } }
    }

    /// Whether it is a valid variable name: letters, digits, `_`, `-` and `.`, starting with a letter or `_`.
    public static func isName(_ text: some StringProtocol) -> Bool {
        guard let first = text.utf8.first, isLetter(first) else { return false }
        return text.utf8.allSatisfy { isLetter($0) || 0x30...0x39 ~= $0 || $0 == 0x2d || $0 == 0x2e }
    }

    private static func isLetter(_ byte: UInt8) -> Bool { 0x61...0x7a ~= byte | 0x20 || byte == 0x5f }

    /// The index of the closing brace; a shell command may contain braces.
    private static func closingBrace(of text: Substring) -> Substring.Index? {
        var depth = 0
        for index in text.indices {
            switch text[index] {
            case "{": depth += 1
            case "}" where depth == 0: return index
            case "}": depth -= 1
            default: break
            }
        }
        return nil
    }

    private static func reference(_ text: Substring) throws(VariableError) -> Piece {
        let kinds = "${name}, \(ExternalReference.Place.allCases.map { "${\($0.rawValue):…}" }.joined(separator: ", "))"
        guard let colon = text.firstIndex(of: ":") else {
            if isName(text) { return .variable(String(text)) }
            throw VariableError("'${\(text)}' names no variable", "names are letters, digits, _, - and .: \(kinds)")
        }
        let name = text[text.index(after: colon)...].trimmed
        guard let place = ExternalReference.Place(rawValue: String(text[..<colon])), !name.isEmpty else {
            throw VariableError("'${\(text)}' is of an unknown kind", "there are \(kinds)")
        }
        return .outside(ExternalReference(place, name))
    }
}

extension Substring {
    /// Without the blanks at both ends.
    fileprivate var trimmed: String {
        var rest = drop { $0 == " " || $0 == "\t" }
        while let last = rest.last, last == " " || last == "\t" { rest.removeLast() }
        return String(rest)
    }
}

extension WorkspaceText {
    /// A text of this one piece.
    public init(_ piece: Piece) { pieces = [piece] }
}
