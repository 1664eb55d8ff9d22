// The body of a recorded request: `postData` with params or a text, which may be base64.

import Document

extension HARRequest {
    mutating func readBody() -> CollectionBody {
        guard let data = node["postData"], data.kind == .object else { return .none }
        let type = data["mimeType"]?.string.flatMap { $0.isEmpty ? nil : $0 }
        let kind = (type ?? "").utf8.prefix { $0 != UInt8(ascii: ";") && $0 != ShellByte.space }
        let essence = String(decoding: kind, as: UTF8.self).lowercased()
        let params = data["params"].map { Array($0.elements) } ?? []
        let bytes = readText(data)
        let text = String(decoding: bytes, as: UTF8.self)
        let hasFiles = params.contains { $0["fileName"]?.string ?? $0["filename"]?.string != nil }
        // A text with boundaries contains the files that the params only name.
        let isWhole = !text.isEmpty && hasBoundary
        if !params.isEmpty, hasFiles || essence == "multipart/form-data", !isWhole {
            headers.removeAll { $0.name.lowercased() == "content-type" && $0.value.lowercased().hasPrefix("multipart/form-data") }
            return .multipart(readParts(params))
        }
        if String(validating: bytes, as: UTF8.self) == nil { return .bytes(bytes, mediaType: type) }
        if !text.isEmpty {
            let isForm = essence == "application/x-www-form-urlencoded"
            if isForm, let fields = CurlEncoding.fields(Array(text.utf8)) { return .form(fields) }
            return .text(text, mediaType: type)
        }
        guard !params.isEmpty else { return .none }
        return .form(
            params.map { CollectionField($0["name"]?.displayText ?? "", value(of: $0), docs: $0["comment"]?.string ?? "") })
    }

    private var hasBoundary: Bool {
        headers.contains { $0.name.lowercased() == "content-type" && $0.value.lowercased().contains("boundary=") }
    }

    private func value(of param: JSONNode) -> String {
        guard let value = param["value"], value.kind != .null else { return "" }
        return value.displayText
    }

    private mutating func readText(_ data: JSONNode) -> [UInt8] {
        let text = data["text"]?.string ?? ""
        guard data["encoding"]?.string?.lowercased() == "base64" else { return Array(text.utf8) }
        guard let bytes = Base64Decoder.decode(text) else {
            addNote(
                .assumed, "/postData/text", "the body is marked as base64, but is not; read as text",
                hint: "correct one of them")
            return Array(text.utf8)
        }
        return bytes
    }

    private mutating func readParts(_ params: [JSONNode]) -> [CollectionPart] {
        var parts: [CollectionPart] = []
        for (number, param) in params.enumerated() {
            let name = param["name"]?.displayText ?? ""
            let fileName = param["fileName"]?.string ?? param["filename"]?.string
            var part = CollectionPart(name, .text(value(of: param)), fileName: fileName)
            if let fileName, value(of: param).isEmpty {
                part = CollectionPart(name, .file(path: fileName))
                addNote(
                    .assumed, "/postData/params/\(number)", "the archive has only the file's name",
                    hint: "put the file \(fileName) beside the collection", at: param)
            }
            part.mediaType = param["contentType"]?.string.flatMap { $0.isEmpty ? nil : $0 }
            part.docs = param["comment"]?.string ?? ""
            parts.append(part)
        }
        return parts
    }
}
