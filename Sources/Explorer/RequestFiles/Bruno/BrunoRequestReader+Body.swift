// The body of a .bru file: the chosen mode, and the block that belongs to it.

extension BrunoRequestReader {
    mutating func readBody(mode: String?, line: Int, into request: inout CollectionRequest) {
        let kept = blocks.bru.blocks.filter { $0.name == "body" || LineSyntax.hasPrefix($0.name, "body:") }
        var chosen = mode.map(Self.block) ?? ""
        let main = kept.filter { $0.name != "body:graphql:vars" }
        if mode == nil, main.count == 1, let only = main.first {
            chosen = only.name
            blocks.addNote(.assumed, only.line, "no body is chosen", hint: "the written one is sent")
        }
        if chosen == "body:json", blocks.bru[chosen] == nil, blocks.bru["body"] != nil { chosen = "body" }
        for block in kept where block.name != chosen && !(block.name == "body:graphql:vars" && chosen == "body:graphql") {
            blocks.addNote(
                .unsupported, block.line, "`\(block.name)` is kept, but another body is chosen",
                hint: "change the body to send it")
        }
        guard !chosen.isEmpty, chosen != "body:none" else { return }
        // A chosen body without a block is empty.
        guard let block = blocks.bru[chosen] else { return }
        request.body = makeBody(block, in: request)
    }

    /// The block of a mode. `formUrlEncoded` and `form-urlencoded` name the same block.
    private static func block(_ mode: String) -> String {
        let names = ["formUrlEncoded": "form-urlencoded", "multipartForm": "multipart-form", "": "none"]
        return "body:" + (names[mode] ?? mode)
    }

    private mutating func makeBody(_ block: BruBlock, in request: CollectionRequest) -> CollectionBody {
        let written = request.headers.last { $0.name.lowercased() == "content-type" && !$0.isDisabled }?.value
        func makeText(_ mediaType: String) -> CollectionBody {
            .text(VariableText.normalised(block.text), mediaType: written ?? mediaType)
        }
        switch block.name {
        // Bruno sends JSON without comments.
        case "body", "body:json":
            let text = JSONComments.removed(from: VariableText.normalised(block.text))
            return .text(text, mediaType: written ?? "application/json")
        case "body:text": return makeText("text/plain")
        case "body:xml": return makeText("application/xml")
        case "body:sparql": return makeText("application/sparql-query")
        case "body:form-urlencoded": return .form(blocks.fields(block.name))
        case "body:multipart-form": return .multipart((blocks.pairs(block.name)?.pairs ?? []).flatMap(Self.parts))
        case "body:file": return makeFileBody(mediaType: written)
        case "body:graphql":
            let variables =
                blocks.bru["body:graphql:vars"].map { JSONComments.removed(from: VariableText.normalised($0.text)) } ?? ""
            return .graphQL(query: VariableText.normalised(block.text), variables: variables)
        default:
            blocks.addNote(.unsupported, block.line, "the body `\(block.name)` is not supported", hint: "write it as `body:text`")
            return .none
        }
    }

    /// `@file(a|b)` makes two parts with the same name.
    private static func parts(_ pair: BruPair) -> [CollectionPart] {
        let contents: [CollectionPart.Content] =
            paths(pair.value)?.map { .file(path: VariableText.normalised($0)) } ?? [.text(VariableText.normalised(pair.value))]
        return contents.map { content in
            var part = CollectionPart(
                VariableText.normalised(pair.name), content, mediaType: pair.mediaType.map(VariableText.normalised))
            part.isDisabled = pair.isDisabled
            part.docs = pair.docs
            return part
        }
    }

    /// The paths of `@file(a|b)`; `nil` if the value is a text.
    private static func paths(_ value: String) -> [String]? {
        guard LineSyntax.hasPrefix(value, "@file("), LineSyntax.hasSuffix(value, ")") else { return nil }
        return String(decoding: value.utf8.dropFirst(6).dropLast(), as: UTF8.self).utf8.split(separator: UInt8(ascii: "|"))
            .map { LineSyntax.trimmed(String(decoding: $0, as: UTF8.self)) }
    }

    /// Reads the enabled one of several files.
    private mutating func makeFileBody(mediaType: String?) -> CollectionBody {
        let pairs = blocks.pairs("body:file")?.pairs ?? []
        let enabled = pairs.filter { !$0.isDisabled }
        for pair in pairs where pair.line != enabled.first?.line {
            blocks.addNote(
                .unsupported, pair.line, "a file is kept, but another one is chosen", hint: "change the path to send it")
        }
        guard let pair = enabled.first, let path = Self.paths(pair.value)?.first else { return .none }
        return .file(path: VariableText.normalised(path), mediaType: pair.mediaType ?? mediaType)
    }
}
