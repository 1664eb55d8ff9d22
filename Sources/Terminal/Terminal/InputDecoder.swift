// Decodes a terminal's output into keys, pastes and mouse reports. Pure: its input is bytes, and keys that
// the terminal's description already knows.

import Canvas

/// A state machine over input, one byte at a time. It accepts any bytes and drops those without a meaning.
///
///     ground ─ESC→ escape ─[→ csi ─final byte→ ground        ESC O x is one of the terminal's function keys
///        │            └─any other key→ Alt and that key
///        ├─ESC[M→ x10 ─three bytes→ ground                  the mouse of old terminals
///        ├─ESC[200~→ paste ─ESC[201~→ ground                or some silence, or a Ctrl-C alone
///        └─ESC P, ESC ], ESC _, ESC ^, ESC X→ string ─BEL or ESC \→ ground      an answer of the terminal, or some silence
///
/// A terminal answers questions that a pager, an editor or tmux has asked, also after that program has ended. No byte of an
/// answer is a key, wherever it is cut (ECMA-48 §5.6, xterm's control sequences).
struct InputDecoder {
    private enum State: Equatable {
        case ground
        case escape
        /// The parameters of a control sequence, at most ``longestParameters`` bytes of them.
        case csi([UInt8])
        /// A control sequence with more parameters than any that has a meaning here.
        case csiRest
        case x10([UInt8])
        /// Behind an ESC and the byte that begins a string, or is typed with Alt.
        case stringStart(UInt8)
        /// Inside a string of the terminal. An ESC in it may begin its end.
        case string(StringEnd, isEscaped: Bool)
        /// An ESC alone, or an ESC and the first byte of a sequence, was the last before a pause, and has been taken as a
        /// key. Where more bytes than a person types at once follow, they continue the sequence.
        case cut([UInt8], next: [UInt8])
        case ss3
        case utf8([UInt8], length: Int, isAlt: Bool)
        case paste
        /// The paste was too long and has ended; the bytes up to its end are neither text nor keys.
        case rest
    }

    /// The bytes of a string since the last ``takeInputs()``, with its beginning, and how many times in a row it was one alone.
    private var stringBytes = 0
    private var typedBytes = 0

    /// What ends a string, beside ESC \ and the cancelling controls.
    private enum StringEnd {
        /// Began with an ESC: BEL does.
        case bell
        /// Began with a control of 8 bits: 0x9C does too. Elsewhere that byte may be a part of a character.
        case bellOrControl
    }

    private var state = State.ground
    private(set) var inputs: [Input] = []

    private static let pasteEnd: [UInt8] = Array("\u{1B}[201~".utf8)
    private static let controlC: UInt8 = 0x03

    /// The most bytes of parameters that are read.
    private static let longestParameters = 32
    /// Final bytes of sequences that begin strings: DCS, SOS, OSC, PM, APC.
    private static let stringBeginnings = Set("PX]^_".utf8)

    /// The most bytes of one paste; the rest is dropped.
    static let longestPaste = 16 << 20

    /// The received bytes of a paste; behind one that was too long, a possible beginning of its end.
    private var pasted: [UInt8] = []
    /// The number of Ctrl-C in a paste since the last ``take()``; `nil` after any other byte.
    private var interrupts: Int? = 0

    /// Whether a paste has begun and its end is still missing.
    var isPasting: Bool {
        switch state {
        case .paste, .rest: true
        default: false
        }
    }

    /// Whether the end of a paste, of an answer of the terminal or of a sequence is missing. After some silence it will not
    /// come: call ``endWaiting()``.
    var isWaiting: Bool {
        switch state {
        case .ground, .utf8, .escape, .ss3: false
        case .csi, .csiRest, .x10, .stringStart, .string, .cut, .paste, .rest: true
        }
    }

    /// Everything decoded since the last call. Call it when the terminal has no more bytes: an ESC with no
    /// byte behind it is then the Escape key. A paste or a sequence cut in the middle continues with the next
    /// call. A Ctrl-C that arrived alone is not text of a paste: the user wants to leave it.
    mutating func takeInputs() -> [Input] {
        replayTyped()
        leaveTypedString()
        defer { interrupts = 0 }
        switch state {
        case .paste where (interrupts ?? 0) > 0:
            pasted = []
            for _ in 0..<(interrupts ?? 0) { addKey(.control("c")) }
        case .escape:
            addKey(.escape)
            state = .cut([0x1B], next: [])
            return drain()
        case .csi(let bytes) where bytes.isEmpty:
            addKey(.alt("["))
            state = .cut([0x1B, UInt8(ascii: "[")], next: [])
            return drain()
        case .stringStart(let byte):
            addAlt(byte)
            state = .cut([0x1B, byte], next: [])
            return drain()
        case .ss3: addKey(.alt("O"))
        default: return drain()
        }
        state = .ground
        return drain()
    }

    /// Gives up waiting for an end. Of a paste, the bytes received so far are its text.
    mutating func endWaiting() -> [Input] {
        if state == .paste { inputs.append(.paste(String(decoding: pasted, as: UTF8.self))) }
        if isWaiting { state = .ground }
        pasted = []
        return drain()
    }

