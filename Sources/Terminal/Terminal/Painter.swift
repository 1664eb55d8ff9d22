// Converts cells into curses' own: the theme's look in this terminal's colours, the pixels of pictures, and
// characters that this terminal can show.

import CNcurses
import Canvas

struct Painter {
    private struct Key: Hashable {
        var style: Style
        var overlay: Style?
    }

    private struct Paint {
        var attributes: attr_t = 0
        var pair: Int32 = 0
    }

    let theme: Theme
    private let reducer: ColorReducer
    private let asciiOnly: Bool
    private var pairs: PairTable
    /// Whether pictures keep their own colours: there are enough of them, and half blocks.
    private let showsPixels: Bool
    private var paints: [Key: Paint] = [:]
    private var lastKey: Key?
    private var lastPaint = Paint()

    init(theme: Theme, depth: ColorDepth, keepsPalette: Bool, asciiOnly: Bool) {
        // A theme that distinguishes by colour is useless without colours; the
        // plain theme distinguishes by attributes.
        self.theme = depth == .mono ? .plain : theme
        self.asciiOnly = asciiOnly
        reducer = ColorReducer(depth: depth, keepsPalette: keepsPalette, ground: self.theme[.text])
        pairs = PairTable(limit: depth == .mono ? 0 : Int(terminal_pairs()))
        showsPixels = !asciiOnly && (depth == .trueColor || depth == .ansi256)
    }

    /// Whether the pairs of earlier pictures leave little room for another one.
    var isCrowded: Bool { pairs.isCrowded }

    /// Appends the characters that show `cell`; a wide cell may need two,
    /// where this C library considers it narrow.
    mutating func append(_ cell: Cell, to row: inout [cchar_t]) {
        guard cell.width != .continuation else { return }
        if showsPixels, let pixels = cell.pixels, let packed = half(pixels, under: cell.overlay) { return row.append(packed) }
        let paint = paint(cell)
        let columns = cell.width == .wide ? 2 : 1
        var base = cell.base
        var marks = cell.marks
        if asciiOnly {
            base = FallbackGlyphs.ascii(base)
            marks = (0, 0, 0)
        } else if base > 0x7E, !canPlace(base, columns) {
            // U+FFFD, or `?` where an old C.UTF-8 does not know even that.
            base = canPlace(0xFFFD, 1) ? 0xFFFD : 0x3F
            marks = (0, 0, 0)
        }
        var packed = cchar_t()
        _ = terminal_set_cell(&packed, base, marks.0, marks.1, marks.2, paint.attributes, paint.pair)
        row.append(packed)
        if columns == 2, base <= 0x7E || wcwidth(wchar_t(bitPattern: base)) == 1 {
            var blank = cchar_t()
            _ = terminal_set_cell(&blank, 0x20, 0, 0, 0, paint.attributes, paint.pair)
            row.append(blank)
        }
    }

    /// The cell of two pixels as a half block; `nil` where no pair of colours is left.
    private mutating func half(_ pixels: PixelPair, under overlay: Style?) -> cchar_t? {
        let ground = theme.combined(style: .text, overlay: overlay).background
        let (upper, lower) = (reducer.number(pixels.upper, on: ground), reducer.number(pixels.lower, on: ground))
        // Halves of one colour are a blank: they need no ink. The terminal's own background cannot be an ink,
        // so the lower half has the ink where the upper half is that background.
        var (glyph, ink, back): (UInt32, Int, Int) = (0x2580, upper, lower)
        if upper == lower {
            (glyph, ink) = (0x20, -1)
        } else if upper < 0 {
            (glyph, ink, back) = (0x2584, lower, upper)
        }
        guard let pair = pairs.pictureNumber(ink, back) else { return nil }
        var packed = cchar_t()
        _ = terminal_set_cell(&packed, glyph, 0, 0, 0, 0, pair)
        return packed
    }

    /// Whether the C library, whose widths ncurses uses, places it in at most `columns`.
    private func canPlace(_ base: UInt32, _ columns: Int) -> Bool {
        let width = Int(wcwidth(wchar_t(bitPattern: base)))
        return width >= 1 && width <= columns
    }

    private mutating func paint(_ cell: Cell) -> Paint {
        let key = Key(style: cell.style, overlay: cell.overlay)
        if key == lastKey { return lastPaint }
        lastKey = key
        lastPaint = paints[key] ?? makePaint(key)
        return lastPaint
    }

    private mutating func makePaint(_ key: Key) -> Paint {
        let rendition = reducer.rendition(key.style, under: key.overlay, in: theme)
        var paint = Paint(pair: pairs.number(rendition.foreground, rendition.background))
        let bits: [(Attributes, attr_t)] = [
            (.bold, TERMINAL_BOLD), (.dim, TERMINAL_DIM), (.italic, TERMINAL_ITALIC), (.underline, TERMINAL_UNDERLINE),
            (.reverse, TERMINAL_REVERSE),
        ]
        for (attribute, bit) in bits where rendition.attributes.contains(attribute) { paint.attributes |= bit }
        paints[key] = paint
        return paint
    }
}
