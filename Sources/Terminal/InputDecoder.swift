// Makes keys, pastes and mouse reports of what a terminal sends. Pure: fed with bytes, and with keys that the terminal's description already knows.

import Canvas

/// A machine over input, one byte at a time. It accepts any bytes; what means nothing is dropped.
///
///     ground ─ESC→ escape ─[→ csi ─final byte→ ground        ESC O x is one of the terminal's function keys
///        │            └─any other key→ Alt and that key
///        ├─ESC[M→ x10 ─three bytes→ ground                  the mouse of old terminals
///        └─ESC[200~→ paste ─ESC[201~→ ground
struct InputDecoder {
    private enum State: Equatable {
        case ground
        case escape
        case csi([UInt8])
        case x10([UInt8])
        case ss3
        case utf8([UInt8], length: Int, isAlt: Bool)
        case paste([UInt8])
    }

    private var state = State.ground
    private(set) var inputs: [Input] = []

    private static let pasteEnd: [UInt8] = Array("\u{1B}[201~".utf8)

    /// Everything decoded since the last call. Call it when the terminal has nothing more to say: an ESC with nothing behind it is
    /// then the Escape key. A paste or a sequence cut in the middle is kept for the next call.
    mutating func take() -> [Input] {
        switch state {
        case .escape: add(.escape)
        case .csi(let bytes) where bytes.isEmpty: add(.alt("["))
        case .ss3: add(.alt("O"))
        default: return drain()
        }
        state = .ground
        return drain()
    }

    /// One key that the terminal's description knows. Inside a paste it means nothing.
    mutating func feed(_ key: Key) {
        if case .paste = state { return }
        if state == .escape { add(.escape) }
        state = .ground
        add(key)
    }

    /// One byte.
    mutating func feed(_ byte: UInt8) {
        switch state {
        case .ground: ground(byte, isAlt: false)
        case .escape:
            state = .ground
            switch byte {
            case 0x1B:
                add(.escape)
                state = .escape
            case UInt8(ascii: "["): state = .csi([])
            case UInt8(ascii: "O"): state = .ss3
            default: ground(byte, isAlt: true)
            }
        case .ss3:
            state = .ground
            if let key = EscapeSequence.key(final: byte, parameter: nil) { add(key) }
        case .csi(let bytes): csi(bytes, byte)
        case .x10(let bytes):
            state = bytes.count < 2 ? .x10(bytes + [byte]) : .ground
            if bytes.count == 2, let event = MouseReport.x10(bytes + [byte]) { inputs.append(.mouse(event)) }
        case .utf8(let bytes, let length, let isAlt): utf8(bytes + [byte], length, isAlt)
        case .paste(var bytes):
            // The payload leaves the state while it grows, or each byte would copy all before it.
            state = .ground
            bytes.append(byte)
            if byte == UInt8(ascii: "~"), bytes.count >= Self.pasteEnd.count,
                bytes.suffix(Self.pasteEnd.count).elementsEqual(Self.pasteEnd)
            {
                inputs.append(.paste(String(decoding: bytes.dropLast(Self.pasteEnd.count), as: UTF8.self)))
            } else {
                state = .paste(bytes)
            }
        }
    }

    private mutating func ground(_ byte: UInt8, isAlt: Bool) {
        switch byte {
        case 0x1B: state = .escape
        case 0x0D, 0x0A: add(.enter)
        case 0x09: add(isAlt ? .backTab : .tab)
        case 0x08, 0x7F: add(isAlt ? .control("w") : .backspace)
        case 0x00: add(.control(" "))
        case 0x01...0x1A: add(.control(Character(Unicode.Scalar(byte + 0x60))))
        case 0x1C...0x1F: add(.control(Character(Unicode.Scalar(byte + 0x40))))
        case 0x20...0x7E: addCharacter(Character(Unicode.Scalar(byte)), isAlt)
        case 0xC2...0xDF: state = .utf8([byte], length: 2, isAlt: isAlt)
        case 0xE0...0xEF: state = .utf8([byte], length: 3, isAlt: isAlt)
        case 0xF0...0xF4: state = .utf8([byte], length: 4, isAlt: isAlt)
        default: break
        }
    }

    private mutating func utf8(_ bytes: [UInt8], _ length: Int, _ isAlt: Bool) {
        guard let last = bytes.last, last & 0xC0 == 0x80 else {
            // Not a continuation: what came before is dropped, and this byte begins anew.
            state = .ground
            if let last = bytes.last { feed(last) }
            return
        }
        guard bytes.count == length else { return state = .utf8(bytes, length: length, isAlt: isAlt) }
        state = .ground
        // Overlong forms, surrogates and C1 controls are no keys.
        guard let text = String(validating: bytes, as: UTF8.self), let scalar = text.unicodeScalars.first else { return }
        guard scalar.properties.generalCategory != .control else { return }
        addCharacter(Character(scalar), isAlt)
    }

    private mutating func csi(_ bytes: [UInt8], _ byte: UInt8) {
        switch byte {
        case 0x20...0x3F where bytes.count < 32: state = .csi(bytes + [byte])
        case 0x40...0x7E:
            state = .ground
            // A private marker first makes it a report (of the mouse, of the terminal's kind), never a key.
            if let first = bytes.first, (0x3C...0x3F).contains(first) {
                if first == UInt8(ascii: "<"), byte | 0x20 == UInt8(ascii: "m"),
                    let event = MouseReport.sgr(bytes.dropFirst(), final: byte)
                {
                    inputs.append(.mouse(event))
                }
                return
            }
            if bytes.isEmpty, byte == UInt8(ascii: "M") { return state = .x10([]) }
            let parameters = bytes.split(separator: UInt8(ascii: ";")).map { Int(String(decoding: $0, as: UTF8.self)) }
            if byte == UInt8(ascii: "~"), parameters == [200] {
                state = .paste([])
            } else if let key = EscapeSequence.key(final: byte, parameter: parameters.first ?? nil) {
                add(key)
            }
        case 0x1B: state = .escape
        default: state = .ground
        }
    }

    private mutating func addCharacter(_ character: Character, _ isAlt: Bool) {
        add(isAlt ? .alt(character) : .character(character))
    }

    private mutating func add(_ key: Key) { inputs.append(.key(key)) }

    private mutating func drain() -> [Input] {
        defer { inputs = [] }
        return inputs
    }
}
