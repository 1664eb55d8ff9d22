// Checks whether a pattern can be a regular expression (ECMA-262), without an engine that would have
// to run it.

/// Looks for faults that every engine rejects: unbalanced brackets, and quantifiers without a target.
enum PatternSyntax {
    /// The longest pattern that is checked, in bytes; a longer one is never run.
    private static let longest = 8 << 10

    /// The fault, as a clause; `nil` when none is found.
    static func problem(in pattern: String) -> String? {
        guard pattern.utf8.count <= longest else { return nil }
        var reader = Reader(text: Array(pattern.unicodeScalars))
        return reader.findProblem()
    }

    private struct Reader {
        var text: [Unicode.Scalar]
        var place = 0
        var open = 0
        /// Whether a quantifier may follow.
        var isRepeatable = false

        mutating func findProblem() -> String? {
            while place < text.count {
                let scalar = text[place]
                place += 1
                switch scalar {
                case "\\":
                    guard place < text.count else { return "it ends with a backslash" }
                    place += 1
                    isRepeatable = true
                case "[": if let problem = readSet() { return problem }
                case "(": if let problem = group() { return problem }
                case ")":
                    guard open > 0 else { return "a ) closes nothing" }
                    open -= 1
                    isRepeatable = true
                case "*", "+", "?": if let problem = quantifier(scalar) { return problem }
                case "{": if let problem = count() { return problem }
                case "|", "^": isRepeatable = false
                default: isRepeatable = true
                }
            }
            return open == 0 ? nil : "a ( is not closed"
        }

        private mutating func quantifier(_ scalar: Unicode.Scalar) -> String? {
            guard isRepeatable else { return "\(scalar) repeats nothing" }
            isRepeatable = false
            // A lazy marker is not a second quantifier.
            if place < text.count, text[place] == "?" { place += 1 }
            return nil
        }

        private mutating func group() -> String? {
            open += 1
            isRepeatable = false
            guard place < text.count, text[place] == "?" else { return nil }
            place += 1
            guard place < text.count, [":", "=", "!", "<"].contains(text[place]) else {
                return "(?\(place < text.count ? String(text[place]) : "") is not part of ECMA-262"
            }
            place += 1
            return nil
        }

        /// A brace that does not begin a count stands for itself.
        private mutating func count() -> String? {
            // Search only as far as a count can reach: there may be a brace at every place.
            let end = text[place...].prefix(32).firstIndex(of: "}")
            let inner = end.map { String(String.UnicodeScalarView(text[place..<$0])) } ?? ""
            let numbers = inner.split(separator: ",", omittingEmptySubsequences: false)
            guard let end, (1...2).contains(numbers.count), let least = Int(numbers[0]),
                numbers.count == 1 || numbers[1].isEmpty || Int(numbers[1]) != nil
            else {
                isRepeatable = true
                return nil
            }
            if numbers.count == 2, let most = Int(numbers[1]), most < least { return "{\(inner)} is out of order" }
            place = end + 1
            return quantifier("{")
        }

        private mutating func readSet() -> String? {
            var before: Unicode.Scalar?
            if place < text.count, text[place] == "^" { place += 1 }
            while place < text.count {
                var scalar = text[place]
                place += 1
                if scalar == "]" {
                    isRepeatable = true
                    return nil
                }
                if scalar == "\\" {
                    guard place < text.count else { break }
                    scalar = text[place]
                    place += 1
                    // Escapes may be classes or codes: they cannot be compared as ends of a range.
                    before = nil
                    continue
                }
                if scalar == "-", let low = before, place < text.count, text[place] != "]", text[place] != "\\" {
                    guard low <= text[place] else { return "the range \(low)-\(text[place]) is out of order" }
                    place += 1
                    before = nil
                    continue
                }
                before = scalar
            }
            return "a [ is not closed"
        }
    }
}
