// The ways to show a response, and which of them fit it.

public enum ResultTab: String, CaseIterable, Sendable {
    case table = "Table"
    case tree = "Tree"
    case hex = "Hex"
    case raw = "Raw"
    case headers = "Headers"
    case checks = "Checks"
    case contract = "Contract"
    case timing = "Timing"
    case trace = "Trace"
    case diff = "Diff"

    /// How a tab shows its data, for the code that treats some tabs alike.
    enum Content {
        case table, tree
        /// Lines of the body, which the runtime reads.
        case bodyLines
        /// Lines that are made of the model, by `lines(_:width:)`.
        case madeLines
        /// Lines that are made of the model, with a cursor.
        case contract
        case diff
    }

    var content: Content {
        switch self {
        case .table: .table
        case .tree: .tree
        case .hex, .raw: .bodyLines
        case .headers, .checks, .timing, .trace: .madeLines
        case .contract: .contract
        case .diff: .diff
        }
    }

    /// The lines of a tab that does not show the body; `nil` for other tabs.
    /// - Parameter width: the columns of a line; `nil` for those of the pane, or of a usual terminal for a screen reader.
    func lines(_ model: Model, width: Int? = nil) -> MadeLines? {
        let width = width ?? (model.view.usesReader ? 80 : model.madeLineWidth)
        return switch self {
        case .headers: MadeLines(HeaderLines.lines(model))
        case .checks: MadeLines(CheckLines.lines(model))
        case .timing: MadeLines(TimingLines.lines(model, width: width))
        case .trace: TraceLines.lines(model, width: width)
        case .contract: MadeLines(model.makeContractLines(width: width).map(\.line))
        case .table, .tree, .hex, .raw, .diff: nil
        }
    }

    /// Whether it shows the body itself.
    var showsBody: Bool {
        switch content {
        case .table, .tree, .bodyLines: true
        case .madeLines, .contract, .diff: false
        }
    }

    /// Whether it shows the matches of a filter, where there is one.
    var takesFilter: Bool { self == .table || self == .tree }

    /// Whether it has a cursor that the left and right keys move.
    var hasCursor: Bool {
        switch self {
        case .table, .tree: true
        default: false
        }
    }

    /// Whether it can show this response; the first tab that can is shown until the user chooses one.
    /// `nil`: a response without a body.
    private func fits(_ answer: Answer?, isFiltered: Bool, isCompared: Bool, isHeld: Bool) -> Bool {
        switch self {
        case .table:
            answer?.rows != nil
                || (isFiltered && ResultTab.tree.fits(answer, isFiltered: false, isCompared: false, isHeld: false))
        case .tree: answer.map { [.json, .xml, .records].contains($0.kind) } ?? false
        case .hex: answer?.kind == .binary
        case .raw, .headers: true
        case .contract: isHeld
        case .checks: answer?.checks.isEmpty == false
        case .timing, .trace: answer?.isPast != true
        case .diff: isCompared
        }
    }

    /// - Parameters:
    ///   - isFiltered: the matches of a query are shown, which always are a list.
    ///   - isCompared: the user has asked for differences to another response.
    ///   - isHeld: the response was held against its description.
    static func fitting(
        _ answer: Answer?, isFiltered: Bool = false, isCompared: Bool = false, isHeld: Bool = false
    ) -> [ResultTab] {
        allCases.filter { $0.fits(answer, isFiltered: isFiltered, isCompared: isCompared, isHeld: isHeld) }
    }
}
