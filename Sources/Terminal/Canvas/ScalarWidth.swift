// The role of a Unicode scalar in a line of cells: how wide it is, or why it may not be shown as it is.

enum ScalarWidth {
    enum Role: Equatable {
        /// Takes columns: 1 or 2.
        case spacing(Int)
        /// Stands over the character before it.
        case mark
        /// U+FE0F: the character before it is shown as an emoji, two columns wide.
        case emojiSelector
        /// U+200C and U+200D.
        case joiner
        /// U+1F3FB–1F3FF.
        case skinTone
        /// Half a flag, U+1F1E6–1F1FF.
        case regionalIndicator
        /// U+E0020–E007F.
        case tag
        /// Controls, bidirectional formatting, separators of lines, noncharacters, unassigned scalars.
        case unprintable
    }

    static func role(of scalar: Unicode.Scalar) -> Role {
        let value = scalar.value
        switch value {
        case 0x20...0x7E: return .spacing(1)
        case 0x200C, 0x200D: return .joiner
        case 0xFE0F: return .emojiSelector
        case 0x1F3FB...0x1F3FF: return .skinTone
        case 0x1F1E6...0x1F1FF: return .regionalIndicator
        case 0xE0020...0xE007F: return .tag
        // Vowels and final consonants of Hangul, which join the syllable before them.
        case 0x1160...0x11FF, 0xD7B0...0xD7C6, 0xD7CB...0xD7FB: return .mark
        default: break
        }
        switch scalar.properties.generalCategory {
        case .nonspacingMark, .enclosingMark: return .mark
        case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .unassigned: return .unprintable
        default: return .spacing(isWide(value) ? 2 : 1)
        }
    }

    /// The width of a scalar that never combines with another such scalar: marks, joiners,
    /// selectors and Hangul letters are not among them, so no grapheme rule joins two of them. 0
    /// for all others, which need those rules.
    static func simple(_ value: UInt32) -> Int {
        switch value {
        case 0x20...0x7E, 0xA1...0xAC, 0xAE...0x2FF, 0x391...0x3A1, 0x3A3...0x3FF, 0x400...0x482: return 1
        // Dashes, quotes and dots; arrows and mathematics; pictures of
        // controls, frames, blocks; ticks; braille.
        case 0x2010...0x2027, 0x2190...0x22FF, 0x2400...0x2426, 0x2500...0x25FC, 0x2713...0x2718, 0x2800...0x28FF: return 1
        case 0x3041...0x3096, 0x30A1...0x30FF, 0x4E00...0x9FFC, 0xAC00...0xD7A3, 0xFF01...0xFF5E: return 2
        default: return 0
        }
    }

    /// Whether Unicode's East Asian Width (UAX #11) of `value` is Wide or Fullwidth.
    static func isWide(_ value: UInt32) -> Bool {
        guard value >= 0x1100 else { return false }
        var low = 0
        var high = wide.count
        while low < high {
            let middle = (low + high) / 2
            if wide[middle].1 < value { low = middle + 1 } else { high = middle }
        }
        return low < wide.count && wide[low].0 <= value
    }
}