    /// Decodes bytes that arrived together. A paste takes them in one piece.
    mutating func decode(_ bytes: ArraySlice<UInt8>) {
        var rest = bytes
        while let byte = rest.first {
            if isPasting {
                rest = decodePaste(rest)
            } else {
                decode(byte)
                rest = rest.dropFirst()
            }
        }
    }

    /// Adds one key that the terminal's description knows. Inside a paste it has no effect.
    mutating func decode(_ key: Key) {
        if isPasting { return }
        replayTyped()
        if state == .escape { addKey(.escape) }
        if case .stringStart(let byte) = state { addAlt(byte) }
        state = .ground
        addKey(key)
    }

    /// Decodes one byte.
    mutating func decode(_ byte: UInt8) {
        switch state {
        case .ground: decodeGround(byte, isAlt: false)
        case .escape:
            state = .ground
            switch byte {
            case 0x1B:
                addKey(.escape)
                state = .escape
            case UInt8(ascii: "["): state = .csi([])
            case UInt8(ascii: "O"): state = .ss3
            case let byte where Self.stringBeginnings.contains(byte): state = .stringStart(byte)
            default: decodeGround(byte, isAlt: true)
            }
        case .ss3:
            state = .ground
            if let key = EscapeSequence.makeKey(final: byte, parameter: nil) { addKey(key) }
        case .csi(let bytes): decodeCSI(bytes, byte)
        case .csiRest: if !(0x20...0x3F).contains(byte) { state = byte == 0x1B ? .escape : .ground }
        case .stringStart(let typed) where byte == 0x1B:
            addAlt(typed)
            state = .escape
        case .stringStart:
            stringBytes = 1
            decodeString(byte, .bell, isEscaped: false)
        case .string(let end, let isEscaped): decodeString(byte, end, isEscaped: isEscaped)
        case .cut(let beginning, let next): decodeRest(of: beginning, next + [byte])
        case .x10(let bytes):
            state = bytes.count < 2 ? .x10(bytes + [byte]) : .ground
            if bytes.count == 2, let event = MouseReport.parseX10(bytes + [byte]) { inputs.append(.mouse(event)) }
        case .utf8(let bytes, let length, let isAlt): decodeUTF8(bytes + [byte], length, isAlt)
        case .paste, .rest: _ = decodePaste([byte])
        }
    }

    /// A string that a person types, byte by byte, is none: it began with a key that looks like one.
    private mutating func leaveTypedString() {
        guard case .string = state else { return (stringBytes, typedBytes) = (0, 0) }
        typedBytes = stringBytes == 1 ? typedBytes + 1 : 0
        stringBytes = 0
        if typedBytes > 1 { state = .ground }
    }

    /// Drops a byte of a string. CAN and SUB cancel it, and Ctrl-C, which no answer has. An ESC that does not end it begins
    /// a sequence of its own (ECMA-48 §8.3.143, VT500).
    private mutating func decodeString(_ byte: UInt8, _ end: StringEnd, isEscaped: Bool) {
        stringBytes += 1
        switch byte {
        case UInt8(ascii: "\\") where isEscaped, 0x07, 0x18, 0x1A: state = .ground
        case 0x9C where end == .bellOrControl: state = .ground
        case Self.controlC:
            state = .ground
            addKey(.control("c"))
        case _ where isEscaped:
            state = .escape
            decode(byte)
        case 0x1B: state = .string(end, isEscaped: true)
        default: state = .string(end, isEscaped: false)
        }
    }

    /// Decodes bytes behind a cut sequence once they are more than a person types at once.
    private mutating func decodeRest(of beginning: [UInt8], _ next: [UInt8]) {
        let introducer = beginning.dropFirst().first ?? next[0]
        let isControl = introducer == UInt8(ascii: "[")
        guard isControl || Self.stringBeginnings.contains(introducer) else { return replay(next) }
        // No command has Alt and a bracket: what follows those two bytes belongs to them.
        guard next.count >= (isControl ? 3 - beginning.count : 3) else { return state = .cut(beginning, next: next) }
        replay(beginning + next)
    }

    /// Behind a cut sequence came fewer bytes than an answer has: the user typed them.
    private mutating func replayTyped() {
        if case .cut(_, let next) = state, !next.isEmpty { replay(next) }
    }

    private mutating func replay(_ bytes: [UInt8]) {
        state = .ground
        bytes.forEach { decode($0) }
    }

    /// Takes the bytes of the paste, and returns those behind its end.
    private mutating func decodePaste(_ piece: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        interrupts = piece.allSatisfy { $0 == Self.controlC } ? interrupts.map { $0 + piece.count } : nil
        // The end may have begun in the piece before.
        let start = max(0, pasted.count - Self.pasteEnd.count + 1)
        pasted += piece
        guard let end = Self.findPasteEnd(in: pasted, from: start) else {
            limitPaste(piece)
            return []
        }
        if state == .paste { inputs.append(.paste(String(decoding: pasted[..<end], as: UTF8.self))) }
        let behind = pasted.count - end - Self.pasteEnd.count
        state = .ground
        pasted = []
        return piece.suffix(behind)
    }

