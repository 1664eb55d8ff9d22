// Guesses the name that a mistyped name stands for, for the hints of themes and keymaps.

/// Finds the known name nearest to an unknown one.
public enum ClosestName {
    /// The candidate that the fewest single-character edits (Levenshtein, ignoring case) turn `name` into;
    /// `nil` when even that one needs more than a third of its length, and more than two.
    public static func match(_ name: String, among candidates: some Sequence<String>) -> String? {
        let wanted = Array(name.lowercased())
        var best: (name: String, distance: Int)?
        for candidate in candidates {
            let letters = Array(candidate.lowercased())
            // The lengths alone give a lower bound, so a line of garbage does not cost quadratic time.
            let limit = max(2, letters.count / 3)
            guard abs(letters.count - wanted.count) <= limit else { continue }
            let found = distance(wanted, letters)
            if found <= limit, found < best?.distance ?? Int.max { best = (candidate, found) }
        }
        return best?.name
    }

    private static func distance(_ a: [Character], _ b: [Character]) -> Int {
        var row = Array(0...b.count)
        for (i, left) in a.enumerated() {
            var diagonal = row[0]
            row[0] = i + 1
            for (j, right) in b.enumerated() {
                let substituted = diagonal + (left == right ? 0 : 1)
                diagonal = row[j + 1]
                row[j + 1] = min(substituted, row[j] + 1, diagonal + 1)
            }
        }
        return row[b.count]
    }
}
