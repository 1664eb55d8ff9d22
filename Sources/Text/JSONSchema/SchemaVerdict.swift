// The result of a check: the places that do not fit, undocumented members, and what could not be checked.

/// A place where a value does not fit its schema.
public struct SchemaMismatch: Sendable, Hashable, CustomStringConvertible {
    /// The pointer (RFC 6901) from the checked value.
    public var pointer: String
    /// The offset of the value in its document, in bytes.
    public var offset: Int
    /// The number of the value in its document.
    public var node: Int
    /// The keyword's place.
    public var schema: SchemaPlace
    /// The keyword, such as `maxLength`.
    public var keyword: String
    /// The end of a sentence that begins with the pointer: `must be a whole number, such as 42`. It never
    /// repeats the value, which may be a secret.
    public var message: String
    /// What came, without the value: `a text of 3 characters`.
    public var came: String
    /// Where a value fits no alternative: the mismatches with the nearest one.
    public var nearest: [SchemaMismatch] = []

    /// A mismatch from its parts.
    public init(
        pointer: String, offset: Int, node: Int, schema: SchemaPlace, keyword: String, message: String, came: String,
        nearest: [SchemaMismatch] = []
    ) {
        (self.pointer, self.offset, self.node) = (pointer, offset, node)
        (self.schema, self.keyword, self.message, self.came) = (schema, keyword, message, came)
        self.nearest = nearest
    }

    /// `/price must be a number, such as 1.5`.
    public var description: String { pointer.isEmpty ? "the body \(message)" : "\(pointer) \(message)" }
}

/// A member that the description does not mention, where it does not forbid others either.
public struct SchemaNote: Sendable, Hashable {
    /// The pointer to the first such member.
    public var pointer: String
    /// The number of the member's value in its document.
    public var node: Int
    /// The schema that lists the known members.
    public var schema: SchemaPlace
    /// How many members of this name and schema there are.
    public var count: Int

    /// A note from its parts.
    public init(pointer: String, node: Int, schema: SchemaPlace, count: Int) {
        (self.pointer, self.node, self.schema, self.count) = (pointer, node, schema, count)
    }
}

/// A part of a value that could not be checked.
public struct SchemaDoubt: Sendable, Hashable, CustomStringConvertible {
    /// The pointer from the checked value.
    public var pointer: String
    /// The end of a sentence: `is not checked against its pattern: the check takes too long`.
    public var message: String

    /// A doubt from its parts.
    public init(pointer: String, message: String) { (self.pointer, self.message) = (pointer, message) }

    /// `/name is not checked against its pattern: the check takes too long`.
    public var description: String { "\(pointer.isEmpty ? "the body" : pointer) \(message)" }
}

/// The result of a check.
public struct SchemaVerdict: Sendable, Hashable {
    /// In the order of the check; each only once.
    public var mismatches: [SchemaMismatch] = []
    /// Members that the description does not mention.
    public var notes: [SchemaNote] = []
    /// The first parts that could not be checked.
    public var doubts: [SchemaDoubt] = []
    /// The limit that ended the check; `nil` when all was checked.
    public var stop: SchemaStop?
    /// The steps that the check took.
    public var steps = 0

    /// A verdict from its parts; a value that fits without them.
    public init(
        mismatches: [SchemaMismatch] = [], notes: [SchemaNote] = [], doubts: [SchemaDoubt] = [], stop: SchemaStop? = nil,
        steps: Int = 0
    ) {
        (self.mismatches, self.notes, self.doubts) = (mismatches, notes, doubts)
        (self.stop, self.steps) = (stop, steps)
    }

    /// Whether no mismatch was found.
    public var fits: Bool { mismatches.isEmpty }

    /// The mismatch to name where only one is named. A value that is there comes before a member that is missing.
    public var first: SchemaMismatch? {
        mismatches.first { $0.keyword != SchemaKeyword.required.rawValue } ?? mismatches.first
    }

    /// A sentence about the first part that could not be checked.
    public var doubt: String? { doubts.first?.description ?? stop?.doubt }
}
