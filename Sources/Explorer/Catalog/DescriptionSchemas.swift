// The schemas of a description for checks of values: where their references lead, and in which dialect they
// are written.

import Document
import JSONSchema
import NetLayer

/// Answers what the checks of values ask about the schemas of a description.
struct DescriptionSchemas: SchemaReferences {
    let references: References
    /// The dialect of schemas that do not name one.
    let dialect: SchemaDialect

    func target(of reference: String, from node: JSONNode) -> JSONNode? {
        if let target = try? owner(of: node).follow(reference, from: node) { return target.node }
        guard MetaSchema.isKnown(reference) else { return nil }
        return try? MetaSchema.references.follow(reference, from: MetaSchema.references.root).node
    }

    func resource(of node: JSONNode) -> JSONNode {
        let documents = owner(of: node).documents
        let place = documents.place(of: node)
        let part = documents.parts[place.part]
        return place.resource.map { part.anchors.resources[$0].root } ?? part.document.root
    }

    func dynamicAnchor(_ name: String, in resource: JSONNode) -> JSONNode? {
        let documents = owner(of: resource).documents
        let place = documents.place(of: resource)
        return documents.parts[place.part].anchors.dynamicTarget(of: name, in: place.resource)
    }

    func mappingTarget(_ text: String, from node: JSONNode) -> JSONNode? {
        Mapping.target(of: text, from: node, owner(of: node))
    }

    func dialect(of node: JSONNode) -> SchemaDialect {
        if isStandard(node) { return .draft2020 }
        guard dialect.language == .jsonSchema else { return dialect }
        let document = references.documents.part(of: node).document
        let name = resource(of: node)["$schema"] ?? document.root["$schema"] ?? references.root["jsonSchemaDialect"]
        guard let name = name?.string, let metaSchema = target(of: name, from: document.root) else { return dialect }
        return dialect.limited(by: metaSchema)
    }

    func place(of node: JSONNode) -> SchemaPlace {
        let part = owner(of: node).documents.part(of: node)
        let name = isStandard(node) ? MetaSchema.address : part.name
        return SchemaPlace(document: name, pointer: part.document.pointer(to: node.id))
    }

    /// The documents that a schema belongs to: those of the description, or the metaschema.
    private func owner(of node: JSONNode) -> References { isStandard(node) ? MetaSchema.references : references }

    private func isStandard(_ node: JSONNode) -> Bool { MetaSchema.references.documents.part(node.documentID) != nil }
}

extension SchemaProgram {
    /// - Parameter standard: as in ``APIDescription/standard``.
    convenience init(_ documents: DocumentSet, standard: String) {
        let dialect: SchemaDialect =
            switch Standard(standard) {
            case .swagger2: .swagger2
            case .openAPI30: .openAPI30
            case .openAPI31, .openAPI32: .openAPI31
            }
        self.init(DescriptionSchemas(references: References(documents: documents), dialect: dialect))
    }
}

extension SchemaRun {
    /// A run against a schema of an operation.
    /// - Parameters:
    ///   - program: of the description that the operation belongs to.
    ///   - direction: the way of the values.
    ///   - limits: of each value.
    public init(
        _ program: SchemaProgram, _ link: SchemaLink, direction: SchemaDirection, limits: SchemaLimits = SchemaLimits()
    ) {
        self.init(program, link.written, direction: direction, limits: limits)
    }
}

extension SchemaLink {
    /// The schema where it is written. An operation of Swagger 2 was converted: it has only a reference to
    /// the schema.
    var written: JSONNode {
        let references = reader.references
        guard references.documents.part(node.documentID) == nil else { return node }
        return (try? references.resolve(node, pointer: "").node) ?? node
    }

    /// The program that knows the schema: that of the description. The fields of a form of Swagger 2 have a schema that was made
    /// for the opened operation, and no other operation may get to know it.
    var program: SchemaProgram {
        guard reader.references.documents.part(written.documentID) == nil else { return reader.program }
        return SchemaProgram(DescriptionSchemas(references: reader.references, dialect: .swagger2))
    }
}
