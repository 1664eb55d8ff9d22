// Splits text into cell-sized units. The only place that knows which scalars are safe to send
// to a terminal, and how wide they are.

/// A grapheme cluster becomes one or more units, each with a spacing base and up to
/// three marks without a column of their own.
enum Cluster {
    /// The content of one cell, or of a wide cell and its continuation.
    struct Unit {
        var base: UInt32
        /// Packed as in `Cell`: 21 bits each, the first lowest.
        var marks: UInt64 = 0
        /// 1 or 2.
        var width: Int
        /// Whether it stands for a character that cannot be shown as it is.
        var isEscape = false

        mutating func add(mark: UInt32) {
            for shift in stride(from: UInt64(0), through: 42, by: 21) where marks >> shift == 0 {
                marks |= UInt64(mark) << shift
                return
            }
        }
    }

    /// Calls `body` with the units of `text` from left to right until it returns `false`. Two neighbouring
    /// scalars that never combine skip the grapheme rules: nearly all text consists of such scalars.
    static func forEachUnit(of text: String, _ body: (Unit) -> Bool) {
        let scalars = text.unicodeScalars
        var index = scalars.startIndex
        while index != scalars.endIndex {
            let scalar = scalars[index]
            let next = scalars.index(after: index)
            let width = ScalarWidth.simple(scalar.value)
            if width > 0, next == scalars.endIndex || ScalarWidth.simple(scalars[next].value) > 0 {
                guard body(Unit(base: scalar.value, width: width)) else { return }
                index = next
            } else {
                var goOn = true
                forEachUnit(of: text[index]) { unit in goOn = goOn && body(unit) }
                guard goOn else { return }
                index = text.index(after: index)
            }
        }
    }

    /// Calls `body` with the units of one grapheme cluster.
    static func forEachUnit(of character: Character, _ body: (Unit) -> Void) {
        var pending: Unit?
        func flush() {
            if let unit = pending { body(unit) }
            pending = nil
        }
        func escape(_ value: UInt32) {
            flush()
            Printable.forEachEscapeScalar(value) { body(Unit(base: $0, width: 1, isEscape: true)) }
        }
        for scalar in character.unicodeScalars {
            let value = scalar.value
            switch ScalarWidth.role(of: scalar) {
            case .spacing(let width):
                flush()
                pending = Unit(base: value, width: width)
            case .regionalIndicator:
                // Terminals disagree on the width of half a flag; its letter is safe and means the same.
                flush()
                pending = Unit(base: value - 0x1F1E6 + 0x41, width: 1)
            case .mark:
                if pending == nil { escape(value) } else { pending?.add(mark: value) }
            case .emojiSelector:
                if pending == nil { escape(value) } else { pending?.add(mark: value) }
                if isEmoji(pending) { pending?.width = 2 }
            case .joiner:
                // Scalars that a joiner ties to an emoji have no cell of their own: the first
                // scalar stands for the whole sequence.
                if isEmoji(pending) { return flush() }
                if pending == nil { escape(value) } else { pending?.add(mark: value) }
            case .skinTone:
                // The colour is left out, but it turns the text form into an
                // emoji: two columns, as with the selector.
                if isEmoji(pending) {
                    if pending?.width == 1 { pending?.add(mark: 0xFE0F) }
                    pending?.width = 2
                    continue
                }
                flush()
                pending = Unit(base: value, width: 2)
            case .tag:
                // Tags are invisible text. They are hidden only behind the black flag, where they name a
                // region; anywhere else they are made visible.
                if pending?.base == 0x1F3F4 { continue }
                escape(value)
            case .unprintable:
                escape(value)
            }
        }
        flush()
    }

    private static func isEmoji(_ unit: Unit?) -> Bool {
        guard let unit, let scalar = Unicode.Scalar(unit.base) else { return false }
        return scalar.properties.isEmoji
    }
}
