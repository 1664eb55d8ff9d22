// The report of a verification in the trace of its group.

import Canvas
import NetLayer
import Workbench

enum VerifyLines {
    /// The most lines of a report on the screen; `explorer verify` writes all.
    private static let most = 2_000

    /// Empty for a task that is no verification.
    static func lines(of group: TaskID, _ model: Model, width: Int) -> [StyledLine] {
        guard let report = model.verifications[group] else { return [] }
        return [.empty] + VerifyText.lines(report).prefix(most).flatMap { styled($0, max(20, width)) }
    }

    private static func styled(_ line: VerifyText.Line, _ width: Int) -> [StyledLine] {
        switch line {
        case .title(let text): return WordWrap.lines(Printable.visible(text), width).map { StyledLine($0, .title) }
        case .fault(let text):
            let lines = WordWrap.lines(Printable.visible(text), width - 2)
            return lines.enumerated().map { index, line in
                StyledLine([(index == 0 ? "≠ " : "  ", .warning), (line, .text)])
            }
        case .detail(let label, let text):
            let lines = WordWrap.lines(Printable.visible(text), width - VerifyText.labelWidth - 2)
            return lines.enumerated().map { index, line in
                StyledLine([("  " + TextWidth.pad(index == 0 ? label : "", VerifyText.labelWidth), .muted), (line, .text)])
            }
        case .note(let text): return WordWrap.lines(Printable.visible(text), width).map { StyledLine($0, .muted) }
        case .empty: return [.empty]
        }
    }
}
