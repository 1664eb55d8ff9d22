// The request body of an OpenAPI description: its media type, with the sent body as the example.

import Document
import NetLayer

enum OpenAPIBody {
    /// The Request Body Object; `nil` without a body.
    static func makeRequestBody(_ request: WireRequest, _ names: inout SecretNames) -> String? {
        guard request.body.count > 0 else { return nil }
        let field = request.headers["Content-Type"] ?? ""
        let type = field.isEmpty ? "application/octet-stream" : field
        let media = self.media(request, type, &names)
        let content = OpenAPISnippet.object([(essence(type), OpenAPISnippet.object(media))])
        return OpenAPISnippet.object([("required", "true"), ("content", content)])
    }

    /// A boundary belongs to one body. Other parameters are part of the media type's name.
    private static func essence(_ type: String) -> String {
        SecretNames.boundary(type) == nil ? type : "multipart/form-data"
    }

    private static func media(_ request: WireRequest, _ type: String, _ names: inout SecretNames) -> [(String, String)] {
        if let parts = request.formParts { return multipart(parts, request, &names) }
        guard case .bytes(let bytes) = request.body, !request.isBodySecret || names.reveals else { return [] }
        let word = names.maskBody(bytes, contentType: type, secret: request.secretFields)
        guard word.isText else { return [] }
        if type.lowercased().hasPrefix("application/x-www-form-urlencoded") { return makeFormMedia(word.dollars) }
        if (try? JSONDocument(bytes)) != nil { return [("example", ExportJSON.visible(quoteVariables(word)))] }
        return [("schema", OpenAPISnippet.text), ("example", OpenAPISnippet.string(word.dollars))]
    }

    /// A masked number becomes a string, because a variable needs quotes.
    private static func quoteVariables(_ word: ShellWord) -> String {
        var isInString = false
        var isEscaped = false
        return word.parts.map { part -> String in
            switch part {
            case .variable(let name): return isInString ? "$\(name)" : "\"$\(name)\""
            case .text(let bytes):
                for byte in bytes {
                    if isEscaped {
                        isEscaped = false
                    } else if isInString, byte == UInt8(ascii: "\\") {
                        isEscaped = true
                    } else if byte == UInt8(ascii: "\"") {
                        isInString.toggle()
                    }
                }
                return String(decoding: bytes, as: UTF8.self)
            }
        }.joined()
    }

    private static func makeFormMedia(_ text: String) -> [(String, String)] {
        var order: [String] = []
        var values: [String: [String]] = [:]
        for pair in text.split(separator: "&") {
            let halves = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            let plain = halves.map { PercentCoding.decode(String($0).replacing("+", with: " ")) }
            if values[plain[0]] == nil { order.append(plain[0]) }
            values[plain[0], default: []].append(OpenAPISnippet.string(plain.count > 1 ? plain[1] : ""))
        }
        let fields = order.map { name in (name: name, values: values[name] ?? []) }
        return [
            ("schema", schema(fields.map { ($0.name, $0.values.count == 1 ? OpenAPISnippet.text : OpenAPISnippet.list) })),
            ("example", example(fields.map { ($0.name, $0.values.count == 1 ? $0.values[0] : ExportJSON.array($0.values)) })),
        ]
    }

    /// A file has a schema without a type, as OpenAPI 3.1 defines it for bytes. Its
    /// content is not an example.
    private static func multipart(_ parts: [WirePart], _ request: WireRequest, _ names: inout SecretNames) -> [(String, String)] {
        var properties: [(String, String)] = []
        var examples: [(String, String)] = []
        var encodings: [(String, String)] = []
        for part in parts where !properties.contains(where: { $0.0 == part.name }) {
            let type = OpenAPISnippet.string(part.contentType ?? "application/octet-stream")
            if part.contentType != nil { encodings.append((part.name, OpenAPISnippet.object([("contentType", type)]))) }
            if part.fileName == nil, let bytes = part.bytes, let text = String(validating: bytes, as: UTF8.self) {
                let word = names.maskContent(Array(text.utf8), of: part.name, request.secretFields)
                properties.append((part.name, OpenAPISnippet.text))
                examples.append((part.name, OpenAPISnippet.string(word.dollars)))
            } else {
                properties.append((part.name, OpenAPISnippet.object([("contentMediaType", type)])))
            }
        }
        var media = [("schema", schema(properties))]
        if !examples.isEmpty { media.append(("example", example(examples))) }
        if !encodings.isEmpty { media.append(("encoding", OpenAPISnippet.object(encodings))) }
        return media
    }

    private static func schema(_ properties: [(String, String)]) -> String {
        OpenAPISnippet.object([("type", OpenAPISnippet.string("object")), ("properties", OpenAPISnippet.object(properties))])
    }

    private static func example(_ members: [(String, String)]) -> String { OpenAPISnippet.object(members) }
}
