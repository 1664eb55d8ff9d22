// The value of a field as its line shows it while the user does not edit it.

import Canvas
import NetLayer

extension FormField {
    /// The beginning of the value; a secret does not show its length. For an empty field: what its absence
    /// means.
    var shownText: String {
        if isEmpty { return placeholder.isEmpty ? (isRequired ? "" : "–") : "\(placeholder) (\(absence))" }
        // A long text is not counted: each frame asks for it.
        guard let openCount, !input.text.dropFirst(openCount).isEmpty else { return input.text }
        return String(input.text.prefix(openCount)) + (isSecret ? "" : " ") + Secret.mask
    }

    /// The origin of a value that the user has not typed: ` (example)`.
    var shownOrigin: String { isEmpty ? "" : origin?.label.map { " (\($0))" } ?? "" }

    /// The mark of a field with choices.
    var choiceMark: String { isEmpty || choices.isEmpty ? "" : " ▾" }

    /// The columns that the value and its marks need, at most `most`.
    func shownWidth(most: Int) -> Int {
        let marks = TextWidth.measure(shownOrigin) + TextWidth.measure(choiceMark)
        // Measures no more than can be shown: a value may be long.
        return min(most, TextWidth.measure(TextWidth.truncate(shownText, most)) + marks)
    }
}
