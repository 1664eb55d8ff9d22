// Whether the response of a task is as its description says, in a few characters.

import Canvas
import Catalog

/// The contract of one row of the task table.
enum ContractMark: Sendable, Hashable {
    /// The response is not complete, or its check has not ended.
    case awaited
    case fits
    /// It differs in this number of places, or in more.
    case differs(Int, isMore: Bool)
    /// The description has no schema for the response.
    case noSchema
    /// Not all of it was checked, and what was checked fits.
    case unchecked

    init(_ report: ContractReport) {
        switch report.status {
        case .fits: self = .fits
        case .differs(let count): self = .differs(count, isMore: report.stop == .mismatches)
        case .noSchema: self = .noSchema
        case .unchecked: self = .unchecked
        }
    }

    /// Whether the response was held against a description that says something about it.
    var isHeld: Bool {
        switch self {
        case .fits, .differs, .unchecked: true
        case .awaited, .noSchema: false
        }
    }

    /// The text of the column: `≠ 3`.
    var text: String {
        switch self {
        case .awaited, .unchecked: "?"
        case .fits: "✓"
        case .differs(let count, let isMore): "≠ \(count)\(isMore ? "+" : "")"
        case .noSchema: "–"
        }
    }

    var style: Style {
        switch self {
        case .awaited, .unchecked, .noSchema: .muted
        case .fits: .success
        case .differs: .warning
        }
    }

    /// The word in filters and for other programs.
    var name: String {
        switch self {
        case .awaited: "awaited"
        case .fits: "fits"
        case .differs: "differs"
        case .noSchema: "none"
        case .unchecked: "unchecked"
        }
    }

    /// In how many places it differs, as far as they were counted.
    var count: Int { if case .differs(let count, _) = self { count } else { 0 } }

    /// For a screen reader: `differs from its description in 3 places`; empty where there is nothing to say.
    var words: String {
        switch self {
        case .awaited, .noSchema: ""
        case .fits: "as its description says"
        case .differs(let count, let isMore):
            "differs from its description in \(isMore ? "more than " : "")\(count) \(count == 1 && !isMore ? "place" : "places")"
        case .unchecked: "not all checked against its description"
        }
    }

    /// The order of the column: what differs most has the greatest value.
    var rank: Int64 {
        switch self {
        case .noSchema: 0
        case .fits: 1
        case .awaited: 2
        case .unchecked: 3
        case .differs(let count, let isMore): 4 + 2 * Int64(count) + (isMore ? 1 : 0)
        }
    }
}
