// Operations of a description with random values: the same seed gives the same calls. Values are odd for shells, URLs, forms, JSON and YAML.

import Catalog
import Document
import Foundation
import NetLayer
import TestSupport

/// What a person gives for one operation, before it is written in anybody's way.
struct RandomCall {
    /// A value, or the items of a list.
    struct Value {
        var name: String
        /// As they are given one by one.
        var texts: [String]
        /// As they stand in one field of the form: a JSON array where they are several.
        var field: String
    }

    enum Body {
        case none
        /// One text: JSON, or any other.
        case text(String)
        /// The members of a form.
        case form([Value])
        /// The same, written as a JSON object for `-d`.
        case object([Value], json: String)
        /// The members of a form, some of them files, by their paths.
        case parts([Value], files: [Value])
        /// All of it is a file.
        case file(String)
    }

    let endpoint: EndpointSummary
    var parameters: [Value] = []
    var body = Body.none
}

struct RandomCalls {
    private let description: APIDescription
    private let folder: TemporaryFolder
    private var random: SplitMix64
    private var count = 0

    init(_ description: APIDescription, seed: UInt64, folder: TemporaryFolder) {
        (self.description, self.folder) = (description, folder)
        random = SplitMix64(seed: seed)
    }

    /// So many operations in a random order. Those with two parameters of one name are left out, for a name is all that `-p` has.
    mutating func calls(_ wanted: Int) throws -> [RandomCall] {
        var calls: [RandomCall] = []
        for endpoint in description.endpoints.shuffled(using: &random) where calls.count < wanted {
            guard let operation = description.operation(endpoint.index) else { continue }
            let names = operation.parameters.map(\.name) + (operation.body.map(Self.media)?.formMembers.map(\.field.name) ?? [])
            guard Set(operation.parameters.map(\.name)).count == operation.parameters.count,
                !names.contains(where: { $0.contains("=") })
            else { continue }
            var call = RandomCall(endpoint: endpoint)
            for field in operation.parameters where field.isRequired || chance(3) { call.parameters.append(value(field)) }
            if let body = operation.body, body.isRequired || !chance(4) {
                guard let made = try self.body(Self.media(body)) else { continue }
                call.body = made
            }
            calls.append(call)
        }
        return calls
    }

    private static func media(_ body: BodyField) -> MediaField { body.sendable[body.preferred] }

    // MARK: Values

    private mutating func value(_ field: ParameterField) -> RandomCall.Value {
        let texts =
            field.rules.isList
            ? (0..<Int.random(in: 1...3, using: &random)).map { _ in text(field.rules.items.first ?? ValueRules()) }
            : [text(field.rules)]
        guard texts.count > 1 else { return .init(name: field.name, texts: texts, field: texts[0]) }
        let items = field.rules.items.first?.kinds ?? []
        let isPlain = items.isEmpty || items.contains(.string)
        let array = "[" + texts.map { isPlain ? JSONLiteral.string($0) : $0 }.joined(separator: ",") + "]"
        return .init(name: field.name, texts: texts, field: array)
    }

    private mutating func text(_ rules: ValueRules) -> String {
        if let choice = rules.choices.randomElement(using: &random), !choice.isEmpty { return choice }
        switch rules.kinds.first {
        case .integer:
            let low = rules.minimum.map { Int($0.value) } ?? 1
            return "\(Int.random(in: low...max(low, rules.maximum.map { Int(min($0.value, 1e6)) } ?? low + 100), using: &random))"
        case .number: return "\(Int.random(in: 1...99, using: &random)).5"
        case .boolean: return chance(2) ? "true" : "false"
        case .object: return "{\"a b\":\(JSONLiteral.string(odd())),\"n\":7}"
        case .array: return "[\(JSONLiteral.string(odd()))]"
        case .string, .null, nil: return odd()
        }
    }

    private static let pieces = [
        "a", "Zed", "é", "日本", "&", "=", "+", " ", "%", "%41", "/", "?", "#", "'", "\"", "{", "}", "{{x}}", "[", "]", "$HOME",
        "`id`", "\\",
        ";", ":", "@", "<", ">", ",", "|", "~", "*", "(", ")", "!", "- ", "0x1",
    ]

    /// Begins with a letter and ends with a digit: what begins with @ or < is a file for `-F`, and blanks at the ends of header fields are
    /// nobody's. No two are the same.
    private mutating func odd() -> String {
        count += 1
        let middle = (0..<Int.random(in: 0...9, using: &random)).compactMap { _ in Self.pieces.randomElement(using: &random) }
        return "v" + middle.joined() + " \(count)"
    }

    private mutating func chance(_ one: Int) -> Bool { Int.random(in: 0..<one, using: &random) == 0 }

    // MARK: Bodies

    /// `nil` where the description says too little to make one.
    private mutating func body(_ media: MediaField) throws -> RandomCall.Body? {
        if media.isBinary { return .file(try file()) }
        guard MediaField.FormKind(media.contentType) != nil else {
            return .text(MediaType.isJSON(media.contentType) ? try json(media) : odd())
        }
        guard let kind = media.formKind else { return nil }
        var (values, files): ([RandomCall.Value], [RandomCall.Value]) = ([], [])
        for member in media.formMembers where member.field.isRequired || chance(3) {
            if member.isFile, kind == .multipart {
                let path = try file()
                files.append(.init(name: member.field.name, texts: [path], field: "@" + path))
            } else {
                values.append(value(member.field))
            }
        }
        if values.isEmpty, files.isEmpty {
            guard let member = media.formMembers.first(where: { !$0.isFile }) else { return nil }
            values.append(value(member.field))
        }
        guard files.isEmpty else { return .parts(values, files: files) }
        guard chance(2) else { return .form(values) }
        let members = values.map { value in
            let isJSON = (try? JSONDocument(Array(value.field.utf8)))?.root.isComposed == true
            return JSONLiteral.string(value.name) + ":" + (isJSON ? value.field : JSONLiteral.string(value.field))
        }
        return .object(values, json: "{" + members.joined(separator: ",") + "}")
    }

    private mutating func file() throws -> String {
        count += 1
        return try folder.file("file \(count).bin", [0, 0xff, 0x0d, 0x0a, 0x2d, 0x2d, UInt8(truncatingIfNeeded: count)])
    }

    /// Without blanks: a workspace keeps JSON as a value, and writes it so.
    private mutating func json(_ media: MediaField) throws -> String {
        let example = media.schema.map { ExampleBody.makeJSON($0, chance(2) ? .full : .usual) } ?? media.example ?? "{}"
        let root = try JSONDocument(Array(example.utf8)).root
        return root.kind == .null ? "{}" : changed(root)
    }

    private mutating func changed(_ node: JSONNode) -> String {
        switch node.kind {
        case .object:
            var members: [String] = []
            for entry in node.entries { members.append(JSONLiteral.string(entry.key) + ":" + changed(entry.value)) }
            return "{" + members.joined(separator: ",") + "}"
        case .array:
            var items: [String] = []
            for element in node.elements { items.append(changed(element)) }
            return "[" + items.joined(separator: ",") + "]"
        case .string: return JSONLiteral.string(chance(2) ? odd() : node.displayText)
        case .number: return chance(2) ? "\(Int.random(in: 0...999, using: &random))" : node.source
        case .true, .false, .null: return node.source
        }
    }
}

extension JSONNode {
    fileprivate var isComposed: Bool { kind == .object || kind == .array }
}
