// Shorthands of the tests of collections.

import Catalog
import NetLayer
import Testing

/// A collection from the text of its file.
func collection(_ text: String, _ name: String, beside: [CollectionFiles.File] = [], folder: String = "") throws -> APIDescription
{
    try #require(
        try CollectionFiles.description(Array(text.utf8), source: folder + name, name: name, beside: beside, folder: folder))
}

extension APIDescription {
    /// The endpoint of that name.
    func endpoint(_ id: String) throws -> EndpointSummary { try #require(endpoints.first { $0.id == id }) }

    func saved(_ id: String) throws -> CollectedRequest { try #require(operation(try endpoint(id).index)?.saved) }

    /// What sending the request would send, its fields changed by name.
    func filled(
        _ id: String, _ changes: [String: String] = [:], body: String? = nil, in environment: String? = nil
    ) throws -> CollectedRequest.Filled {
        let saved = try saved(id)
        var own = CollectedRequest.Changes()
        for (name, text) in changes { own.texts[try #require(saved.findSlot(of: name))] = text }
        own.body = body
        return saved.makePlan(for: try endpoint(id), own, in: environment)
    }

    /// The request as it goes over the wire, from the services of the collection.
    func wire(_ id: String, _ changes: [String: String] = [:], body: String? = nil, in environment: String? = nil) throws
        -> WireRequest
    {
        let plan = try filled(id, changes, body: body, in: environment).plan
        var pool = ServicePool(self)
        if let environment { pool.selectEnvironment(Environment(rawValue: environment)) }
        return try RequestGenerator().request(for: plan, on: pool.services.first?.standing(in: pool.environment))
    }
}

extension WireRequest {
    /// `GET https://…`, the fields, the body.
    var lines: [String] {
        let body = (try? self.body.collected()).map { String(decoding: $0, as: UTF8.self) } ?? "?"
        return ["\(method) \(url.revealed)"] + headers.fields.map { "\($0.name): \($0.value.revealed)" }
            + (body.isEmpty ? [] : [body])
    }
}
