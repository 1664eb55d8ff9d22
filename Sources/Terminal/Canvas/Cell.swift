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

/// One cell of a screen. It holds no reference, and its 16 bytes have no padding (`spare` fills the last
/// one). Equal cells are therefore equal byte for byte, and a display may compare whole rows as memory.
public struct Cell: Hashable, Sendable {
    /// Up to three combining scalars, the first in the lowest 21 bits; 0 where there is none.
    private var packedMarks: UInt64
    /// The scalar that the cell shows; never a control character.
    public private(set) var base: UInt32
    /// What the cell's text means.
    public var style: Style
    /// A style on top of it: a selection's bar keeps the foreground under it.
    public var overlay: Style?
    /// How many columns it takes.
    public private(set) var width: CellWidth
    private var spare: UInt8 = 0

    /// A narrow space.
    public static func blank(_ style: Style = .text) -> Cell { Cell(base: 0x20, marks: 0, width: .narrow, style: style) }

    init(base: UInt32, marks: UInt64, width: CellWidth, style: Style) {
        packedMarks = marks
        self.base = base
        self.width = width
        self.style = style
        overlay = nil
    }

    /// The combining scalars over the base, at most three; 0 stands for none, and nothing follows a 0.
    public var marks: (UInt32, UInt32, UInt32) {
        let mask: UInt64 = 0x1F_FFFF
        return (UInt32(packedMarks & mask), UInt32(packedMarks >> 21 & mask), UInt32(packedMarks >> 42 & mask))
    }

    /// Whether it is one empty column.
    public var isBlank: Bool { base == 0x20 && packedMarks == 0 && width == .narrow }

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