    /// Continues the paste, unless it is longer than any intended one.
    private mutating func limitPaste(_ piece: ArraySlice<UInt8>) {
        if state == .rest {
            if piece.contains(Self.controlC) { addKey(.control("c")) }
        } else if pasted.count > Self.longestPaste {
            inputs.append(.paste(String(decoding: pasted.prefix(Self.longestPaste), as: UTF8.self)))
            state = .rest
        }
        if state == .rest { pasted = pasted.suffix(Self.pasteEnd.count - 1) }
    }

    /// The index at which the end of a paste begins.
    private static func findPasteEnd(in bytes: [UInt8], from start: Int) -> Int? {
        bytes.withUnsafeBufferPointer { bytes in
            var place = start
            while place + pasteEnd.count <= bytes.count {
                if bytes[place] == 0x1B, bytes[place..<place + pasteEnd.count].elementsEqual(pasteEnd) { return place }
                place += 1
            }
            return nil
        }
    }

    private mutating func decodeGround(_ byte: UInt8, isAlt: Bool) {
        switch byte {
        case 0x1B: state = .escape
        case 0x0D, 0x0A: addKey(.enter)
        case 0x09: addKey(isAlt ? .backTab : .tab)
        case 0x08, 0x7F: addKey(isAlt ? .control("w") : .backspace)
        case 0x00: addKey(.control(" "))
        case 0x01...0x1A: addKey(.control(Character(Unicode.Scalar(byte + 0x60))))
        case 0x1C...0x1F: addKey(.control(Character(Unicode.Scalar(byte + 0x40))))
        case 0x20...0x7E: addCharacter(Character(Unicode.Scalar(byte)), isAlt)
        case 0xC2...0xDF: state = .utf8([byte], length: 2, isAlt: isAlt)
        case 0xE0...0xEF: state = .utf8([byte], length: 3, isAlt: isAlt)
        case 0xF0...0xF4: state = .utf8([byte], length: 4, isAlt: isAlt)
        default: beginControl(byte)
        }
    }

    private mutating func decodeUTF8(_ bytes: [UInt8], _ length: Int, _ isAlt: Bool) {
        guard let last = bytes.last, last & 0xC0 == 0x80 else {
            // Not a continuation: the bytes before are dropped, and this byte begins a new character.
            state = .ground
            if let last = bytes.last { decode(last) }
            return
        }
        guard bytes.count == length else { return state = .utf8(bytes, length: length, isAlt: isAlt) }
        state = .ground
        // Overlong forms, surrogates and C1 controls are not keys.
        guard let text = String(validating: bytes, as: UTF8.self), let scalar = text.unicodeScalars.first else { return }
        guard scalar.properties.generalCategory != .control else { return beginControl(bytes[1]) }
        addCharacter(Character(scalar), isAlt)
    }

    /// A control of 8 bits, alone or as a character of UTF-8: 0x9B begins a control sequence, five others begin strings.
    private mutating func beginControl(_ byte: UInt8) {
        switch byte {
        case 0x90, 0x98, 0x9D, 0x9E, 0x9F:
            stringBytes = 1
            state = .string(.bellOrControl, isEscaped: false)
        case 0x9B: state = .csi([])
        default: break
        }
    }

    private mutating func decodeCSI(_ bytes: [UInt8], _ byte: UInt8) {
        switch byte {
        case 0x20...0x3F: state = bytes.count < Self.longestParameters ? .csi(bytes + [byte]) : .csiRest
        case 0x40...0x7E:
            state = .ground
            // A leading private marker makes it a report (of the mouse, of the terminal's kind), never a key.
            if let first = bytes.first, (0x3C...0x3F).contains(first) {
                if first == UInt8(ascii: "<"), byte | 0x20 == UInt8(ascii: "m"),
                    let event = MouseReport.parseSGR(bytes.dropFirst(), final: byte)
                {
                    inputs.append(.mouse(event))
                }
                return
            }
            if bytes.isEmpty, byte == UInt8(ascii: "M") { return state = .x10([]) }
            let parameters = bytes.split(separator: UInt8(ascii: ";")).map { Int(String(decoding: $0, as: UTF8.self)) }
            if byte == UInt8(ascii: "~"), parameters == [200] {
                state = .paste
            } else if let key = EscapeSequence.makeKey(
                final: byte, parameter: parameters.first ?? nil, modifier: parameters.count > 1 ? parameters[1] : nil)
            {
                addKey(key)
            }
        case 0x1B: state = .escape
        default: state = .ground
        }
    }

    private mutating func addCharacter(_ character: Character, _ isAlt: Bool) {
        addKey(isAlt ? .alt(character) : .character(character))
    }

    private mutating func addAlt(_ byte: UInt8) { addKey(.alt(Character(Unicode.Scalar(byte)))) }

    private mutating func addKey(_ key: Key) { inputs.append(.key(key)) }

    private mutating func drain() -> [Input] {
        defer { inputs = [] }
        return inputs
    }
}
