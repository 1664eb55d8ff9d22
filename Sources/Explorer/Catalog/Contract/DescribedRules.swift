// What a description says about requests and responses, for programs that hold both against it: contracts, bodies that it
// forbids, and the places of its rules.

import Document
import JSONSchema
import NetLayer

/// The place of a rule in a description.
public struct RulePlace: Sendable, Hashable {
    /// The document's name; `nil` for the description itself.
    public var document: String?
    /// The JSON pointer (RFC 6901) from the document's root.
    public var pointer: String
    /// The line in its document, from 1; `nil` when it is unknown.
    public var line: Int?

    /// A place from its parts.
    public init(document: String? = nil, pointer: String, line: Int? = nil) {
        (self.document, self.pointer, self.line) = (document, pointer, line)
    }

    /// The place of the rule that a mismatch names.
    public init(_ mismatch: ContractMismatch) {
        self.init(document: mismatch.rule.document, pointer: mismatch.rule.pointer, line: mismatch.line)
    }

    /// The place in words: `line 14, /paths/~1items/get`, with the document before it where that is not the description.
    public var words: String {
        let place = [line.map { "line \($0)" }, pointer.isEmpty ? nil : pointer].compactMap { $0 }.joined(separator: ", ")
        return document.map { "\($0), \(place)" } ?? place
    }
}

/// The rules of a description.
public struct DescribedRules: Sendable {
    private let description: APIDescription

    /// The rules of a description; no schema is compiled yet.
    public init(_ description: APIDescription) { self.description = description }

    /// The contract of an endpoint; `nil` where the description says nothing about its responses.
    public func contract(of endpoint: Int) -> Contract? { Contract(endpoint, of: description) }

    /// The first rule that a JSON body of a request breaks, without its line; `nil` for a body that fits, and for a text that is
    /// not JSON.
    /// - Parameter schema: of the body.
    public func mismatch(inBody json: String, _ schema: SchemaLink) -> ContractMismatch? {
        guard let document = try? JSONDocument(Array(json.utf8)) else { return nil }
        let limits = SchemaLimits(steps: 200_000, mismatches: 1)
        var run = SchemaRun(description.schemaProgram, schema, direction: .request, limits: limits)
        return run.validate(document.root).mismatches.first.map { ContractMismatch($0, at: "") }
    }

    /// The place of a keyword in the schema of a parameter; of the parameter itself, or of its operation, where there is none. It
    /// has no line.
    public func place(of keyword: String, in parameter: ParameterField, of endpoint: EndpointSummary) -> RulePlace {
        // The operation stands in the object that has the parameters of its path.
        let item = endpoint.pointer.lastIndex(of: "/").map { String(endpoint.pointer[..<$0]) } ?? ""
        for owner in [endpoint.pointer, item] {
            let list = description.document.root.resolve(pointer: owner)?["parameters"]
            for element in list.map({ Array($0.elements) }) ?? [] {
                let node = (try? description.references.resolve(element, pointer: ""))?.node ?? element
                guard node["name"]?.string == parameter.name, node["in"]?.string == parameter.place.rawValue else { continue }
                return place(of: node["schema"]?[keyword] ?? node[keyword] ?? node["schema"] ?? node)
            }
        }
        return RulePlace(pointer: endpoint.pointer)
    }

    private func place(of node: JSONNode) -> RulePlace {
        let place = DescriptionSchemas(references: description.references, dialect: .openAPI31).place(of: node)
        return RulePlace(document: place.document, pointer: place.pointer)
    }

    /// The place with its line. It takes time in proportion to the document: only for places that are shown.
    public func locating(_ place: RulePlace) -> RulePlace {
        guard place.line == nil else { return place }
        var (place, lines) = (place, DescriptionLines(description))
        place.line = lines.line(of: SchemaPlace(document: place.document, pointer: place.pointer))
        return place
    }
}

extension APIDescription {
    /// The endpoints that the description itself describes: no saved requests, no typed ones; empty for a collection.
    public var ownEndpoints: Range<Int> { 0..<min(places.count, endpoints.count) }
}
