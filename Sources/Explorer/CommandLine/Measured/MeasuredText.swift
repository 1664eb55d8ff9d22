// The report of a measured run as text for people.

import Workbench

enum MeasuredText {
    /// The columns of a line; notes may be longer. All percentiles need 79, and scripts find them on one line.
    private static let width = 80

    /// - Parameter results: the requests that took turns, in their order.
    static func format(_ title: String, _ results: [(name: String, run: MeasuredRun)], isComparison: Bool) -> String {
        var lines = [title]
        for (name, run) in results {
            if results.count > 1 { lines += ["", name] }
            lines += MeasuredReport.lines(run, width: width, estimatesOmission: true).map(formatLine)
        }
        if isComparison, results.count == 2 {
            lines += [""] + MeasuredReport.comparison(results[0], results[1]).map(formatLine)
        }
        let text = lines.map(Visible.escape).joined(separator: "\n") + "\n"
        return showsUnicode ? text : ascii(text)
    }

    private static func formatLine(_ line: MeasuredReport.Line) -> String {
        switch line {
        case .fact(let label, let text): return pad(label, MeasuredReport.labelWidth) + text
        case .bar(let label, let bar, let count): return "  " + pad(label, MeasuredReport.barLabelWidth) + "\(bar) \(count)"
        case .note(let text): return text
        case .warning(let text): return "warning: \(text)"
        }
    }

    private static func pad(_ text: String, _ width: Int) -> String {
        text + String(repeating: " ", count: max(1, width - text.count))
    }

    /// The user's locale can show more than ASCII.
    private static var showsUnicode: Bool {
        let names = ["LC_ALL", "LC_CTYPE", "LANG"].compactMap { CommandContext.environment[$0] }
        let charset = names.first { !$0.isEmpty }?.lowercased() ?? ""
        return charset.contains("utf-8") || charset.contains("utf8")
    }

    /// The same signs as on a screen without Unicode.
    private static func ascii(_ text: String) -> String {
        let signs: [Character: Character] = [
            "█": "#", "▇": "#", "▆": "#", "▅": "#", "▄": "=", "▃": "=", "▂": "-", "▁": "-", "▌": "|", "×": "x",
        ]
        return String(text.map { signs[$0] ?? $0 })
    }
}
