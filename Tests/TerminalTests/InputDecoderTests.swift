// The decoder alone: bytes cut anywhere, invalid bytes, unknown sequences.

import Canvas
import TestSupport
import Testing

@testable import Terminal

@Suite struct InputDecoderTests {
    private func decoded(_ bytes: [UInt8]) -> [Input] {
        var decoder = InputDecoder()
        for byte in bytes { decoder.decode(byte) }
        return decoder.takeInputs()
    }

    private func keys(_ bytes: [UInt8]) -> [Key] { decoded(bytes).compactMap { if case .key(let key) = $0 { key } else { nil } } }

    @Test func invalidBytesAreSkippedAndCostNothingElse() {
        #expect(
            keys([0xFF, 0x61, 0xC3, 0x62, 0xE6, 0x97, 0x63, 0x80, 0xC0, 0xAF, 0xED, 0xA0, 0x80, 0x64])
                == "abcd".map { .character($0) })
        #expect(keys([0xC2, 0x81, 0x61]) == [.character("a")], "C1 controls are no keys")
        #expect(keys([0xC2, 0x9B, 0x61]) == [], "0x9B begins a sequence")
        #expect(keys([0xC3, 0x1B, 0x5B, 0x41]) == [.up])
    }

    @Test func aCharacterMayComeInPieces() {
        var decoder = InputDecoder()
        decoder.decode(0xE6)
        #expect(decoder.takeInputs().isEmpty)
        decoder.decode(0x97)
        decoder.decode(0xA5)
        #expect(decoder.takeInputs() == [.key(.character("日"))])
    }

    @Test func aSequenceMayComeInPieces() {
        var decoder = InputDecoder()
        for byte in Array("\u{1B}[1;".utf8) { decoder.decode(byte) }
        #expect(decoder.takeInputs().isEmpty)
        for byte in Array("5Ax".utf8) { decoder.decode(byte) }
        #expect(decoder.takeInputs() == [.key(.up), .key(.character("x"))])
    }

    @Test func unfinishedBeginningsAreKeysOfTheirOwn() {
        #expect(keys([0x1B]) == [.escape] && keys([0x1B, 0x5B]) == [.alt("[")] && keys([0x1B, 0x4F]) == [.alt("O")])
        #expect(keys([0x1B, 0x1B, 0x5B, 0x41]) == [.escape, .up])
    }

    /// As in a shell: fields need no second key for it.
    @Test func altAndBackspaceDeletesAWordAsControlWDoes() {
        #expect(keys([0x1B, 0x7F]) == [.control("w")] && keys([0x1B, 0x08]) == [.control("w")])
        #expect(keys([0x7F, 0x1B, 0x62]) == [.backspace, .alt("b")])
    }

    @Test func keysOfTheDescriptionAreNoTextOfAPaste() {
        var decoder = InputDecoder()
        for byte in Array("\u{1B}[200~a".utf8) { decoder.decode(byte) }
        decoder.decode(Key.up)
        #expect(decoder.takeInputs().isEmpty)
        for byte in Array("b\u{1B}[201~".utf8) { decoder.decode(byte) }
        decoder.decode(Key.up)
        #expect(decoder.takeInputs() == [.paste("ab"), .key(.up)])
    }

    private func mouse(_ text: String) -> [Input] { decoded(Array(text.utf8)) }

    @Test func theMouseIsDecoded() {
        func event(_ kind: MouseEvent.Kind, _ x: Int, _ y: Int) -> Input { .mouse(MouseEvent(kind, at: Point(x: x, y: y))) }
        #expect(mouse("\u{1B}[<0;1;1M\u{1B}[<0;1;1m") == [event(.pressed(.left), 0, 0), event(.released(.left), 0, 0)])
        #expect(mouse("\u{1B}[<1;80;24M\u{1B}[<2;5;6m") == [event(.pressed(.middle), 79, 23), event(.released(.right), 4, 5)])
        #expect(mouse("\u{1B}[<32;3;4M\u{1B}[<34;300;4M") == [event(.dragged(.left), 2, 3), event(.dragged(.right), 299, 3)])
        #expect(
            mouse("\u{1B}[<64;1;1M\u{1B}[<65;1;1M\u{1B}[<66;1;1M\u{1B}[<67;1;1M")
                == [event(.wheelUp, 0, 0), event(.wheelDown, 0, 0), event(.wheelLeft, 0, 0), event(.wheelRight, 0, 0)])
        // Held Shift, Alt and Ctrl are bits beside the button's.
        #expect(mouse("\u{1B}[<28;2;2Mx") == [event(.pressed(.left), 1, 1), .key(.character("x"))])
    }

    @Test(arguments: [
        "<0;0;1M", "<0;1;0M", "<0;-1;5M", "<0;99999999999999999999;1M", "<0;65536;1M", "<128;1;1M", "<35;1;1M", "<64;1;1m",
        "<0;1M", "<0;1;1;1M",
        "<;;M", "<M", "<0;1;M", "<a;1;1M", "<999;1;1M", "<0;1;9223372036854775808M",
    ]) func aReportThatCannotBeIsNothing(_ report: String) {
        #expect(mouse("\u{1B}[" + report + "x").last == .key(.character("x")))
        #expect(!mouse("\u{1B}[" + report + "x").contains { if case .mouse = $0 { true } else { false } })
    }

    @Test func theMouseOfOldTerminalsTypesNothing() {
        #expect(mouse("\u{1B}[M !!x") == [.mouse(MouseEvent(.pressed(.left), at: Point(x: 0, y: 0))), .key(.character("x"))])
        #expect(decoded([0x1B, 0x5B, 0x4D, 0x23, 0xFF, 0x21]) == [.mouse(MouseEvent(.released(.left), at: Point(x: 222, y: 0)))])
        #expect(mouse("\u{1B}[Ma!!").count == 1 && mouse("\u{1B}[M\u{1}\u{1}\u{1}x") == [.key(.character("x"))])
    }

    @Test func aPasteOfInvalidBytesIsRepaired() {
        #expect(decoded(Array("\u{1B}[200~".utf8) + [0x61, 0xFF] + Array("\u{1B}[201~".utf8)) == [.paste("a\u{FFFD}")])
        #expect(decoded(Array("\u{1B}[200~\u{1B}[201~".utf8)) == [.paste("")])
    }

    @Test func aPasteWithoutItsEndEndsWhenItIsSaid() {
        var decoder = InputDecoder()
        decoder.decode(Array("\u{1B}[200~one\ntwo".utf8)[...])
        #expect(decoder.takeInputs().isEmpty && decoder.isPasting)
        #expect(decoder.endWaiting() == [.paste("one\ntwo")] && !decoder.isPasting)
        // Its end, when it comes at last, is no key.
        decoder.decode(Array("\u{1B}[201~x".utf8)[...])
        #expect(decoder.takeInputs() == [.key(.character("x"))])
        #expect(decoder.endWaiting().isEmpty)
    }

    @Test func controlCAloneGetsOutOfAPaste() {
        var decoder = InputDecoder()
        decoder.decode(Array("\u{1B}[200~one".utf8)[...])
        #expect(decoder.takeInputs().isEmpty)
        decoder.decode([0x03])
        #expect(decoder.takeInputs() == [.key(.control("c"))] && !decoder.isPasting)
        decoder.decode(Array("q".utf8)[...])
        #expect(decoder.takeInputs() == [.key(.character("q"))])
        // Twice at once is twice.
        decoder.decode(Array("\u{1B}[200~".utf8)[...])
        #expect(decoder.takeInputs().isEmpty)
        decoder.decode([0x03, 0x03])
        #expect(decoder.takeInputs() == [.key(.control("c")), .key(.control("c"))])
        // Within a text it is a part of it.
        decoder.decode(Array("\u{1B}[200~a\u{3}".utf8)[...])
        #expect(decoder.takeInputs().isEmpty)
        decoder.decode(Array("b\u{1B}[201~".utf8)[...])
        #expect(decoder.takeInputs() == [.paste("a\u{3}b")])
    }

    @Test(arguments: [1, 2, 5, 6, 7, 100]) func theEndOfAPasteMayBeCutAnywhere(_ size: Int) {
        let bytes = Array("x\u{1B}[200~é\u{1B}[201\u{1B}[200~日\u{1B}[201~y\u{1B}[A".utf8)
        var decoder = InputDecoder()
        var inputs: [Input] = []
        for start in stride(from: 0, to: bytes.count, by: size) {
            decoder.decode(bytes[start..<min(start + size, bytes.count)])
        }
        inputs += decoder.takeInputs()
        #expect(
            inputs == [.key(.character("x")), .paste("é\u{1B}[201\u{1B}[200~日"), .key(.character("y")), .key(.up)])
    }

    /// The text is bounded, what is more of it is no keys, and Ctrl-C is heard while it comes.
    @Test(.within(minutes: 1)) func anEndlessPasteIsBounded() {
        var decoder = InputDecoder()
        let piece = [UInt8](repeating: 0x61, count: 1 << 20)
        decoder.decode(Array("\u{1B}[200~".utf8)[...])
        var pastes: [Int] = []
        for _ in 0..<40 {
            decoder.decode(piece[...])
            for input in decoder.takeInputs() {
                if case .paste(let text) = input { pastes.append(text.utf8.count) } else { pastes.append(-1) }
            }
        }
        #expect(pastes == [InputDecoder.longestPaste])
        decoder.decode([0x61, 0x03, 0x61])
        #expect(decoder.takeInputs() == [.key(.control("c"))] && decoder.isPasting)
        decoder.decode(Array("aa\u{1B}[201~q".utf8)[...])
        #expect(decoder.takeInputs() == [.key(.character("q"))] && !decoder.isPasting)
    }

    /// One edit a paste: 10 MB cost less than a second, in a build for debugging too.
    @Test func aLargePasteCostsLittle() {
        let bytes = Array("\u{1B}[200~".utf8) + [UInt8](repeating: 0x61, count: 10 << 20) + Array("\u{1B}[201~".utf8)
        var decoder = InputDecoder()
        let time = ContinuousClock().measure {
            for start in stride(from: 0, to: bytes.count, by: 4096) {
                decoder.decode(bytes[start..<min(start + 4096, bytes.count)])
            }
        }
        guard case .paste(let text) = decoder.takeInputs().first else { return #expect(Bool(false), "no paste") }
        #expect(text.utf8.count == 10 << 20)
        #expect(time < .seconds(5), "\(time)")
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
