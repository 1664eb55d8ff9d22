// A schema made ready for checking values: its own rules, and the numbers of the schemas that it applies.

import Document
import Patterns

/// A schema of a ``SchemaProgram``. Schemas that it applies are numbers; they are compiled when a check
/// reaches them.
final class CompiledSchema: Sendable {
    /// Its number in the program.
    let id: Int
    let node: JSONNode
    /// The number of the root of its schema resource.
    let resource: Int
    let rules: SchemaRules

    init(id: Int, node: JSONNode, resource: Int, rules: SchemaRules) {
        (self.id, self.node, self.resource, self.rules) = (id, node, resource, rules)
    }

    /// Whether values of a kind are held against other schemas too.
    func needsFrame(for kind: JSONNode.Kind) -> Bool {
        rules.appliesInPlace || kind == .object && rules.appliesToObjects || kind == .array && rules.appliesToArrays
    }
}

/// The rules of one schema.
struct SchemaRules: Sendable {
    /// The result for every value: of the schemas `true` and `false`.
    var always: Bool?
    /// Whether null fits, whatever the other rules say: `nullable` of OpenAPI 3.0.
    var isNullable = false
    /// The allowed types; `nil` for all.
    var kinds: KindSet?
    /// `enum` and `const`.
    var choices: [Choices] = []
    var numbers: NumberRules?
    var strings: StringRules?
    var arrays: ArrayRules?
    var objects: ObjectRules?
    /// In the order in which they are applied; those that need the results of others come last.
    var applicators: [Applicator] = []
    /// Whether an applicator applies to all values, to objects, to arrays.
    var appliesInPlace = false
    var appliesToObjects = false
    var appliesToArrays = false
    /// Whether an applicator needs to know the members and elements that others have evaluated.
    var usesEvaluated = false
    /// A reference that has no target.
    var brokenReference: String?

    final class Choices: Sendable {
        let keyword: SchemaKeyword
        let values: [JSONNode]
        /// The values that are strings, and the others: strings are found by their bytes.
        let strings: PropertyTable
        let others: [JSONNode]

        init(_ keyword: SchemaKeyword, _ values: [JSONNode]) {
            (self.keyword, self.values) = (keyword, values)
            strings = PropertyTable(values.compactMap(\.string))
            others = values.filter { $0.kind != .string }
        }
    }

    struct Bound: Sendable {
        var keyword: SchemaKeyword
        var limit: JSONNumber
        var text: String
    }

    struct NumberRules: Sendable {
        /// At most one lower bound of each keyword, and one upper bound.
        var bounds: [Bound] = []
        var step: (limit: JSONNumber, text: String)?
        var format: FormatCheck?
    }

    struct StringRules: Sendable {
        var least: Int?
        var most: Int?
        var pattern: SchemaPattern?
        var format: FormatCheck?
    }

    struct ArrayRules: Sendable {
        var least: Int?
        var most: Int?
        var isUnique = false
    }

    struct ObjectRules: Sendable {
        var least: Int?
        var most: Int?
        var required: PropertyTable?
        /// The members that others require, by the index of the other in the table.
        var dependents: PropertyTable?
        var dependentNames: [PropertyTable] = []
    }
}

/// A keyword that applies other schemas, by their numbers.
enum Applicator: Sendable {
    case reference(Int)
    /// - Parameter fallback: the target where no resource in use has such an anchor.
    case dynamicReference(name: String, fallback: Int)
    case all([Int])
    case alternatives(AlternativeRules)
    case not(Int)
    case condition(test: Int, then: Int?, otherwise: Int?)
    case dependents(PropertyTable, [Int])
    case members(MemberRules)
    case names(Int)
    case elements(prefix: [Int], rest: Int?)
    case contains(ContainsRules)
    case unevaluatedElements(Int)
    case unevaluatedMembers(Int)
}

/// `anyOf` or `oneOf`.
final class AlternativeRules: Sendable {
    let branches: [Int]
    /// The names of the branches for messages: of the definition, else the title, else the number.
    let names: [String]
    /// Whether exactly one may fit.
    let isExclusive: Bool
    /// The member that names the branch, and the branches by its values.
    let discriminator: (key: PropertyTable, branches: [String: Int])?

    init(
        branches: [Int], names: [String], isExclusive: Bool, discriminator: (key: PropertyTable, branches: [String: Int])?
    ) {
        (self.branches, self.names, self.isExclusive) = (branches, names, isExclusive)
        self.discriminator = discriminator
    }

    var keyword: SchemaKeyword { isExclusive ? .oneOf : .anyOf }
}

/// `properties`, `patternProperties` and `additionalProperties`.
final class MemberRules: Sendable {
    let table: PropertyTable
    let schemas: [Int]
    /// Whether each property exists in one direction only; empty where the dialect has no directions.
    let marks: [DirectionMarks]
    let patterns: [(pattern: SchemaPattern, schema: Int)]
    let additional: Int?
    /// Whether there is a list of known members: others are then worth a note.
    var listsMembers: Bool { !table.isEmpty }

    init(
        table: PropertyTable, schemas: [Int], marks: [DirectionMarks], patterns: [(pattern: SchemaPattern, schema: Int)],
        additional: Int?
    ) {
        (self.table, self.schemas, self.marks) = (table, schemas, marks)
        (self.patterns, self.additional) = (patterns, additional)
    }
}

/// Whether a property exists in one direction only.
struct DirectionMarks: OptionSet, Sendable {
    let rawValue: UInt8
    static let readOnly = DirectionMarks(rawValue: 1)
    static let writeOnly = DirectionMarks(rawValue: 2)
}

struct ContainsRules: Sendable {
    var schema: Int
    var least: Int
    var most: Int?
    /// Whether the schema writes the least number; otherwise it is one.
    var saysLeast: Bool
}

/// A pattern that has been compiled; `compiled` is `nil` when it is not a valid expression.
struct SchemaPattern: Sendable {
    var source: String
    var compiled: Pattern?

    init(_ source: String) { (self.source, compiled) = (source, Pattern(source)) }
}
