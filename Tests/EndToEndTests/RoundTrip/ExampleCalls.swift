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
    func calls(_ count: Int) throws -> [ExampleCall] {
        let endpoints = description.endpoints
        return try (0..<count).compactMap { number in
            let endpoint = endpoints[number * endpoints.count / count]
            guard let operation = description.operation(endpoint.index) else { return nil }
            var call = ExampleCall(endpoint: endpoint)
            let optional = operation.parameters.filter { !$0.isRequired && $0.place == .query }.prefix(2)
            call.texts = (operation.parameters.filter(\.isRequired) + optional).map { ($0, text($0)) }
            if let body = operation.body { call.body = try self.body(body) }
            if number % 5 == 0 {
                call.headers = [("X-Odd", "a; \"b\" 'c' $d"), ("X-Odd", "{{x}} é"), ("X-Empty", "")]
            }
            return call
        }
    }

    private func text(_ field: ParameterField) -> String {
        let given = field.example ?? field.defaultValue ?? field.choices.first
        if let given, !given.isEmpty { return given }
        switch field.rules.kinds.first {
        case .integer, .number: return "1"
        case .boolean: return "true"
        case .object: return "{\"a b\": \"c&d\"}"
        case .array, .string, .null, nil: return field.place == .path ? "a b'c" : Self.odd
        }
    }

    private func body(_ body: BodyField) throws -> ExampleCall.Body {
        let media = body.sendable[body.preferred]
        let json = media.schema.map { ExampleBody.makeJSON($0) } ?? "{}"
        if MediaType.isJSON(media.contentType) {
            return .bytes(Array((media.example ?? json).utf8), contentType: media.contentType)
        }
        if media.contentType.hasPrefix("application/x-www-form-urlencoded") {
            let members = (try? JSONDocument(Array(json.utf8)))?.root.entries.map { ($0.key, $0.value.displayText) } ?? []
            return .form(members + [("odd[]", Self.odd)])
        }
        if media.contentType.hasPrefix("multipart/form-data") { return .multipart(try parts(media.schema?.resolve())) }
        return .bytes([0, 0xff, 0x0a] + Array(Self.odd.utf8), contentType: media.contentType)
    }

    private func parts(_ schema: Schema?) throws -> [MultipartBody.Part] {
        let path = try folder.file("odd 'name'.png", [0x89, 0x50, 0, 0xff, 0x0d, 0x0a, 0x2d, 0x2d])
        let parts = (schema?.properties ?? []).map { property -> MultipartBody.Part in
            property.schema.resolve().rules.format == "binary"
                ? .init(name: property.name, file: path, contentType: "image/png")
                : .init(name: property.name, text: ExampleBody.makeText(property.schema))
        }
        return parts.isEmpty ? [.init(name: "odd", text: Self.odd), .init(name: "f", file: path)] : parts
    }
}

/// An operation with the values for it: as a plan, and as what is typed for it.
struct ExampleCall {
    enum Body {
        case none
        case bytes([UInt8], contentType: String)
        case form([(String, String)])
        case multipart([MultipartBody.Part])
    }

    let endpoint: EndpointSummary
    var texts: [(field: ParameterField, text: String)] = []
    var headers: [(String, String)] = []
    var body = Body.none

    var plan: RequestPlan {
        var plan = RequestPlan(id: endpoint.id, method: endpoint.method, path: endpoint.path)
        plan.parameters = texts.flatMap { $0.field.parameters(for: $0.text) }
        for (name, value) in headers { plan.headers.add(HeaderField(name, value)) }
        switch body {
        case .none: break
        case .bytes(let bytes, let type): plan.body = .bytes(bytes, contentType: type)
        case .form(let fields): plan.parameters += fields.map { Parameter($0.0, .plain($0.1), in: .form) }
        case .multipart(let parts): plan.body = .multipart(MultipartBody(parts))
        }
        return plan
    }

    /// - Parameter folder: gets the file of a body.
    func arguments(_ folder: TemporaryFolder) throws -> [String] {
        let values = texts.flatMap { ["-p", "\($0.field.name)=\($0.text)"] }
        let fields = headers.flatMap { ["-H", "\($0.0): \($0.1)"] }
        return ["\(endpoint.method) \(endpoint.path)"] + values + fields + (try bodyArguments(folder))
    }

    private func bodyArguments(_ folder: TemporaryFolder) throws -> [String] {
        switch body {
        case .none: return []
        case .bytes(let bytes, _): return ["-d", "@" + (try folder.file("body", bytes))]
        case .form(let fields): return fields.flatMap { ["-F", "\($0.0)=\($0.1)"] }
        case .multipart(let parts):
            return parts.flatMap { part -> [String] in
                switch part.content {
                case .bytes(let bytes): ["-F", "\(part.name)=\(String(decoding: bytes, as: UTF8.self))"]
                case .file(let path, _): ["-F", "\(part.name)=@\(path);type=\(part.contentType ?? "")"]
                }
            }
        }
    }
}
