// What became of a file that was imported: how much was read, and what was not, where and why.

/// Where something stands in the file that it was read from.
public struct ImportPlace: Sendable, Hashable, CustomStringConvertible {
    /// From the folder that is imported; empty for the file itself.
    public var file: String
    /// From 1; `nil` where the format has no lines that a user knows.
    public var line: Int?
    /// A JSON pointer (RFC 6901); `nil` where the format is no JSON or YAML.
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

/// Something of a file that is not in the collection, or is there in another way.
public struct ImportNote: Sendable, Hashable, CustomStringConvertible {
    /// What it costs. The raw value is the word in JSON.
    public enum Kind: String, Sendable, Hashable, CaseIterable {
        /// It is broken, and left out.
        case skipped
        /// It is sound, and this program has nothing for it: a script, a gRPC request.
        case unsupported
        /// It was read, with an assumption.
        case assumed
    }

    public var kind: Kind
    public var place: ImportPlace
    /// What is wrong, as a clause without a full stop.
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

/// What became of a file.
public struct ImportReport: Sendable, Hashable {
    /// How many requests were read.
    public var requests = 0
    public var notes: [ImportNote] = []

    public init() {}

    public mutating func note(_ kind: ImportNote.Kind, _ place: ImportPlace, _ message: String, hint: String = "") {
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
