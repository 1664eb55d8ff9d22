// The first problem of a form before it is sent, and whether the user can send it all the same.

import Catalog

/// A reason not to send yet.
struct FormProblem: Error, Hashable {
    var tab: RequestTab
    var row: FormRow
    /// A sentence without a full stop.
    var text: String
    /// Nothing could be sent: a path parameter is missing, or a file cannot be read.
    var isFinal: Bool
}

extension RequestForm {
    /// The first problem in the order of the tabs: missing values come before doubtful ones.
    var firstProblem: FormProblem? { firstMissing ?? firstDoubt }

    private var firstMissing: FormProblem? {
        for tab in tabs {
            for row in rows(of: tab) {
                switch row {
                case .field(let index):
                    let field = fields[index]
                    guard field.isRequired, field.isEmpty else { continue }
                    return FormProblem(tab: tab, row: row, text: "\(field.label) is required", isFinal: field.isInPath)
                case .bodyText:
                    guard let body, body.isRequired, body.area.isEmpty else { continue }
                    return FormProblem(tab: tab, row: row, text: "a body is required", isFinal: false)
                case .add, .contentType, .choice: continue
                }
            }
        }
        return missingVariable
    }

    private var firstDoubt: FormProblem? {
        for tab in tabs {
            for row in rows(of: tab) {
                if let problem = fileProblem(row) { return FormProblem(tab: tab, row: row, text: problem, isFinal: true) }
                if let hint = bareFileHint(row) { return FormProblem(tab: tab, row: row, text: hint, isFinal: false) }
                switch row {
                case .field(let index):
                    guard let problem = fields[index].currentProblem else { continue }
                    return FormProblem(tab: tab, row: row, text: "\(fields[index].label) \(problem)", isFinal: false)
                case .bodyText:
                    guard let problem = body?.problem else { continue }
                    return FormProblem(tab: tab, row: row, text: problem, isFinal: false)
                case .add, .contentType, .choice: continue
                }
            }
        }
        return nil
    }

    /// Whether a tab has a problem, in fields that the user has left.
    func hasProblem(_ tab: RequestTab) -> Bool {
        rows(of: tab).contains { row in
            switch row {
            case .field(let index): fields[index].problem != nil
            case .bodyText: body?.problem != nil
            case .add, .contentType, .choice: false
            }
        }
    }

    /// Opens the tab of a problem and selects its row.
    mutating func go(to problem: FormProblem, height: Int) {
        open(problem.tab)
        select(problem.row, height: height)
    }
}

extension FormField {
    var isInPath: Bool { if case .parameter(let parameter) = role { parameter.place == .path } else { false } }
}
