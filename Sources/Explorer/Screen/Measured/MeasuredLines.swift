// The figures of a measured group in its trace. Every sign stands beside a number or a word, so that colours and
// bars only help.

import Canvas
import NetLayer
import Workbench

enum MeasuredLines {
    /// Empty for a group that repeats no request.
    static func lines(of group: TaskID, _ model: Model, width: Int) -> [StyledLine] {
        if let run = model.tasks.measured.run(of: group) {
            guard run.requests > 0 || run.warmUps > 0 else { return [] }
            return [.empty] + MeasuredReport.lines(run, width: width).flatMap { styled($0, width) }
        }
        let sides = model.tasks.measured.sides(of: group)
        guard sides.count == 2 else { return [] }
        let times = sides.flatMap { side -> [StyledLine] in
            [StyledLine(side.name, .title)]
                + MeasuredReport.latency(side.run.latency, width: width).flatMap { styled($0, width) }
        }
        return [.empty] + times + MeasuredReport.comparison(sides[0], sides[1]).flatMap { styled($0, width) }
    }

    private static func styled(_ line: MeasuredReport.Line, _ width: Int) -> [StyledLine] {
        switch line {
        case .fact(let label, let text): return [fact(label: label, text: text)]
        case .bar(let label, let bar, let count):
            return [
                StyledLine([
                    (TextWidth.pad(label, MeasuredReport.barLabelWidth), .muted), (bar, .accent), (" \(count)", .text),
                ])
            ]
        case .note(let text): return WordWrap.lines(text, width).map { StyledLine($0, .muted) }
        case .warning(let text): return WordWrap.lines("Warning: " + text, width).map { StyledLine($0, .warning) }
        }
    }

    private static func fact(label: String, text: String) -> StyledLine {
        StyledLine([(TextWidth.pad(label, MeasuredReport.labelWidth), .muted), (text, .text)])
    }
}
