// The screen's state of a run of saved requests, besides the machine that runs it.

import Catalog
import NetLayer
import Workbench

/// A run of saved requests, and the state that all of its requests share.
struct SavedRun: Sendable {
    var machine: RunMachine
    /// The values that were resolved for all of them.
    var brought: BroughtValues
    /// The environment that all of them are sent to.
    var environment: String
    /// The steps that the user has confirmed.
    var agreed: [RunMachine.Place: ShownStep] = [:]
}

/// A step of a run.
struct RunStep: Sendable, Hashable {
    var run: Int
    var place: RunMachine.Place
}

/// A step that may change something, as the question showed it. The confirmation applies
/// to this request and to no other.
enum ShownStep: Sendable, Hashable {
    /// Method and address.
    case request(String)
    /// Parts of its address come from responses that have not arrived yet: its method, its path as it is
    /// written, and the origins that it may go to.
    case template(String, origins: Set<String>)

    var line: String {
        switch self {
        case .request(let line), .template(let line, _): line
        }
    }
}

/// Orders for the rows that stand for chains and groups of saved requests.
public enum RunOrder: Sendable, Hashable {
    /// Opens a new row, as a member of another one or of none.
    case open(RunRow, TaskKind, String, count: Int, in: RunRow?)
    /// The member of that name is never sent.
    case skip(String, HTTPMethod, of: RunRow)
    /// All of it has ended, with the reason of a failure; `nil` when it succeeded.
    case close(RunRow, failure: String?)
}
