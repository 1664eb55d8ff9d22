// Saved requests that are run together, and the rows of the task table that stand for a chain and for a group.

import Catalog
import NetLayer

/// Saved requests that run one after another: the steps of a chain, or one request alone.
struct SavedRun: Sendable {
    /// What was asked for.
    var name: String
    var steps: [WorkspaceRequest]
    /// It is a chain, with a row of its own.
    var isChain = false
    /// The number of the group that it is a member of.
    var group: Int?
    /// How many have had their turn.
    var count = 0
    /// What was brought for all of them, and what their answers have brought.
    var brought: BroughtValues
    /// They are all sent there.
    var environment: String
    /// The steps that the person was asked about, by their place, and said yes to.
    var agreed: [Int: ShownStep] = [:]

    /// The number of the row that its requests are members of; `nil` for a request alone.
    func row(_ number: Int) -> Int? { isChain ? number : group }
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

/// A group that runs.
struct SavedGroup: Sendable {
    var name: String
    var total: Int
    var isOpen = false
    var ended = 0
    var failed = 0
}

/// What is asked of the rows that stand for chains and groups of saved requests.
public enum RunOrder: Sendable, Hashable {
    /// A new row, as a member of another one or of none.
    case open(Int, TaskKind, String, count: Int, in: Int?)
    /// What is sent next with this ticket is a member of the row.
    case member(Ticket, of: Int)
    /// The member of that name is never sent.
    case skip(String, HTTPMethod, of: Int)
    /// All of it is over, and why it failed; `nil` when it succeeded.
    case close(Int, failure: String?)
}

extension WorkspaceState {
    private mutating func number() -> Int {
        defer { nextRun += 1 }
        return nextRun
    }

    mutating func openGroup(_ name: String, of total: Int) -> Int {
        let number = number()
        groups[number] = SavedGroup(name: name, total: total)
        return number
    }

    mutating func add(_ run: SavedRun) -> Int {
        let number = number()
        runs[number] = run
        return number
    }

    /// The rows that a run is shown in, as far as they are not there yet.
    mutating func rows(openedFor number: Int) -> [Effect] {
        guard let run = runs[number] else { return [] }
        var effects: [Effect] = []
        if let id = run.group, let group = groups[id], !group.isOpen {
            groups[id]?.isOpen = true
            effects.append(.run(.open(id, .group, group.name, count: group.total, in: nil)))
        }
        if run.isChain { effects.append(.run(.open(number, .chain, run.name, count: run.steps.count, in: run.group))) }
        return effects
    }

    /// A run that never begins.
    mutating func forget(_ number: Int) {
        if let group = runs.removeValue(forKey: number)?.group { groups[group] = nil }
    }

    /// A run is over, and its group with the last member.
    mutating func close(_ number: Int, failure: String?) -> [Effect] {
        guard let run = runs.removeValue(forKey: number) else { return [] }
        var effects: [Effect] = run.isChain ? [.run(.close(number, failure: failure))] : []
        guard let id = run.group, var group = groups[id] else { return effects }
        group.ended += 1
        if failure != nil { group.failed += 1 }
        groups[id] = group.ended < group.total ? group : nil
        if group.ended == group.total {
            effects.append(.run(.close(id, failure: group.failed > 0 ? "\(group.failed) of \(group.total) failed" : nil)))
        }
        return effects
    }
}
