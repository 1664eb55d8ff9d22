// What the screen knows of a run of saved requests besides the machine that runs it.

import Catalog
import NetLayer
import Workbench

/// A run of saved requests, and what all of its requests have in common.
struct SavedRun: Sendable {
    var machine: RunMachine
    /// What was brought for all of them.
    var brought: BroughtValues
    /// They are all sent there.
    var environment: String
    /// The steps that the person was asked about, and said yes to.
    var agreed: [RunMachine.Place: ShownStep] = [:]
}

/// A step of a run.
struct RunStep: Sendable, Hashable {
    var run: Int
    var place: RunMachine.Place
}

/// A step that may change something as the question has shown it. A yes holds for this request and for no other.
enum ShownStep: Sendable, Hashable {
    /// Method and address.
    case request(String)
    /// Parts of its address come from answers that are not there yet: its method, its path as it is written, and the origins that it may go to.
    case template(String, origins: Set<String>)

    var line: String {
        switch self {
        case .request(let line), .template(let line, _): line
        }
    }
}

/// What is asked of the rows that stand for chains and groups of saved requests.
public enum RunOrder: Sendable, Hashable {
    /// A new row, as a member of another one or of none.
    case open(RunRow, TaskKind, String, count: Int, in: RunRow?)
    /// The member of that name is never sent.
    case skip(String, HTTPMethod, of: RunRow)
    /// All of it is over, and why it failed; `nil` when it succeeded.
    case close(RunRow, failure: String?)
}
