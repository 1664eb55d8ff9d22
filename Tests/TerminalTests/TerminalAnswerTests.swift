// Answers of terminals to questions that other programs have asked: no byte of them is a key, wherever they are cut.

import Canvas
import TestSupport
import Testing

@testable import Terminal

@Suite struct TerminalAnswerTests {
    /// Answers as terminals send them: xterm, tmux, kitty, foot, Ghostty, Konsole.
    static let answers: [String] = [
        // Kinds and versions: DA1, DA2, DA3, XTVERSION.
        "\u{1B}[?62;22c", "\u{1B}[?1;2c", "\u{1B}[>41;354;0c", "\u{1B}[>84;0;0c", "\u{1B}P!|00000000\u{1B}\\",
        "\u{1B}P>|ghostty 1.1.3\u{1B}\\", "\u{1B}P>|tmux 3.3a\u{1B}\\", "\u{1B}P>|XTerm(379)\u{1B}\\",
        "\u{1B}P>|kitty(0.35.2)\u{1B}\\",
        // Colours: OSC 4, 10, 11, 12, 21.
        "\u{1B}]11;rgb:1e1e/1e1e/2e2e\u{07}", "\u{1B}]11;rgb:1e1e/1e1e/2e2e\u{1B}\\", "\u{1B}]10;rgb:cdcd/d6d6/f4f4\u{1B}\\",
        "\u{1B}]12;rgba:ffff/0000/dddd/ffff\u{07}", "\u{1B}]4;1;rgb:f3f3/8b8b/a8a8\u{1B}\\",
        "\u{1B}]21;foreground=rgb:ff/ff/ff\u{1B}\\",
        // Clipboard, titles, notifications, hyperlinks.
        "\u{1B}]52;c;eXl5eXl5cXFxcQ==\u{1B}\\", "\u{1B}]52;c;eXl5\u{07}", "\u{1B}]l“quit” y\u{1B}\\", "\u{1B}]Lyxq\u{1B}\\",
        "\u{1B}]99;i=1:p=?;a=report\u{1B}\\", "\u{1B}]5522;type=read:status=OK\u{1B}\\",
        // Capabilities and settings: XTGETTCAP, DECRQSS, DECRQM, DECRPSS.
        "\u{1B}P1+r544e=787465726d\u{1B}\\", "\u{1B}P0+r\u{1B}\\", "\u{1B}P1$r0m\u{1B}\\", "\u{1B}P1$r2 q\u{1B}\\",
        "\u{1B}[?2026;2$y", "\u{1B}[?2027;0$y", "\u{1B}[4;2$y",
        // Places, sizes, status: CPR, DECXCPR, DSR, window sizes, DECREQTPARM, focus.
        "\u{1B}[24;80R", "\u{1B}[?24;80;1R", "\u{1B}[0n", "\u{1B}[?10n", "\u{1B}[8;24;80t", "\u{1B}[4;600;800t", "\u{1B}[6;17;8t",
        "\u{1B}[2;1;1;128;128;1;0x", "\u{1B}[I", "\u{1B}[O",
        // Keyboard protocol, graphics, colour scheme, long parameters.
        "\u{1B}[?1u", "\u{1B}[>4;2m", "\u{1B}_Gi=31;OK\u{1B}\\", "\u{1B}_Gi=31;ENOENT:yyy\u{1B}\\", "\u{1B}[?997;1n",
        "\u{1B}^private y\u{1B}\\", "\u{1B}Xstart y q\u{1B}\\", "\u{1B}[?64;1;2;6;9;15;16;17;18;21;22;28;29;42;52;314;9999;1000c",
    ]

    /// With the controls of 8 bits, alone and as characters of UTF-8.
    static let answersOfEightBits: [[UInt8]] = [
        [0x90] + Array(">|ghostty y".utf8) + [0x9C], [0x9D] + Array("11;rgb:yy/yy/yy".utf8) + [0x07],
        [0x9B] + Array("?62;22c".utf8), [0x9F] + Array("Gi=1;yq".utf8) + [0x9C], [0x9E] + Array("yq".utf8) + [0x9C],
        [0xC2, 0x90] + Array(">|ghostty y".utf8) + Array("\u{1B}\\".utf8), [0xC2, 0x9D] + Array("11;rgb:yy/yy\u{07}".utf8),
    ]

    private static let all = answers.map { Array($0.utf8) } + answersOfEightBits

    /// What may come of an answer that is cut in its first two bytes: an Escape, or Alt and the second byte, which no command has.
    private static let harmless: [Input] = [.key(.escape)] + "[PX]^_\\".map { .key(.alt($0)) }

