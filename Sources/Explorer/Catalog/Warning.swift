// The faults of a description's parts that did not prevent reading the rest.

import Document

/// A part of a description that is broken or doubtful. The rest was read.
public struct Warning: Sendable, Hashable, CustomStringConvertible {
    /// How serious a fault is.
    public enum Severity: String, Sendable, Hashable, CaseIterable {
        /// A part could not be read and is missing, or is so wrong that programs will treat it differently.
        case error
        /// An assumption, or a part that may surprise the user; nothing is missing.
        case warning
        /// Information for the author.
        case note
    }

    /// The rule that found the fault.
    public let rule: CheckRule
    /// The severity of the rule.
    public var severity: Severity { rule.severity }
    /// The file, relative to the description; `nil` is the description itself.
    public let file: String?
    /// The JSON pointer (RFC 6901) of the faulty part, from the root of the file.
    public let pointer: String
    /// The line of that part, from 1; `nil` when it has none.
    public let line: Int?
    /// The fault, as a clause without a full stop.
    public let message: String
    /// What to do about it, or what was done, as a clause without a full stop.
    public let hint: String

    /// A warning from its parts.
    public init(
        _ rule: CheckRule, file: String? = nil, pointer: String, line: Int?, message: String, hint: String
    ) {
        self.rule = rule
        self.file = file
        self.pointer = pointer
        self.line = line
        self.message = message
        self.hint = hint
    }

    /// The place: `#/paths/~1items/get (line 12)`, of another file `common.yaml#/Pet (line 3)`.
    public var place: String {
        // A file without pointers needs no pointer to its root.
        let pointer = pointer.isEmpty && file != nil ? "" : "#\(pointer)"
        return "\(file ?? "")\(pointer)\(line.map { " (line \($0))" } ?? "")"
    }

    /// `#/paths/~1items/get (line 12): the operation is not an object; it is skipped`.
    public var description: String { "\(place): \(message)\(hint.isEmpty ? "" : "; \(hint)")" }
}

/// A warning whose line has not been counted yet.
struct Problem {
    var rule: CheckRule
    var pointer: String
    /// The document, and the offset of the faulty part in it, in bytes.
    var place: (document: ObjectIdentifier, offset: Int)?
    var message: String
    var hint: String

    init(_ pointer: String, _ node: JSONNode?, _ rule: CheckRule, _ message: String, hint: String) {
        self.rule = rule
        self.pointer = pointer
        place = node.map { ($0.documentID, $0.byteRange.lowerBound) }
        self.message = message
        self.hint = hint
    }

    /// The starts of lines by document, computed once for each text that has a problem.
    typealias Lines = [ObjectIdentifier: LineIndex]

    /// Computes the lines of all problems with one pass over each text that has any.
    static func warnings(_ problems: [Problem], in documents: DocumentSet) -> [Warning] {
        var lines = Lines()
        return warnings(problems, in: documents, &lines)
    }

    /// - Parameter lines: the line indexes of texts that were already examined.
    static func warnings(_ problems: [Problem], in documents: DocumentSet, _ lines: inout Lines) -> [Warning] {
        func lineNumber(_ offset: Int, of document: JSONDocument) -> Int {
            let index = lines[document.id] ?? LineIndex(document.bytes)
            lines[document.id] = index
            return index.lineNumber(of: offset)
        }
        return problems.map { problem in
            var warning = Warning(
                problem.rule, pointer: problem.pointer, line: nil, message: problem.message, hint: problem.hint)
            guard let (id, offset) = problem.place else { return warning }
            if let part = documents.part(id) {
                warning = warning.located(problem.pointer, lineNumber(offset, of: part.document), part.name)
            } else if let part = documents.original(ofStandIn: id) {
                // The stand-in was made here: report the place in the user's text that it was made from.
                let (pointer, node) = nearest(problem.pointer, in: part.document)
                warning = warning.located(pointer, lineNumber(node.byteRange.lowerBound, of: part.document), part.name)
            }
            return warning
        }
    }

    /// The longest prefix of a pointer that leads to a value, and that value.
    static func nearest(_ pointer: String, in document: JSONDocument) -> (pointer: String, node: JSONNode) {
        var found = (pointer: "", node: document.root)
        for token in JSONPointer.tokens(pointer) ?? [] {
            guard let node = found.node.resolve(pointer: JSONPointer.append("", token)) else { break }
            found = (JSONPointer.append(found.pointer, token), node)
        }
        return found
    }
}

extension Problem {
    /// A reference without a target, as a problem at the place of the reference.
    init(_ pointer: String, _ node: JSONNode?, _ failure: References.Failure) {
        self.init(pointer, node, failure.rule, failure.message, hint: failure.hint)
    }
}

extension Warning {
    fileprivate func located(_ pointer: String, _ line: Int, _ file: String?) -> Warning {
        Warning(rule, file: file, pointer: pointer, line: line, message: message, hint: hint)
    }
}
