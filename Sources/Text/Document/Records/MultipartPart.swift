// One part of a multipart body: its headers, the position of its bytes, and their beginning.

struct MultipartPart: Sendable {
    /// The bytes of a part's text that its row contains.
    static let previewLength = 1024

    /// A part's headers are a few lines; further bytes are not stored, and its row reports that.
    static let longestHeaders = 64 << 10

    /// The offset of the body in the whole text.
    var offset = 0
    private var size = 0
    private var beginning: [UInt8] = []
    private var headers: [(name: String, value: String)] = []
    /// The bytes of its header lines, with the overhead of each.
    private var headerBytes = 0

    var heldBytes: Int { beginning.count + min(headerBytes, Self.longestHeaders) }

    mutating func appendBody(_ bytes: ArraySlice<UInt8>) {
        size += bytes.count
        beginning += bytes.prefix(Self.previewLength - beginning.count)
    }

    /// Adds a header's line; a line that begins with blank space continues
    /// the header before it (RFC 5322 §2.2.3).
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
    func makeRow(isComplete: Bool) -> [UInt8] {
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
            // The last character may be cut off.
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
