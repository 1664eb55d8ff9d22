// The result of an import: how much was read, and the parts that were not, with place and reason.

/// A position in the imported file.
public struct ImportPlace: Sendable, Hashable, CustomStringConvertible {
    /// The path from the imported folder; empty for the file itself.
    public var file: String
    /// From 1; `nil` if line numbers mean nothing to a user of the format.
    public var line: Int?
    /// A JSON pointer (RFC 6901); `nil` if the format is neither JSON nor YAML.
    public var pointer: String?

    public init(file: String = "", line: Int? = nil, pointer: String? = nil) {
        self.file = file
        self.line = line
        self.pointer = pointer
    }

    /// `users.http:12`, `#/item/0 (line 7)`.
    public var description: String {
        guard let pointer else { return file + (line.map { ":\($0)" } ?? "") }
        return "\(file)#\(pointer)\(line.map { " (line \($0))" } ?? "")"
    }
}

/// A part of a file that is not in the collection, or differs there.
public struct ImportNote: Sendable, Hashable, CustomStringConvertible {
    /// The severity. The raw value is the word in JSON.
    public enum Kind: String, Sendable, Hashable, CaseIterable {
        /// The part is broken, and omitted.
        case skipped
        /// The part is valid, but this program does not support it: a script, a gRPC request.
        case unsupported
        /// The part was read, with an assumption.
        case assumed
    }

    public var kind: Kind
    public var place: ImportPlace
    /// The problem, as a clause without a full stop.
    public var message: String
    /// What to do about it, as a clause without a full stop.
    public var hint: String

    public init(_ kind: Kind, _ place: ImportPlace, _ message: String, hint: String = "") {
        self.kind = kind
        self.place = place
        self.message = message
        self.hint = hint
    }

    public var description: String { "\(place): \(message)\(hint.isEmpty ? "" : "; \(hint)")" }
}

/// The result of importing a file.
public struct ImportReport: Sendable, Hashable {
    /// The number of requests that were read.
    public var requests = 0
    public var notes: [ImportNote] = []

    public init() {}

    public mutating func addNote(_ kind: ImportNote.Kind, _ place: ImportPlace, _ message: String, hint: String = "") {
        notes.append(ImportNote(kind, place, message, hint: hint))
    }
}

/// Why a file could not be imported at all.
public struct ImportError: Error, Sendable, Hashable, CustomStringConvertible {
    public var place: ImportPlace
    public var message: String
    public var hint: String

    public init(_ place: ImportPlace, _ message: String, hint: String = "") {
        self.place = place
        self.message = message
        self.hint = hint
    }

    public var description: String {
        let place = "\(place)"
        return (place.isEmpty ? "" : place + ": ") + message + (hint.isEmpty ? "" : "; \(hint)")
    }
}
