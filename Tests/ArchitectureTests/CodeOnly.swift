// Blanks what is not code in Swift text: comments and the insides of string literals. What is interpolated stays, it is code.

enum CodeOnly {
    private enum Mode {
        /// Code; inside an interpolation, with the number of parentheses open in it.
        case code(parentheses: Int?)
        case string(hashes: Int, multiline: Bool)
        case lineComment
        case blockComment(depth: Int)
    }

    /// The same number of lines; every blanked character is a space.
    static func text(of source: String) -> String {
        let characters = Array(source.unicodeScalars)
        var modes: [Mode] = [.code(parentheses: nil)]
        var out = String.UnicodeScalarView()
        var index = 0

        func matches(_ text: String, at start: Int) -> Bool {
            let wanted = Array(text.unicodeScalars)
            return start + wanted.count <= characters.count && Array(characters[start..<start + wanted.count]) == wanted
        }
        func take(_ count: Int, blank: Bool) {
            for _ in 0..<count where index < characters.count {
                out.append(blank && characters[index] != "\n" ? " " : characters[index])
                index += 1
            }
        }

        while index < characters.count {
            let character = characters[index]
            switch modes[modes.count - 1] {
            case .code(let parentheses):
                if matches("//", at: index) {
                    modes.append(.lineComment)
                } else if matches("/*", at: index) {
                    modes.append(.blockComment(depth: 0))
                } else if character == "\"" || character == "#" {
                    let hashes = characters[index...].prefix { $0 == "#" }.count
                    guard matches("\"", at: index + hashes) else {
                        take(max(1, hashes), blank: false)
                        continue
                    }
                    let multiline = matches("\"\"\"", at: index + hashes)
                    modes.append(.string(hashes: hashes, multiline: multiline))
                    take(hashes + (multiline ? 3 : 1), blank: false)
                } else {
                    if let open = parentheses {
                        if character == ")" && open == 0 {
                            modes.removeLast()
                        } else if character == "(" || character == ")" {
                            modes[modes.count - 1] = .code(parentheses: open + (character == "(" ? 1 : -1))
                        }
                    }
                    take(1, blank: false)
                }
            case .string(let hashes, let multiline):
                let hash = String(repeating: "#", count: hashes)
                let end = (multiline ? "\"\"\"" : "\"") + hash
                if matches("\\" + hash + "(", at: index) {
                    take(hashes + 2, blank: false)
                    modes.append(.code(parentheses: 0))
                } else if matches("\\" + hash, at: index) {
                    take(hashes + 2, blank: true)
                } else if matches(end, at: index) {
                    take(end.unicodeScalars.count, blank: false)
                    modes.removeLast()
                } else if character == "\n" && !multiline {
                    // Not Swift; give up on the literal rather than on the rest of the file.
                    modes.removeLast()
                } else {
                    take(1, blank: true)
                }
            case .lineComment:
                if character == "\n" { modes.removeLast() } else { take(1, blank: true) }
            case .blockComment(let depth):
                if matches("/*", at: index) {
                    modes[modes.count - 1] = .blockComment(depth: depth + 1)
                    take(2, blank: true)
                } else if matches("*/", at: index) {
                    if depth == 1 { modes.removeLast() } else { modes[modes.count - 1] = .blockComment(depth: depth - 1) }
                    take(2, blank: true)
                } else {
                    take(1, blank: true)
                }
            }
        }
        return String(out)
    }
}
