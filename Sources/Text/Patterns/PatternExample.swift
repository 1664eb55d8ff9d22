// Makes texts that may match an expression: the first of all alternatives, with the
// fewest repetitions. Callers must match a text against the expression: lookahead,
// lookbehind and other syntax are not supported here.

/// Makes texts for an expression.
public enum PatternExample {
    /// Texts that may match, the shortest first; none where the expression has unsupported syntax.
    /// - Parameter length: the least number of characters.
    public static func texts(_ source: String, length: Int) -> [String] {
        guard source.utf8.count <= 1_000, length <= 1_000 else { return [] }
        // An untrusted schema may give a negative length.
        let length = max(0, length)
        var found: [String] = []
        // Each round repeats optional repetitions more often.
        for extra in [0, 1, 2, length - 1, length] where extra >= 0 {
            var maker = Maker(rest: Array(source.unicodeScalars)[...], extra: extra)
            guard let text = maker.alternatives(), maker.rest.isEmpty else { return found }
            if !found.contains(text) { found.append(text) }
        }
        return found
    }

    private struct Maker {
        var rest: ArraySlice<Unicode.Scalar>
        /// The number of repetitions beyond the minimum, where they are allowed.
        let extra: Int
        /// The number of characters that may still be made.
        private var room = 4_000
        private var depth = 0

        init(rest: ArraySlice<Unicode.Scalar>, extra: Int) {
            self.rest = rest
            self.extra = extra
        }

        /// The first of `a|b|c`.
        mutating func alternatives() -> String? {
            depth += 1
            defer { depth -= 1 }
            guard depth < 40 else { return nil }
            var first: String?
            repeat {
                guard let text = sequence() else { return nil }
                first = first ?? text
            } while consumeIf("|")
            return first
        }

        private mutating func sequence() -> String? {
            var output = ""
            while let next = rest.first, next != "|", next != ")" {
                guard let atom = makeAtom() else { return nil }
                guard let (least, most) = quantifier() else { return nil }
                let count = min(most, least + extra)
                guard atom.count * count <= room else { return nil }
                room -= atom.count * count
                output += String(repeating: atom, count: count)
            }
            return output
        }

        private mutating func makeAtom() -> String? {
            switch rest.removeFirst() {
            case "^", "$": return ""
            case ".": return "x"
            case "[": return makeClassMember()
            case "(": return group()
            case "\\": return escape()
            case "*", "+", "?": return nil
            case let scalar: return String(scalar)
            }
        }

        private mutating func group() -> String? {
            var isSeen = true
            if consumeIf("?") {
                switch rest.popFirst() {
                case ":": break
                // A lookahead or lookbehind adds no text; a positive one may match by chance.
                case "=", "!": isSeen = false
                case "<":
                    if rest.first == "=" || rest.first == "!" {
                        rest.removeFirst()
                        isSeen = false
                    } else {
                        guard let end = rest.firstIndex(of: ">") else { return nil }
                        rest = rest[rest.index(after: end)...]
                    }
                default: return nil
                }
            }
            guard let text = alternatives(), consumeIf(")") else { return nil }
            return isSeen ? text : ""
        }

        /// `{2,5}`, `*`, `+`, `?`, each lazy or not; once without a quantifier.
        private mutating func quantifier() -> (Int, Int)? {
            var bounds = (1, 1)
            switch rest.first {
            case "*": bounds = (0, .max)
            case "+": bounds = (1, .max)
            case "?": bounds = (0, 1)
            case "{":
                guard let end = rest.firstIndex(of: "}") else { return nil }
                let parts = String(String.UnicodeScalarView(rest[..<end].dropFirst()))
                    .split(separator: ",", omittingEmptySubsequences: false)
                guard let least = Int(parts[0]), parts.count <= 2, (0...1_000).contains(least) else { return nil }
                let most = parts.count == 1 ? least : parts[1].isEmpty ? .max : Int(parts[1])
                guard let most, most >= least else { return nil }
                rest = rest[rest.index(after: end)...]
                _ = consumeIf("?")
                return (least, most)
            default: return bounds
            }
            rest.removeFirst()
            _ = consumeIf("?")
            return bounds
        }

        /// One character of `[…]`: a letter or a digit if there is one.
        private mutating func makeClassMember() -> String? {
            let isNegated = consumeIf("^")
            var inside: [ClosedRange<UInt32>] = []
            while let scalar = rest.popFirst(), scalar != "]" {
                var low = scalar
                if scalar == "\\" {
                    guard let text = escape(), let first = text.unicodeScalars.first else { return nil }
                    low = first
                }
                guard rest.first == "-", let high = rest.dropFirst().first, high != "]", high != "\\", high >= low else {
                    inside.append(low.value...low.value)
                    continue
                }
                rest = rest.dropFirst(2)
                inside.append(low.value...high.value)
            }
            let usual = "a0A_-. ".unicodeScalars + "bcdefghijklmnopqrstuvwxyz123456789".unicodeScalars
            func holds(_ scalar: Unicode.Scalar) -> Bool { inside.contains { $0.contains(scalar.value) } }
            if let found = usual.first(where: { holds($0) != isNegated }) { return String(found) }
            return isNegated ? nil : inside.first.flatMap { Unicode.Scalar($0.lowerBound) }.map { String($0) }
        }

        private mutating func escape() -> String? {
            guard let scalar = rest.popFirst() else { return nil }
            switch scalar {
            case "d": return "0"
            case "w": return "a"
            case "s": return " "
            case "S", "D": return "a"
            case "W": return "-"
            case "b", "B", "A", "z", "Z": return ""
            case "t": return "\t"
            case "n": return "\n"
            case "r": return "\r"
            case "1"..."9", "k", "p", "P", "u", "x", "c", "0": return nil
            default: return String(scalar)
            }
        }

        private mutating func consumeIf(_ scalar: Unicode.Scalar) -> Bool {
            guard rest.first == scalar else { return false }
            rest.removeFirst()
            return true
        }
    }
}
