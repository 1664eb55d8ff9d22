// The decoder alone: bytes cut anywhere, invalid bytes, unknown sequences.

import Canvas
import Testing

@testable import Terminal

@Suite struct InputDecoderTests {
    private func decoded(_ bytes: [UInt8]) -> [Input] {
        var decoder = InputDecoder()
        for byte in bytes { decoder.feed(byte) }
        return decoder.take()
    }

    private func keys(_ bytes: [UInt8]) -> [Key] { decoded(bytes).compactMap { if case .key(let key) = $0 { key } else { nil } } }

    @Test func invalidBytesAreSkippedAndCostNothingElse() {
        #expect(
            keys([0xFF, 0x61, 0xC3, 0x62, 0xE6, 0x97, 0x63, 0x80, 0xC0, 0xAF, 0xED, 0xA0, 0x80, 0x64])
                == "abcd".map { .character($0) })
        #expect(keys([0xC2, 0x9B, 0x61]) == [.character("a")], "C1 controls are no keys")
        #expect(keys([0xC3, 0x1B, 0x5B, 0x41]) == [.up])
    }

    @Test func aCharacterMayComeInPieces() {
        var decoder = InputDecoder()
        decoder.feed(0xE6)
        #expect(decoder.take().isEmpty)
        decoder.feed(0x97)
        decoder.feed(0xA5)
        #expect(decoder.take() == [.key(.character("日"))])
    }

    @Test func aSequenceMayComeInPieces() {
        var decoder = InputDecoder()
        for byte in Array("\u{1B}[1;".utf8) { decoder.feed(byte) }
        #expect(decoder.take().isEmpty)
        for byte in Array("5Ax".utf8) { decoder.feed(byte) }
        #expect(decoder.take() == [.key(.up), .key(.character("x"))])
    }

    @Test func unfinishedBeginningsAreKeysOfTheirOwn() {
        #expect(keys([0x1B]) == [.escape] && keys([0x1B, 0x5B]) == [.alt("[")] && keys([0x1B, 0x4F]) == [.alt("O")])
        #expect(keys([0x1B, 0x1B, 0x5B, 0x41]) == [.escape, .up])
    }

    @Test func keysOfTheDescriptionAreNoTextOfAPaste() {
        var decoder = InputDecoder()
        for byte in Array("\u{1B}[200~a".utf8) { decoder.feed(byte) }
        decoder.feed(Key.up)
        #expect(decoder.take().isEmpty)
        for byte in Array("b\u{1B}[201~".utf8) { decoder.feed(byte) }
        decoder.feed(Key.up)
        #expect(decoder.take() == [.paste("ab"), .key(.up)])
    }

    @Test func aPasteOfInvalidBytesIsRepaired() {
        #expect(decoded(Array("\u{1B}[200~".utf8) + [0x61, 0xFF] + Array("\u{1B}[201~".utf8)) == [.paste("a\u{FFFD}")])
        #expect(decoded(Array("\u{1B}[200~\u{1B}[201~".utf8)) == [.paste("")])
    }

    @Test func sequencesWithoutMeaningAreSwallowedWhole() {
        #expect(keys(Array("\u{1B}[?62;22c\u{1B}[99~\u{1B}[38;5;1mx".utf8)) == [.character("x")])
        #expect(keys([0x1B, 0x5B] + Array(repeating: 0x31, count: 100)).count <= 70, "an endless sequence is given up")
    }

    /// Whatever comes, nothing breaks, and what is given is printable.
    @Test func anyBytesAreSafe() {
        var seed: UInt64 = 42
        for _ in 0..<2_000 {
            let bytes = (0..<40).map { _ -> UInt8 in
                seed = seed &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
                let byte = UInt8(truncatingIfNeeded: seed >> 33)
                return byte % 5 == 0 ? 0x1B : byte % 7 == 0 ? 0x5B : byte
            }
            for key in keys(bytes) {
                if case .character(let character) = key {
                    #expect(character.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control })
                }
            }
        }
    }
}
