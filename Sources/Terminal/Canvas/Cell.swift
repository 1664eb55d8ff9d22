// One character cell: plain bits, so memcmp compares rows and copying a frame touches no reference count.

/// How many columns a cell's character takes, and which part of the character the cell is.
public enum CellWidth: UInt8, Hashable, Sendable {
    /// One column.
    case narrow
    /// The left half of a character of two columns.
    case wide
    /// The right half: it shows nothing of its own.
    case continuation
}

/// One cell of a screen. It holds no reference, and its 16 bytes have no padding. Equal cells are therefore
/// equal byte for byte, and a display may compare whole rows as memory.
public struct Cell: Hashable, Sendable {
    /// Up to three combining scalars, the first in the lowest 21 bits; 0 where there is none. In a cell of a
    /// picture, which has no marks, the upper pixel in the lower half and the lower pixel in the upper one.
    private var packed: UInt64
    /// The scalar that the cell shows; never a control character.
    public private(set) var base: UInt32
    /// What the cell's text means.
    public var style: Style
    /// A style on top of it: a selection's bar keeps the foreground under it.
    public var overlay: Style?
    /// How many columns it takes.
    public private(set) var width: CellWidth
    /// Whether `packed` holds pixels.
    private var hasPixels = false

    /// A narrow space.
    public static func blank(_ style: Style = .text) -> Cell { Cell(base: 0x20, marks: 0, width: .narrow, style: style) }

    init(base: UInt32, marks: UInt64, width: CellWidth, style: Style) {
        packed = marks
        self.base = base
        self.width = width
        self.style = style
        overlay = nil
    }

    /// The combining scalars over the base, at most three; 0 stands for none, and nothing follows a 0.
    public var marks: (UInt32, UInt32, UInt32) {
        guard !hasPixels else { return (0, 0, 0) }
        let mask: UInt64 = 0x1F_FFFF
        return (UInt32(packed & mask), UInt32(packed >> 21 & mask), UInt32(packed >> 42 & mask))
    }

    /// The pixels of a picture that the cell shows where a display has the colours; `nil` for text.
    public var pixels: PixelPair? {
        guard hasPixels else { return nil }
        return PixelPair(
            upper: PixelColor(packed: UInt32(truncatingIfNeeded: packed)),
            lower: PixelColor(packed: UInt32(truncatingIfNeeded: packed >> 32)))
    }

    mutating func paint(_ pixels: PixelPair) {
        guard width == .narrow else { return }
        packed = UInt64(pixels.upper.packed) | UInt64(pixels.lower.packed) << 32
        hasPixels = true
    }

    /// Whether its text is one empty column.
    public var isBlank: Bool { base == 0x20 && width == .narrow && (hasPixels || packed == 0) }

    /// What the cell shows; empty for the right half of a wide character.
    public var text: String {
        guard width != .continuation else { return "" }
        var scalars = String.UnicodeScalarView()
        for value in [base, marks.0, marks.1, marks.2] where value != 0 {
            if let scalar = Unicode.Scalar(value) { scalars.append(scalar) }
        }
        return String(scalars)
    }
}
