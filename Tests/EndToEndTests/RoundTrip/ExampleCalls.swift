// Operations of a description with everything filled in that they need: what the description gives as examples, and odd texts where it gives none.

import Catalog
import Document
import Foundation
import NetLayer
import TestSupport

struct ExampleCalls {
    let description: APIDescription
    let folder: TemporaryFolder

    /// What a shell, a URL, a form, JSON and a template each read in their own way.
    static let odd = "it's 100% \"é\" & {{x}} $HOME `id` a=b+c;d/e?f#g\\h"

    /// So many operations, spread over the description. A header field of all kinds goes along with some.
    func plans(_ count: Int) throws -> [RequestPlan] {
        let endpoints = description.endpoints
        return try (0..<count).compactMap { number in
            let endpoint = endpoints[number * endpoints.count / count]
            guard let operation = description.operation(endpoint.index) else { return nil }
            var plan = RequestPlan(id: endpoint.id, method: endpoint.method, path: endpoint.path)
            let optional = operation.parameters.filter { !$0.isRequired && $0.place == .query }.prefix(2)
            for field in operation.parameters.filter(\.isRequired) + optional { plan.parameters += parameters(field) }
            if let body = operation.body { try setBody(of: &plan, body) }
            if number % 5 == 0 {
                for (name, value) in [("X-Odd", "a; \"b\" 'c' $d"), ("X-Odd", "{{x}} é"), ("X-Empty", "")] {
                    plan.headers.add(HeaderField(name, value))
                }
            }
            return plan
        }
    }

    private func parameters(_ field: ParameterField) -> [Parameter] {
        let given = field.example ?? field.defaultValue ?? field.choices.first
        var text = given ?? ""
        if text.isEmpty {
            switch field.rules.kinds.first {
            case .integer, .number: text = "1"
            case .boolean: text = "true"
            case .object: text = "{\"a b\": \"c&d\"}"
            case .array, .string, .null, nil: text = field.place == .path ? "a b'c" : Self.odd
            }
        }
        return field.parameters(for: text)
    }

    private func setBody(of plan: inout RequestPlan, _ body: BodyField) throws {
        let media = body.sendable[body.preferred]
        let json = media.schema.map { ExampleBody.json($0) } ?? "{}"
        if MediaType.isJSON(media.contentType) {
            plan.body = .bytes(Array((media.example ?? json).utf8), contentType: media.contentType)
        } else if media.contentType.hasPrefix("application/x-www-form-urlencoded") {
            let members = (try? JSONDocument(Array(json.utf8)))?.root.entries.map { ($0.key, $0.value.displayText) } ?? []
            plan.parameters += (members + [("odd[]", Self.odd)]).map { Parameter($0.0, .plain($0.1), in: .form) }
        } else if media.contentType.hasPrefix("multipart/form-data") {
            plan.body = .multipart(MultipartBody(try parts(media.schema?.open())))
        } else {
            plan.body = .bytes([0, 0xff, 0x0a] + Array(Self.odd.utf8), contentType: media.contentType)
        }
    }

    private func parts(_ schema: Schema?) throws -> [MultipartBody.Part] {
        let path = try folder.file("odd 'name'.png", [0x89, 0x50, 0, 0xff, 0x0d, 0x0a, 0x2d, 0x2d])
        let parts = (schema?.properties ?? []).map { property -> MultipartBody.Part in
            property.schema.open().rules.format == "binary"
                ? .init(name: property.name, file: path, contentType: "image/png")
                : .init(name: property.name, text: ExampleBody.text(property.schema))
        }
        return parts.isEmpty ? [.init(name: "odd", text: Self.odd), .init(name: "f", file: path)] : parts
    }
}
