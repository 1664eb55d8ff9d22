// The ways to look at an answer, and which of them fit it.

public enum ResultTab: String, CaseIterable, Sendable {
    case table = "Table"
    case tree = "Tree"
    case hex = "Hex"
    case raw = "Raw"
    case headers = "Headers"
    case checks = "Checks"
    case timing = "Timing"
    case trace = "Trace"
    case diff = "Diff"

    /// Whether it shows the body itself.
    var showsBody: Bool {
        switch self {
        case .table, .tree, .hex, .raw: true
        case .headers, .checks, .timing, .trace, .diff: false
        }
    }

    /// Whether it shows what a query finds in the body, where there is one.
    var takesFilter: Bool { self == .table || self == .tree }

    /// Whether a cursor moves in it, to which left and right belong.
    var hasCursor: Bool {
        switch self {
        case .table, .tree: true
        default: false
        }
    }

    /// Whether it can show this answer; the first that can is shown when nobody has chosen one. `nil`: an answer without a body.
    private func fits(_ answer: Answer?, isFiltered: Bool, isCompared: Bool) -> Bool {
        switch self {
        case .table: answer?.rows != nil || (isFiltered && ResultTab.tree.fits(answer, isFiltered: false, isCompared: false))
        case .tree: answer.map { [.json, .xml, .records].contains($0.kind) } ?? false
        case .hex: answer?.kind == .binary
        case .raw, .headers: true
        case .checks: answer?.checks.isEmpty == false
        case .timing, .trace: answer?.isPast != true
        case .diff: isCompared
        }
    }

    /// - Parameters:
    ///   - isFiltered: what a query found is shown, which always is a list.
    ///   - isCompared: differences to another answer were asked for.
    static func fitting(_ answer: Answer?, isFiltered: Bool = false, isCompared: Bool = false) -> [ResultTab] {
        allCases.filter { $0.fits(answer, isFiltered: isFiltered, isCompared: isCompared) }
    }
}
