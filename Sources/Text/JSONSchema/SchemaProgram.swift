// The schemas of a description, compiled one by one when checks reach them.

import Document
import Synchronization

/// All schemas of a description that checks have reached. Any number of checks share one program.
public final class SchemaProgram: Sendable {
    let references: any SchemaReferences
    /// Whether known formats are rules in all schemas, not only where the dialect says so.
    let assertsFormats: Bool
    private let table = Mutex(Table())

    /// The place where a schema is written.
    private struct Place: Hashable {
        var document: ObjectIdentifier
        var node: Int
    }

    private struct Table {
        var numbers: [Place: Int] = [:]
        var nodes: [JSONNode] = []
        var compiled: [CompiledSchema?] = []
    }

    /// - Parameters:
    ///   - references: finds the targets of references between the schemas.
    ///   - assertsFormats: whether the formats that ``FormatCheck`` knows are rules. In JSON Schema they are
    ///     remarks.
    public init(_ references: any SchemaReferences, assertsFormats: Bool = true) {
        (self.references, self.assertsFormats) = (references, assertsFormats)
    }

    /// The number of a schema. The same schema always has the same number.
    func number(of node: JSONNode) -> Int {
        let place = Place(document: node.documentID, node: node.id)
        return table.withLock { table in
            if let known = table.numbers[place] { return known }
            table.numbers[place] = table.nodes.count
            table.nodes.append(node)
            table.compiled.append(nil)
            return table.nodes.count - 1
        }
    }

    func node(_ number: Int) -> JSONNode { table.withLock { $0.nodes[number] } }

    /// The schema with a number. It is compiled outside of the lock: two checks may compile the same schema,
    /// and the first one is used by both.
    func schema(_ number: Int) -> CompiledSchema {
        let (known, node) = table.withLock { ($0.compiled[number], $0.nodes[number]) }
        if let known { return known }
        let schema = CompiledSchema(
            id: number, node: node, resource: self.number(of: references.resource(of: node)),
            rules: SchemaCompiler(program: self).rules(of: node))
        return table.withLock { table in
            if let first = table.compiled[number] { return first }
            table.compiled[number] = schema
            return schema
        }
    }
}
