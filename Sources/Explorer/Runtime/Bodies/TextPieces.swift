// The text of a body in UTF-8, piece by piece: a body on the disk is decoded without
// loading all of it into memory.

import Document

/// Decodes as ``LegacyText/utf8(_:charset:)`` does; UTF-8 stays unchanged.
struct TextPieces: Sequence, IteratorProtocol {
    private enum Coding {
        case utf8
        /// An encoding of the document module, by its name: UTF-16 in either order, windows-1252.
        case known(String)
        case legacy(LegacyDecoder)
    }

    private static let step = 256 << 10
    /// The number of bytes after which the pages of a file are released.
    private static let look = 16 << 20

    private let bytes: Bytes
    private var coding: Coding
    private var place: Int
    private var released = 0

    init(_ bytes: Bytes, charset: String?) {
        self.bytes = bytes
        let beginning = Array(bytes[0..<Swift.min(3, bytes.count)])
        let mark = ByteOrderMark(beginning)
        place = mark?.length ?? 0
        switch mark?.rawValue ?? (BodyText.isUTF8(beginning[...], charset) ? nil : charset.flatMap(CharsetLabels.name)) {
        case let name? where ["utf-16le", "utf-16be", "windows-1252"].contains(name): coding = .known(name)
        case let name: coding = name.flatMap(LegacyCharset.init).flatMap(LegacyDecoder.init).map(Coding.legacy) ?? .utf8
        }
    }

    /// The next piece; `nil` at the end. No piece is empty.
    mutating func next() -> [UInt8]? {
        while place < bytes.count {
            var end = Swift.min(place + Self.step, bytes.count)
            var piece = bytes[place..<end]
            if case .known(let label) = coding, label != "windows-1252", end < bytes.count { end -= Self.cut(&piece, label) }
            place = end
            giveBack()
            let text = text(piece, isLast: end == bytes.count)
            if !text.isEmpty { return text }
        }
        return nil
    }

    /// Removes half a character from the end of a piece.
    /// - Returns: the number of removed bytes.
    private static func cut(_ piece: inout ArraySlice<UInt8>, _ label: String) -> Int {
        let odd = piece.count % 2
        piece.removeLast(odd)
        guard piece.count > 2 else { return odd }
        let high = label == "utf-16be" ? piece[piece.endIndex - 2] : piece[piece.endIndex - 1]
        guard (0xd8..<0xdc).contains(high) else { return odd }
        piece.removeLast(2)
        return odd + 2
    }

    private mutating func text(_ piece: ArraySlice<UInt8>, isLast: Bool) -> [UInt8] {
        switch coding {
        case .utf8: return Array(piece)
        case .known(let label):
            // Behind a blank, because the first bytes of a piece could be taken for a byte-order mark.
            let blank: [UInt8] = label == "utf-16le" ? [0x20, 0] : label == "utf-16be" ? [0, 0x20] : [0x20]
            return Array(TextDecoding.string(blank + piece, charset: label).utf8.dropFirst())
        case .legacy(var decoder):
            // Taken out of `coding`, so that its tables are not copied.
            coding = .utf8
            var output: [UInt8] = []
            decoder.decode(piece, into: &output)
            if isLast { decoder.finish(into: &output) }
            coding = .legacy(decoder)
            return output
        }
    }

    private mutating func giveBack() {
        guard place - released >= Self.look else { return }
        released = place
        bytes.release()
    }
}
