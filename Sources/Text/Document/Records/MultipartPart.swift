// One part of a multipart body: its headers, where its bytes stand, and their beginning.

struct MultipartPart: Sendable {
    /// So much of a part's text stands in its row.
    static let previewLength = 1024

    /// A part's headers are a few lines; what is beyond these bytes is not stored, and its row says so.
    static let longestHeaders = 64 << 10

    /// Where the body begins in the whole text.
    var offset = 0
    private var size = 0
    private var beginning: [UInt8] = []
    private var headers: [(name: String, value: String)] = []
    /// Bytes of the lines of its headers, with what each takes beside its text.
    private var headerBytes = 0

    var heldBytes: Int { beginning.count + min(headerBytes, Self.longestHeaders) }

    mutating func take(_ bytes: ArraySlice<UInt8>) {
        size += bytes.count
        beginning += bytes.prefix(Self.previewLength - beginning.count)
    }

    /// A header's line; one that begins with blank space goes on with the header before (RFC 5322 §2.2.3).
    mutating func add(header line: [UInt8]) {
        headerBytes += line.count + 64
        guard headerBytes <= Self.longestHeaders else { return }
        if let first = line.first, Byte.isSpace(first), !headers.isEmpty {
            headers[headers.count - 1].value += " " + Self.trimmed(line[...])
        } else {
            let name = line.prefix { $0 != Byte.colon }
            headers.append((Self.trimmed(name), Self.trimmed(line[name.endIndex...].dropFirst())))
        }
    }

    /// `{"name", "fileName", "contentType", "offset", "size", "headers", "text"}`.
    func row(isComplete: Bool) -> [UInt8] {
        var row = [Byte.openBrace]
        let disposition = HeaderParameters(self["content-disposition"] ?? "")
        let type = self["content-type"]
        for (key, value) in [("name", disposition["name"]), ("fileName", disposition["filename"]), ("contentType", type)] {
            if let value { JSONBytes.append(member: key, text: Array(value.utf8)[...], to: &row) }
        }
        JSONBytes.append(member: "offset", "\(offset)".utf8, to: &row)
        JSONBytes.append(member: "size", "\(size)".utf8, to: &row)
        JSONBytes.append(
            member: "headers", JSONLiteral.object(headers.map { ($0.name, JSONLiteral.string($0.value)) }).utf8, to: &row)
        if !TextDecoding.looksBinary(beginning) {
            let text = TextDecoding.string(beginning, charset: type.flatMap { HeaderParameters($0)["charset"] })
            let isCut = size > beginning.count
            // The last character may have lost its end.
            let shown = isCut && text.unicodeScalars.last == "\u{fffd}" ? String(text.unicodeScalars.dropLast()) : text
            JSONBytes.append(member: "text", text: Array((shown + (isCut ? "…" : "")).utf8)[...], to: &row)
        }
        if headerBytes > Self.longestHeaders {
            let fault = "its headers are longer than \(Self.longestHeaders >> 10) KB: the rest of them is skipped"
            JSONBytes.append(member: "error", text: Array(fault.utf8)[...], to: &row)
        }
        if !isComplete { JSONBytes.append(member: "incomplete", "true".utf8, to: &row) }
        return row + [Byte.closeBrace]
    }

    private subscript(name: String) -> String? { headers.first { $0.name.lowercased() == name }?.value }

    private static func trimmed(_ text: ArraySlice<UInt8>) -> String {
        var text = text.drop(while: Byte.isSpace)
        while let last = text.last, Byte.isSpace(last) { text.removeLast() }
        return String(decoding: text, as: UTF8.self)
    }
}
