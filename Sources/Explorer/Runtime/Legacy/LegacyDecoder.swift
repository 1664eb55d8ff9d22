// Decodes bytes of a legacy encoding to UTF-8, in pieces of any size. Each character is looked up once; an
// ill-formed one becomes U+FFFD.

struct LegacyDecoder {
    private static let replacement: [UInt8] = [0xef, 0xbf, 0xbd]

    private let charset: LegacyCharset
    /// The 256 characters of a single-byte encoding.
    private var single: [[UInt8]] = []
    private var converters: [LegacyCharset.Table: CharsetConverter] = [:]
    /// The UTF-8 of two-byte characters, packed into a number, 0 before the first lookup;
    /// allocated at the first use.
    private var known: [UInt32] = []
    /// The beginning of an incomplete character: at most 3 bytes.
    private var pending: [UInt8] = []
    private var escapes = ISO2022JPReader()

    /// `nil` when the C library lacks the tables (they are files of the system).
    init?(_ charset: LegacyCharset) {
        self.charset = charset
        if case .singleByte(let name, let keepsControls) = charset {
            guard let converter = CharsetConverter(name) else { return nil }
            let corrections = LegacyCharset.corrections[name] ?? [:]
            single = (0...255).map { byte in
                let byte = UInt8(byte)
                if let correction = corrections[byte] { return Array(correction.utf8) }
                return Self.character(byte, converter, keepsControls: keepsControls)
            }
        } else {
            for table in charset.tables {
                guard let converter = CharsetConverter(table.name) else { return nil }
                converters[table] = converter
            }
        }
    }

    /// Appends the text of a piece.
    mutating func decode(_ piece: ArraySlice<UInt8>, into output: inout [UInt8]) {
        guard single.isEmpty else {
            for byte in piece { if byte < 0x80 { output.append(byte) } else { output += single[Int(byte)] } }
            return
        }
        let text = charset == .iso2022JP ? escapes.read(piece)[...] : piece
        let joined = pending.isEmpty ? text : (pending + text)[...]
        pending = []
        decode(cut: joined, into: &output)
    }

    /// Ends the text: an incomplete character is ill-formed.
    mutating func finish(into output: inout [UInt8]) {
        if charset == .iso2022JP { pending += escapes.finish() }
        guard !pending.isEmpty else { return }
        let rest = pending
        pending = []
        decode(cut: rest[...], into: &output)
        guard !pending.isEmpty else { return }
        // gb18030 may end with digits behind a lead byte: an incomplete lead byte is one
        // character, as elsewhere.
        output += Self.replacement
        pending = []
    }

    private mutating func decode(cut text: ArraySlice<UInt8>, into output: inout [UInt8]) {
        let reading: LegacyCharset = charset == .iso2022JP ? .eucJP : charset
        var rest = text
        while let first = rest.first {
            if first < 0x80 {
                output.append(first)
                rest.removeFirst()
                continue
            }
            if charset == .iso2022JP, let sign = ISO2022JPReader.signs[first] {
                output += sign.utf8
                rest.removeFirst()
                continue
            }
            switch reading.unit(rest) {
            case .incomplete:
                pending = Array(rest)
                return
            case .illFormed(let length):
                output += Self.replacement
                rest = rest.dropFirst(length)
            case .character(let length, let table):
                let length = append(rest.prefix(length), table, to: &output)
                rest = rest.dropFirst(length)
            }
        }
    }

    /// Appends a character, and returns the number of bytes that were used. An ASCII byte at the end of an
    /// ill-formed character is left.
    private mutating func append(_ bytes: ArraySlice<UInt8>, _ table: LegacyCharset.Table, to output: inout [UInt8]) -> Int {
        let isPair = bytes.count == 2
        let index = isPair ? Int(bytes[bytes.startIndex]) << 8 | Int(bytes[bytes.startIndex + 1]) : 0
        if isPair, known.isEmpty { known = [UInt32](repeating: 0, count: 1 << 16) }
        var packed = isPair ? known[index] : 0
        if packed == 0 {
            packed = Self.packed(converters[table]?.character(table.bytes(bytes)) ?? Self.replacement)
            if isPair { known[index] = packed }
        }
        let isIllFormed = packed == Self.packed(Self.replacement)
        while packed != 0 {
            output.append(UInt8(truncatingIfNeeded: packed))
            packed >>= 8
        }
        let endsInASCII = (bytes.last ?? 0) < 0x80
        return isIllFormed && endsInASCII ? 1 : bytes.count
    }

    /// No character of these tables is longer than 4 bytes in UTF-8, and none is U+0000.
    private static func packed(_ utf8: [UInt8]) -> UInt32 { utf8.reversed().reduce(0) { $0 << 8 | UInt32($1) } }

    private static func character(_ byte: UInt8, _ converter: CharsetConverter, keepsControls: Bool) -> [UInt8] {
        if let known = converter.character([byte]) { return known }
        return keepsControls && (0x80..<0xa0).contains(byte) ? Array(String(Unicode.Scalar(byte)).utf8) : replacement
    }
}

extension LegacyCharset {
    fileprivate var tables: [Table] {
        switch self {
        case .singleByte: []
        case .big5: [.big5HKSCS, .cp950]
        case .eucKR: [.uhc]
        case .shiftJIS: [.cp932]
        case .gb18030: [.gb18030, .cp936]
        case .eucJP, .iso2022JP: [.jisX0208, .jisX0212]
        }
    }
}
