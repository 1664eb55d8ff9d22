// What is wrong with a part of a description that could be read all the same.

import Document

/// A part of a description that is broken or doubtful. The rest was read.
public struct Warning: Sendable, Hashable, CustomStringConvertible {
    /// What it costs.
    public enum Severity: String, Sendable, Hashable, CaseIterable {
        /// Something could not be read and is missing, or is so wrong that programs will differ about it.
        case error
        /// Something was assumed, or will surprise somebody; nothing is missing.
        case warning
        /// Something that an author may want to know.
        case note
    }

    /// The rule that speaks.
    public let rule: CheckRule
    /// What it costs.
    public var severity: Severity { rule.severity }
    /// The file, where it is not the description itself: as seen from there.
    public let file: String?
    /// Where: a JSON pointer (RFC 6901) from the root of the file.
    public let pointer: String
    /// The line on which that begins, from 1; `nil` when nothing stands there.
    public let line: Int?
    /// What is wrong, as a clause without a full stop.
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
        // A file without pointers has none to the whole either.
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
    /// Which document, and the byte in it at which the broken part begins.
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

    /// Where lines begin, by document: found once for each text that has any problem.
    typealias Lines = [ObjectIdentifier: LineIndex]

    /// Counts the lines of all problems with one walk over each text that has any.
    static func warnings(_ problems: [Problem], in documents: DocumentSet) -> [Warning] {
        var lines = Lines()
        return warnings(problems, in: documents, &lines)
    }

    /// - Parameter lines: those of the texts that were walked over before.
    static func warnings(_ problems: [Problem], in documents: DocumentSet, _ lines: inout Lines) -> [Warning] {
        func line(_ offset: Int, of document: JSONDocument) -> Int {
            let index = lines[document.id] ?? LineIndex(document.bytes)
            lines[document.id] = index
            return index.line(of: offset)
        }
        return problems.map { problem in
            var warning = Warning(
                problem.rule, pointer: problem.pointer, line: nil, message: problem.message, hint: problem.hint)
            guard let (id, offset) = problem.place else { return warning }
            if let part = documents.part(id) {
                warning = warning.at(problem.pointer, line(offset, of: part.document), part.name)
            } else if let part = documents.original(ofStandIn: id) {
                // What stands in was made here: only the place it was made from is the user's.
                let (pointer, node) = nearest(problem.pointer, in: part.document)
                warning = warning.at(pointer, line(node.byteRange.lowerBound, of: part.document), part.name)
            }
            return warning
        }
    }

    /// The longest beginning of a pointer that leads somewhere, and where to.
    private static func nearest(_ pointer: String, in document: JSONDocument) -> (String, JSONNode) {
        var found = ("", document.root)
        for token in JSONPointer.tokens(pointer) ?? [] {
            guard let node = found.1.at(pointer: JSONPointer.append("", token)) else { break }
            found = (JSONPointer.append(found.0, token), node)
        }
        return found
    }
}

extension Problem {
    /// A reference that leads nowhere, as a problem of the place where it stands.
    init(_ pointer: String, _ node: JSONNode?, _ failure: References.Failure) {
        self.init(pointer, node, failure.rule, failure.message, hint: failure.hint)
    }
}

extension Warning {
    fileprivate func at(_ pointer: String, _ line: Int, _ file: String?) -> Warning {
        Warning(rule, file: file, pointer: pointer, line: line, message: message, hint: hint)
    }
}
