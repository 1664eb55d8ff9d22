// Writes tables of Markdown (GitHub Flavored Markdown §4.10).

/// The rows of a table in Markdown.
public enum MarkdownTableWriter {
    /// The titles of the columns and the line below them; numbers are aligned right.
    public static func makeHeader(_ titles: [String], isNumeric: [Bool]) -> String {
        makeRow(titles) + "|" + zip(titles, isNumeric).map { $1 ? " ---: |" : " --- |" }.joined() + "\n"
    }

    /// One row with its line end. A bar or a line break in a value does not end its cell.
    public static func makeRow(_ fields: [String]) -> String { "|" + fields.map { " \(makeCell($0)) |" }.joined() + "\n" }

    private static func makeCell(_ text: String) -> String {
        var cell = ""
        var isAfterReturn = false
        for scalar in text.unicodeScalars {
            switch scalar {
            case "|": cell += "\\|"
            case "\\": cell += "\\\\"
            case "<": cell += "&lt;"
            case "\n" where isAfterReturn: break
            case "\n", "\r": cell += "<br>"
            default: cell.unicodeScalars.append(scalar)
            }
            isAfterReturn = scalar == "\r"
        }
        return cell
    }
}