    private func take(_ pieces: [[UInt8]]) -> [Input] {
        var decoder = InputDecoder()
        return pieces.flatMap { piece in
            for byte in piece { decoder.decode(byte) }
            return decoder.takeInputs()
        } + decoder.endWaiting()
    }

    @Test(arguments: all) func aWholeAnswerIsNoKey(_ answer: [UInt8]) {
        #expect(take([answer]) == [])
        #expect(take([answer + answer + Array("j".utf8)]) == [.key(.character("j"))])
    }

    /// Cut once at each place, with a pause there.
    @Test(arguments: all) func anAnswerInTwoPiecesIsNoCommand(_ answer: [UInt8]) {
        for place in 1..<answer.count {
            let inputs = take([Array(answer[..<place]), Array(answer[place...]), Array("j".utf8)])
            #expect(inputs.last == .key(.character("j")), "cut at \(place)")
            #expect(inputs.dropLast().allSatisfy(Self.harmless.contains), "cut at \(place): \(inputs)")
        }
    }

    /// Three pieces anywhere, none of them a byte behind the beginning that a person may have typed.
    @Test func answersInThreePiecesAreNoCommands() {
        var random = SplitMix64(seed: 32)
        for answer in Self.all where answer.count > 8 {
            for _ in 0..<100 {
                let first = Int.random(in: 3..<answer.count - 1, using: &random)
                let second = Int.random(in: first + 1..<answer.count, using: &random)
                let inputs = take([Array(answer[..<first]), Array(answer[first..<second]), Array(answer[second...])])
                #expect(inputs == [], "cut at \(first) and \(second)")
            }
        }
    }

    /// The rest that never comes: after some silence keys are keys again.
    @Test func anAnswerWithoutAnEndEndsWithSilence() {
        var decoder = InputDecoder()
        for byte in Array("\u{1B}P>|ghostty".utf8) { decoder.decode(byte) }
        #expect(decoder.takeInputs() == [] && decoder.isWaiting)
        #expect(decoder.endWaiting() == [] && !decoder.isWaiting)
        decoder.decode(UInt8(ascii: "j"))
        #expect(decoder.takeInputs() == [.key(.character("j"))])
    }

    @Test func controlCLeavesAnAnswer() {
        #expect(take([Array("\u{1B}]11;rgb".utf8), [0x03], Array("j".utf8)]) == [.key(.control("c")), .key(.character("j"))])
    }

    /// A person whose key looked like the beginning of a string loses two keys at most.
    @Test func typingLeavesAString() {
        let inputs = take([Array("\u{1B}Xy".utf8)] + "abcdef".utf8.map { [$0] })
        #expect(inputs == "cdef".map { .key(.character($0)) })
        #expect(take([Array("\u{1B}Xy".utf8), [0x1B], [0x1B], Array("j".utf8)]).last == .key(.character("j")))
    }

    /// Some time later, a key is a key again.
    @Test func aCutEndsWithSilence() {
        var decoder = InputDecoder()
        for bytes in [[0x1B], Array("\u{1B}[".utf8), Array("\u{1B}P".utf8), Array("\u{1B}[1;".utf8)] as [[UInt8]] {
            for byte in bytes { decoder.decode(byte) }
            _ = decoder.takeInputs()
            #expect(decoder.isWaiting && decoder.endWaiting() == [] && !decoder.isWaiting)
            for byte in Array("[qA".utf8) { decoder.decode(byte) }
            #expect(decoder.takeInputs() == "[qA".map { .key(.character($0)) })
        }
    }

    /// What a person types behind an Escape or with Alt stays a key.
    @Test func typedKeysStayKeys() {
        #expect(take([[0x1B], Array("j".utf8)]) == [.key(.escape), .key(.character("j"))])
        #expect(
            take([[0x1B], Array("[".utf8), Array("A".utf8)]) == [.key(.escape), .key(.character("[")), .key(.character("A"))])
        #expect(take([[0x1B], Array("jk".utf8)]) == [.key(.escape), .key(.character("j")), .key(.character("k"))])
        #expect(
            take([Array("\u{1B}P".utf8), Array("jk".utf8)]) == [.key(.alt("P")), .key(.character("j")), .key(.character("k"))])
        #expect(take([[0x1B], [0x1B], [0x1B], Array("[A".utf8)]) == [.key(.escape), .key(.escape), .key(.escape), .key(.up)])
        #expect(take([Array("\u{1B}OR".utf8), Array("\u{1B}[1;5R".utf8)]) == [.key(.function(3)), .key(.function(3))])
    }
}
