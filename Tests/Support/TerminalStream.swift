// What a program wrote to a terminal, cut into text and control sequences, as a terminal would read it (ECMA-48, xterm).

/// A parser of everything that goes to a terminal; whatever it does not know is told as it came.
public struct TerminalStream: Sendable {
    /// One thing a terminal would do.
    public enum Item: Hashable, Sendable {
        case text(Unicode.Scalar)
        /// A control character, C0, DEL or C1.
        case control(UInt8)
        /// `ESC` and the rest, when it introduces nothing: `(B`, `7`, `=`.
        case escape(String)
        /// `CSI`: parameters with their markers and intermediates, and the final byte.
        case csi(String, Character)
        /// OSC, DCS, SOS, PM or APC with what stands in it; unterminated at the end too.
        case string(introducer: Character, String)
        /// Bytes that are no UTF-8.
        case invalid
    }

    public let items: [Item]

    public init(_ bytes: [UInt8]) {
        var items: [Item] = []
        let scalars = Array(String(decoding: bytes, as: UTF8.self).unicodeScalars)
        var index = 0
        func peek() -> Unicode.Scalar? { index < scalars.count ? scalars[index] : nil }
        func take(while wanted: (Unicode.Scalar) -> Bool) -> String {
            var text = ""
            while let scalar = peek(), wanted(scalar) {
                text.unicodeScalars.append(scalar)
                index += 1
            }
            return text
        }
        func string(_ introducer: Character) {
            let text = take { $0.value >= 0x20 && $0.value != 0x9C }
            items.append(.string(introducer: introducer, text))
            // Its end belongs to it: BEL, ST, or ST in seven bits.
            if let end = peek(), end.value == 0x07 || end.value == 0x9C {
                index += 1
            } else if index + 1 < scalars.count, scalars[index] == "\u{1B}", scalars[index + 1] == "\\" {
                index += 2
            }
        }
        func csi() {
            let parameters = take { (0x20...0x3F).contains($0.value) }
            guard let final = peek(), (0x40...0x7E).contains(final.value) else { return items.append(.csi(parameters, "?")) }
            index += 1
            items.append(.csi(parameters, Character(final)))
        }
        while let scalar = peek() {
            index += 1
            switch scalar.value {
            case 0x1B:
                let intermediates = take { (0x20...0x2F).contains($0.value) }
                guard let final = peek() else {
                    items.append(.escape(intermediates))
                    continue
                }
                index += 1
                switch final {
                case "[" where intermediates.isEmpty: csi()
                case "]", "P", "X", "^", "_": string(Character(final))
                default: items.append(.escape(intermediates + String(Character(final))))
                }
            case 0x9B: csi()
            case 0x90, 0x98, 0x9D, 0x9E, 0x9F: string("?")
            case 0..<0x20, 0x7F...0x9F: items.append(.control(UInt8(scalar.value)))
            case 0xFFFD where !bytes.contains(0xEF): items.append(.invalid)
            default: items.append(.text(scalar))
            }
        }
        self.items = items
    }

    /// What a program that only draws has no need of: everything but moving, erasing, colours, its modes, and harmless text.
    public var foreign: [Item] { items.filter { !Self.isDrawing($0) } }

    /// The modes that the program sets and takes back: keypad, wrapping, blinking and visible cursor, the other screen, mouse, pastes.
    /// 34 is the cursor of screen and tmux.
    private static let modes: Set = ["1", "7", "12", "25", "1000", "1002", "1003", "1006", "1015", "1049", "2004"]

    private static func isDrawing(_ item: Item) -> Bool {
        switch item {
        case .text(let scalar):
            switch scalar.properties.generalCategory {
            case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .unassigned:
                // What shapes letters and joins emoji moves nothing.
                return [0x200C, 0x200D].contains(scalar.value)
            default: return true
            }
        case .control(let byte): return [0x08, 0x09, 0x0A, 0x0D, 0x0E, 0x0F].contains(byte)
        case .escape(let rest): return ["(B", ")0", "=", ">", "7", "8", "M"].contains(rest)
        case .csi(let parameters, let final):
            let isPlain = parameters.allSatisfy { $0.isNumber || $0 == ";" }
            switch final {
            case "m", "H", "J", "K", "A", "B", "C", "D", "G", "d", "X", "P", "@", "L", "M", "S", "T", "b", "r", "Z", "g":
                return isPlain
            case "h", "l":
                return ["4", "34"].contains(parameters)
                    || parameters.first == "?"
                        && parameters.dropFirst().split(separator: ";").allSatisfy { modes.contains(String($0)) }
            // The window's title is put on a stack and taken back with the other screen.
            case "t": return ["22;0;0", "23;0;0"].contains(parameters)
            // The cursor's shape on the Linux console; as a question it has no such number.
            case "c": return ["?0", "?1", "?8"].contains(parameters)
            default: return false
            }
        // ncurses puts the palette back when it leaves, whether it was changed or not; R on the Linux console.
        case .string(introducer: "]", "104"), .string(introducer: "]", "R"): return true
        case .string, .invalid: return false
        }
    }
}
