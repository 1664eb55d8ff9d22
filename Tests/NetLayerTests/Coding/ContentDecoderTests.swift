// Bodies in content codings, decoded in pieces of any size, whole, cut, damaged, and in codings that they only claim to be in.

import Testing

@testable import NetLayer

@Suite struct ContentDecoderTests {
    private enum Ending: Equatable {
        case whole([UInt8]), cut([UInt8]), failed(NetError.Kind)
    }

    /// Puts the bytes in by pieces; the observer refuses each `busyEvery`-th offer once.
    private func decode(_ bytes: [UInt8], _ codings: [ContentCoding], piece: Int, busyEvery: Int = .max) throws -> Ending {
        let decoder = try #require(ContentDecoder(codings))
        var (decoded, offers): ([UInt8], Int) = ([], 0)
        for start in stride(from: 0, to: bytes.count, by: piece) {
            bytes[start..<min(start + piece, bytes.count)].withUnsafeBytes { decoder.put($0) }
            var isOver = false
            while !isOver {
                switch decoder.deliver({ bytes in
                    offers += 1
                    guard offers % busyEvery != 0 else { return .busy }
                    decoded.append(contentsOf: bytes)
                    return .accepted
                }) {
                case .empty: isOver = true
                case .busy: #expect(!decoder.isEmpty)
                case .failed(let failure): return .failed(failure.kind)
                }
            }
            #expect(decoder.isEmpty)
        }
        return decoder.failureAtEnd == nil ? .whole(decoded) : .cut(decoded)
    }

    private func decode(_ text: String, _ coding: ContentCoding, behind: [UInt8]) throws -> Ending {
        try decode(CodedBytes.encode(Array(text.utf8), coding) + behind, [coding], piece: 7)
    }

    @Test(arguments: ContentCoding.allCases) func whatIsPutInComesOut(_ coding: ContentCoding) throws {
        for size in [0, 1, 2, 1_000, 65_535, 65_536, 65_537, 300_000] {
            let bytes = CodedBytes.text(size)
            let coded = CodedBytes.encode(bytes, coding)
            for piece in [1, 2, 3, 1_000, 16_384, .max] where piece > 2 || size < 2_000 {
                #expect(try decode(coded, [coding], piece: piece) == .whole(bytes), "\(size) in pieces of \(piece)")
                #expect(try decode(coded, [coding], piece: piece, busyEvery: 2) == .whole(bytes))
            }
        }
    }

    @Test(arguments: ContentCoding.allCases) func zerosByTheMillionComeOut(_ coding: ContentCoding) throws {
        let bytes = [UInt8](repeating: 0, count: 3 << 20)
        #expect(try decode(CodedBytes.encode(bytes, coding), [coding], piece: 100, busyEvery: 3) == .whole(bytes))
    }

    /// Each length that is less than the whole, near both ends, and some between.
    @Test(arguments: ContentCoding.allCases) func aCutStreamIsNeverWhole(_ coding: ContentCoding) throws {
        let bytes = CodedBytes.text(20_000)
        let coded = CodedBytes.encode(bytes, coding)
        let lengths = Array(1..<40) + stride(from: 40, to: coded.count - 40, by: 501) + (coded.count - 40..<coded.count)
        for length in lengths {
            guard case .cut(let decoded) = try decode(Array(coded[..<length]), [coding], piece: 1_000) else {
                Issue.record("\(length) of \(coded.count) bytes are not said to be cut")
                continue
            }
            #expect(bytes.starts(with: decoded))
        }
    }

    @Test(arguments: ContentCoding.allCases) func damageIsNeverWhole(_ coding: ContentCoding) throws {
        let coded = CodedBytes.encode(CodedBytes.text(200_000), coding)
        let place = coded.count / 2
        var damaged = coded
        for index in place..<place + 40 { damaged[index] ^= 0x5a }
        switch try decode(damaged, [coding], piece: 16_384) {
        case .failed(let kind): #expect(kind == .protocolViolation)
        case .cut: break
        // Neither zstd without a checksum nor br sees what is damaged inside a literal.
        case .whole(let decoded): #expect(coding == .brotli || coding == .zstd, "\(decoded.count) bytes")
        }
    }

