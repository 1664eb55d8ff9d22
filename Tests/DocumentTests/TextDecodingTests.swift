// Bytes to text by charset, and telling text from bytes.

import Document
import Testing

struct TextDecodingTests {
    @Test func utf8IsTheDefaultAndIllFormedBytesAreReplaced() {
        #expect(TextDecoding.string(Array("é😀".utf8)) == "é😀")
        #expect(TextDecoding.string([0x61, 0xff, 0x62], charset: "utf-8") == "a\u{fffd}b")
        #expect(TextDecoding.string(Array("x".utf8), charset: "no-such-charset") == "x")
        #expect(TextDecoding.string([]) == "")
    }

    @Test func aByteOrderMarkWinsAndIsDropped() {
        #expect(TextDecoding.string([0xef, 0xbb, 0xbf, 0x61], charset: "iso-8859-1") == "a")
        #expect(TextDecoding.string([0xff, 0xfe, 0x61, 0, 0xac, 0x20]) == "a€")
        #expect(TextDecoding.string([0xfe, 0xff, 0, 0x61, 0x20, 0xac], charset: "utf-8") == "a€")
    }

    @Test func utf16WithoutAMarkNeedsItsCharset() {
        #expect(TextDecoding.string([0, 0x61], charset: "UTF-16BE") == "a")
        #expect(TextDecoding.string([0x61, 0], charset: "utf-16le") == "a")
        #expect(TextDecoding.string([0x61, 0, 0x62], charset: "utf-16le") == "a\u{fffd}")
        #expect(TextDecoding.string([0x3d, 0xd8], charset: "utf-16le") == "\u{fffd}")
    }

    @Test(arguments: ["ISO-8859-1", "latin1", "windows-1252", "us-ascii"])
    func latinBytesAreReadAsWindows1252(charset: String) {
        #expect(TextDecoding.string([0x63, 0xe9, 0x80, 0x99, 0xff, 0x81], charset: charset) == "cé€™ÿ\u{81}")
    }

    @Test func aSliceIsDecodedFromItsOwnStart() {
        let bytes: [UInt8] = [0x78, 0xff, 0xfe, 0x61, 0]
        #expect(TextDecoding.string(bytes[1...]) == "a")
        #expect(!TextDecoding.looksBinary(bytes[1...]))
    }

    @Test func imagesAndArchivesLookBinaryAndTextDoesNot() {
        #expect(TextDecoding.looksBinary([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 0x0d]))
        #expect(TextDecoding.looksBinary([UInt8](repeating: 3, count: 10)))
        #expect(!TextDecoding.looksBinary(Array("plain\ttext\r\n\u{1b}[31mred\u{1b}[0m é".utf8)))
        #expect(!TextDecoding.looksBinary([0xff, 0xfe, 0x61, 0]))
        #expect(!TextDecoding.looksBinary([0x63, 0xe9]))
        #expect(!TextDecoding.looksBinary([]))
    }
}
