// Blanks what is not code in Swift text: comments and the insides of string literals. What is interpolated stays, it is code.

enum CodeOnly {
    private enum Mode {
        /// Code; inside an interpolation, with the number of parentheses open in it.
        case code(parentheses: Int?)
        case string(hashes: Int, multiline: Bool)
        case lineComment
        case blockComment(depth: Int)
    }

    /// The same number of lines; every blanked character is a space. It reads bytes, because a debug build compares characters a hundred times slower.
    static func text(of source: String) -> String {
        let bytes = Array(source.utf8)
        let blanked = bytes.withUnsafeBufferPointer { bytes in
            var reader = Reader(bytes: bytes)
            reader.readAll()
            return reader.out
        }
        return String(decoding: blanked, as: UTF8.self)
    }

    private struct Reader {
        let bytes: UnsafeBufferPointer<UInt8>
        var modes: [Mode] = [.code(parentheses: nil)]
        var out: [UInt8] = []
        var index = 0

        init(bytes: UnsafeBufferPointer<UInt8>) {
            self.bytes = bytes
            out.reserveCapacity(bytes.count)
        }

        mutating func readAll() {
            while index < bytes.count {
                switch modes[modes.count - 1] {
                case .code(let parentheses): readCode(parentheses)
                case .string(let hashes, let multiline): readString(hashes, multiline)
                case .lineComment:
                    if bytes[index] == newline { modes.removeLast() } else { take(1, blank: true) }
                case .blockComment(let depth): readBlockComment(depth)
                }
            }
        }

        private mutating func readCode(_ parentheses: Int?) {
            let byte = bytes[index]
            if byte == slash, at(index + 1) == slash {
                modes.append(.lineComment)
            } else if byte == slash, at(index + 1) == star {
                modes.append(.blockComment(depth: 0))
            } else if byte == quote || byte == hash {
                let hashes = count(of: hash, from: index)
                guard at(index + hashes) == quote else { return take(max(1, hashes), blank: false) }
                let multiline = count(of: quote, from: index + hashes) >= 3
                modes.append(.string(hashes: hashes, multiline: multiline))
                take(hashes + (multiline ? 3 : 1), blank: false)
            } else {
                if let open = parentheses {
                    if byte == closing && open == 0 {
                        modes.removeLast()
                    } else if byte == closing || byte == opening {
                        modes[modes.count - 1] = .code(parentheses: open + (byte == opening ? 1 : -1))
                    }
                }
                take(1, blank: false)
            }
        }

        private mutating func readString(_ hashes: Int, _ multiline: Bool) {
            let byte = bytes[index]
            if byte == backslash, count(of: hash, from: index + 1) >= hashes {
                let isInterpolation = at(index + 1 + hashes) == opening
                take(hashes + 2, blank: !isInterpolation)
                if isInterpolation { modes.append(.code(parentheses: 0)) }
            } else if byte == quote, count(of: quote, from: index) >= (multiline ? 3 : 1),
                count(of: hash, from: index + (multiline ? 3 : 1)) >= hashes
            {
                take((multiline ? 3 : 1) + hashes, blank: false)
                modes.removeLast()
            } else if byte == newline && !multiline {
                // Not Swift; give up on the literal rather than on the rest of the file.
                modes.removeLast()
            } else {
                take(1, blank: true)
            }
        }

        private mutating func readBlockComment(_ depth: Int) {
            if bytes[index] == slash, at(index + 1) == star {
                modes[modes.count - 1] = .blockComment(depth: depth + 1)
                take(2, blank: true)
            } else if bytes[index] == star, at(index + 1) == slash {
                if depth == 1 { modes.removeLast() } else { modes[modes.count - 1] = .blockComment(depth: depth - 1) }
                take(2, blank: true)
            } else {
                take(1, blank: true)
            }
        }

        private func at(_ place: Int) -> UInt8 { place < bytes.count ? bytes[place] : 0 }

        private func count(of byte: UInt8, from start: Int) -> Int {
            var end = start
            while at(end) == byte { end += 1 }
            return end - start
        }

        private mutating func take(_ count: Int, blank: Bool) {
            let end = min(index + count, bytes.count)
            while index < end {
                let byte = bytes[index]
                if !blank || byte == newline {
                    out.append(byte)
                } else if byte & 0b1100_0000 != 0b1000_0000 {
                    // One space a scalar: what continues one adds none.
                    out.append(space)
                }
                index += 1
            }
        }
    }

    private static let newline = UInt8(ascii: "\n")
    private static let slash = UInt8(ascii: "/")
    private static let star = UInt8(ascii: "*")
    private static let quote = UInt8(ascii: "\"")
    private static let hash = UInt8(ascii: "#")
    private static let opening = UInt8(ascii: "(")
    private static let closing = UInt8(ascii: ")")
    private static let backslash = UInt8(ascii: "\\")
    private static let space = UInt8(ascii: " ")
}