    @Test func membersOfGzipFollowOneAnother() throws {
        let two = CodedBytes.encode(Array("second".utf8), .gzip)
        #expect(try decode("first ", .gzip, behind: two) == .whole(Array("first second".utf8)))
        #expect(try decode("first ", .gzip, behind: [0, 0] + two) == .whole(Array("first second".utf8)))
        #expect(try decode("first ", .gzip, behind: Array(two.dropLast(3))) == .cut(Array("first second".utf8)))
        let frame = CodedBytes.encode(Array("second".utf8), .zstd)
        #expect(try decode("first ", .zstd, behind: frame) == .whole(Array("first second".utf8)))
    }

    @Test(arguments: ContentCoding.allCases) func whatFollowsTheStreamIsNotDecoded(_ coding: ContentCoding) throws {
        #expect(try decode("hello", coding, behind: Array("garbage\n".utf8)) == .whole(Array("hello".utf8)))
        #expect(try decode("hello", coding, behind: [UInt8](repeating: 0, count: 40)) == .whole(Array("hello".utf8)))
    }

    /// RFC 9110 §8.4.1.2: some servers send deflate without the frame of zlib.
    @Test func deflateNeedsNoFrame() throws {
        let bytes = CodedBytes.text(100_000)
        for piece in [1, 2, 16_384] {
            #expect(try decode(CodedBytes.deflated(bytes, windowBits: -15), [.deflate], piece: piece) == .whole(bytes))
        }
    }

    @Test func severalCodingsAreUndoneFromTheLast() throws {
        let bytes = CodedBytes.text(200_000)
        let coded = CodedBytes.encode(CodedBytes.encode(bytes, .gzip), .brotli)
        #expect(try decode(coded, [.gzip, .brotli], piece: 1_000) == .whole(bytes))
        #expect(try decode(Array(coded.dropLast(9)), [.gzip, .brotli], piece: 1_000) != .whole(bytes))
    }

    @Test(arguments: ContentCoding.allCases) func whatIsInNoCodingIsGivenAsItCame(_ coding: ContentCoding) throws {
        let bytes = Array("{\"plain\": \"text, and no stream of any coding\"}".utf8)
        let decoder = try #require(ContentDecoder([coding]))
        #expect(try decode(bytes, [coding], piece: .max) == .whole(bytes))
        bytes.withUnsafeBytes { decoder.put($0) }
        var came: [UInt8] = []
        _ = decoder.deliver { bytes in
            came.append(contentsOf: bytes)
            return .accepted
        }
        bytes.withUnsafeBytes { decoder.put($0) }
        _ = decoder.deliver { bytes in
            came.append(contentsOf: bytes)
            return .accepted
        }
        #expect(decoder.isPlain && came == bytes + bytes && decoder.failureAtEnd == nil)
    }

    @Test(arguments: [
        (["gzip"], [ContentCoding.gzip]), (["X-GZIP , br"], [.gzip, .brotli]), (["identity"], []), ([""], []),
        (["gzip", "zstd"], [.gzip, .zstd]), ([" deflate\t"], [.deflate]),
    ])
    func namesAreRead(_ values: [String], _ codings: [ContentCoding]) { #expect(ContentCoding.read(values) == .success(codings)) }

    @Test(arguments: ["aws-chunked", "utf-8", "\"gzip\"", "compress", "gzip, magic"]) func unknownNamesAreTold(_ value: String) {
        let name = value.split(separator: " ").last.map(String.init) ?? ""
        #expect(ContentCoding.read([value]) == .failure(UnknownCoding(name: name)))
    }
}
