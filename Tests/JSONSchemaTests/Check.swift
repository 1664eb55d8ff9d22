// Checks of values against one schema, as tests write them.

import Document
import JSONSchema
import NetLayer

@testable import Catalog

/// A schema in a document of its own, and the documents that it may refer to.
struct Check {
    let program: SchemaProgram
    let schema: JSONNode

    init(
        _ schema: JSONDocument, dialect: SchemaDialect = .draft2020, others: [(document: JSONDocument, address: String)] = [],
        assertsFormats: Bool = true
    ) {
        var documents = DocumentSet(schema, location: URI("https://example.com/schema.json"))
        for other in others { documents.add(other.document, at: URI(other.address), name: other.address) }
        program = SchemaProgram(
            DescriptionSchemas(references: References(documents: documents), dialect: dialect), assertsFormats: assertsFormats)
        self.schema = schema.root
    }

    init(_ schema: String, dialect: SchemaDialect = .draft2020) throws {
        self.init(try JSONDocument(Array(schema.utf8)), dialect: dialect)
    }

    func verdict(
        _ value: String, direction: SchemaDirection? = nil, limits: SchemaLimits = SchemaLimits()
    ) throws -> SchemaVerdict {
        var run = SchemaRun(program, schema, direction: direction, limits: limits)
        return run.validate(try JSONDocument(Array(value.utf8)).root)
    }

    func fits(_ value: String, direction: SchemaDirection? = nil) throws -> Bool {
        try verdict(value, direction: direction).fits
    }

    /// The mismatches as sentences.
    func words(_ value: String, direction: SchemaDirection? = nil) throws -> [String] {
        try verdict(value, direction: direction).mismatches.map(\.description)
    }
}
