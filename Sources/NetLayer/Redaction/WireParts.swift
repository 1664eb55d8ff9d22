// The parts of a multipart body that will be sent. Bytes in memory are parsed; file
// content stays in its files.

/// One part.
package struct WirePart: Hashable {
    /// The name as on the wire: quotes and line breaks are escaped.
    package var name: String
    /// The file name as on the wire; `nil` for a part that is not a file.
    package var fileName: String?
    package var contentType: String?
    package var content: [BodySource.Piece]

    /// The file, if the part is one whole file.
    package var file: FileSlice? {
        guard content.count == 1, case .file(let slice) = content[0], slice.isWhole else { return nil }
        return slice
    }

    /// The content of the part, if it is in memory.
    package var bytes: [UInt8]? {
        guard let first = content.first else { return [] }
        guard content.count == 1, case .bytes(let bytes) = first else { return nil }
        return bytes
    }
}

extension WireRequest {
    /// The parts of `multipart/form-data`; `nil` for another body, and for an invalid one.
    package var formParts: [WirePart]? {
        guard let boundary = SecretNames.boundary(headers["Content-Type"] ?? "") else { return nil }
        switch body {
        case .none, .sequence: return nil
        case .bytes(let bytes): return WirePartReader.parts(BodySource([.bytes(bytes)]), boundary: boundary)
        case .stream(let source): return WirePartReader.parts(source, boundary: boundary)
        }
    }

    /// Whether a part of that name is masked. A name contains no unescaped quote
    /// (``MultipartBody/escaped(_:)``).
    package func isSecretPart(_ name: String) -> Bool { SecretNames.isSecretPart(name, secretFields) }
}

private struct WirePartReader {
    private var parts: [WirePart] = []
    private var open: WirePart?
    private let delimiter: [UInt8]

    static func parts(_ source: BodySource, boundary: String) -> [WirePart]? {
        var reader = WirePartReader(delimiter: Array("--\(boundary)".utf8))
        for piece in source.stretches {
            switch piece {
            case .bytes(let bytes): guard reader.consume(bytes) else { return nil }
            case .file:
                guard reader.open != nil else { return nil }
                reader.open?.content.append(piece)
            }
        }
        return reader.open == nil && !reader.parts.isEmpty ? reader.parts : nil
    }

    private mutating func consume(_ bytes: [UInt8]) -> Bool {
        let stretches = bytes.split(separator: delimiter, omittingEmptySubsequences: false)
        for (index, stretch) in stretches.enumerated() {
            var text = stretch
            if index > 0, !begin(&text) { return false }
            let isLast = index == stretches.count - 1
            if !isLast, index > 0 || open != nil {
                guard text.suffix(2).elementsEqual("\r\n".utf8) else { return false }
                text.removeLast(2)
            }
            if open != nil, !text.isEmpty { open?.content.append(.bytes(Array(text))) }
            if !isLast, let done = open {
                parts.append(done)
                open = nil
            }
        }
        return true
    }

    /// Reads a part's head after a boundary, or the end of the body.
    private mutating func begin(_ text: inout ArraySlice<UInt8>) -> Bool {
        if text.starts(with: "--".utf8) {
            text = []
            return true
        }
        guard let end = text.firstRange(of: Array("\r\n\r\n".utf8)) else { return false }
        let head = String(decoding: text[..<end.lowerBound], as: UTF8.self)
        text = text[end.upperBound...]
        var part = WirePart(name: "", content: [])
        var hasName = false
        for line in head.split(separator: "\r\n") {
            guard let colon = line.firstIndex(of: ":") else { return false }
            let value = String(line[line.index(after: colon)...].drop { $0 == " " })
            switch line[..<colon].lowercased() {
            case "content-disposition":
                for parameter in Self.quoted(value) {
                    if parameter.name == "name" { (part.name, hasName) = (parameter.value, true) }
                    if parameter.name == "filename" { part.fileName = parameter.value }
                }
            case "content-type": part.contentType = value
            // Forms cannot express other fields, so the whole body is written as it is.
            default: return false
            }
        }
        open = part
        return hasName
    }

    /// The parameters `; name="value"`, without any escapes but those of the wire.
    private static func quoted(_ text: String) -> [(name: String, value: String)] {
        var found: [(String, String)] = []
        var rest = text[...]
        while let start = rest.firstRange(of: "; ")?.upperBound, let equals = rest[start...].firstRange(of: "=\"") {
            guard let end = rest[equals.upperBound...].firstIndex(of: "\"") else { break }
            found.append((String(rest[start..<equals.lowerBound]), String(rest[equals.upperBound..<end])))
            rest = rest[rest.index(after: end)...]
        }
        return found
    }
}

extension FileSlice {
    /// The slice covers the whole file.
    package var isWhole: Bool { offset == 0 && count == stamp.size }
}
