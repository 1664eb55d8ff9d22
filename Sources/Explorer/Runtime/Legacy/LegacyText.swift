// Converts bodies to UTF-8, whatever their encoding: finds the encoding, and selects the decoder.

import Document

/// Decodes bodies in the encodings of the WHATWG standard.
public enum LegacyText {
    /// The number of bytes that are decoded at a time.
    private static let step = 64 << 10

    /// The label of a body's encoding: from its byte-order mark, from the `charset` of its Content-Type, or
    /// from the declaration in its first bytes; `nil` when there is none. Unknown labels are ignored.
    /// - Parameter isMarkup: whether the body is HTML or XML: in other texts `<meta charset>` is plain text.
    public static func charset(of bytes: [UInt8], header: String?, isMarkup: Bool) -> String? {
        if let mark = ByteOrderMark(bytes) { return mark.rawValue }
        if let header, CharsetLabels.name(header) != nil { return header }
        guard isMarkup, let declared = DeclaredCharset.findLabel(bytes), CharsetLabels.name(declared) != nil else { return nil }
        return declared
    }

    /// The text in UTF-8. A byte-order mark takes precedence and is dropped; ill-formed bytes become U+FFFD.
    /// UTF-8 when the label is unknown.
    public static func utf8(_ bytes: [UInt8], charset: String?) -> [UInt8] {
        guard var decoder = decoder(bytes, charset) else {
            let label = charset.flatMap(CharsetLabels.name)
            return Array(TextDecoding.string(bytes, charset: label ?? charset).utf8)
        }
        var output: [UInt8] = []
        output.reserveCapacity(bytes.count + bytes.count / 2)
        for start in stride(from: 0, to: bytes.count, by: step) {
            decoder.decode(bytes[start..<min(start + step, bytes.count)], into: &output)
        }
        decoder.finish(into: &output)
        return output
    }

    private static func decoder(_ bytes: [UInt8], _ charset: String?) -> LegacyDecoder? {
        guard ByteOrderMark(bytes) == nil, let name = charset.flatMap(CharsetLabels.name), let legacy = LegacyCharset(name) else {
            return nil
        }
        return LegacyDecoder(legacy)
    }
}
