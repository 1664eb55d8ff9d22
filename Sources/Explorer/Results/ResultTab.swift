// The ways to look at an answer, and which of them fit it.

public enum ResultTab: String, CaseIterable, Sendable {
    case table = "Table"
    case tree = "Tree"
    case hex = "Hex"
    case raw = "Raw"
    case headers = "Headers"
    case timing = "Timing"
    case trace = "Trace"

    /// Whether it shows the body itself.
    var showsBody: Bool {
        switch self {
        case .table, .tree, .hex, .raw: true
        case .headers, .timing, .trace: false
        }
    }

    /// Whether a cursor moves in it, to which left and right belong.
    var hasCursor: Bool {
        switch self {
        case .table, .tree: true
        case .hex, .raw, .headers, .timing, .trace: false
        }
    }

    /// Whether it can show this answer; the first that can is shown when nobody has chosen one. `nil`: an answer without a body.
    private func fits(_ answer: Answer?) -> Bool {
        switch self {
        case .table: answer?.rows != nil
        case .tree: answer.map { [.json, .xml, .records].contains($0.kind) } ?? false
        case .hex: answer?.kind == .binary
        case .raw, .headers, .timing, .trace: true
        }
    }

    static func fitting(_ answer: Answer?) -> [ResultTab] { allCases.filter { $0.fits(answer) } }
}
