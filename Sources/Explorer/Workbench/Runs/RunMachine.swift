// Decides the course of a run of saved requests: which request comes next, the values that each
// captures for the next, and each outcome. Pure: time, values and responses come from the driver that
// performs its actions.
//
//   item (a request or a chain): waiting ─► sending step 0, 1, … ─► ended
//   a step: sent ─► judged | failed | cancelled     or refused: it cannot be sent

import Catalog
import NetLayer

/// One run of a name: a request, a chain, or a group of them.
public struct RunMachine: Sendable {
    /// A step of an item. A request alone is the only step of its item.
    public struct Place: Sendable, Hashable {
        public let item: Int
        public let step: Int

        public init(item: Int, step: Int) { (self.item, self.step) = (item, step) }
    }

    /// A row of the task table that stands for several requests.
    public enum Row: Sendable, Hashable {
        case group
        /// The item's number.
        case chain(Int)
    }

    /// The actions of a driver, to be performed in this order.
    public enum Action: Sendable, Hashable {
        /// Open a row, as a member of another one or of none.
        case open(Row, TaskKind, String, count: Int, in: Row?)
        /// Send this step as a member of the row. The driver reports its ending to ``ended(_:_:)``.
        case send(Place, in: Row?)
        /// The member of the row is never sent.
        case skip(Place, in: Row)
        /// The item never begins.
        case leave(item: Int, in: Row)
        /// Cancel this step, which is in flight: its group has failed.
        case cancel(Place)
        /// The step has ended, or will never be sent.
        case record(Place, RunOutcome)
        /// The whole row is over, and why it failed; `nil` when it succeeded.
        case close(Row, failure: String?)
        /// Nothing is left to do.
        case end
    }

    /// How a step ended.
    public enum Ending: Sendable {
        /// Its response was checked against the expectations of the request.
        /// - Parameter bytes: ``RunOutcome/bytes``.
        case judged(ResponseVerdict, status: Int, bytes: Int, elapsed: Duration)
        /// No response arrived.
        /// - Parameter code: the exit code for this failure.
        case failed(String, code: Int32, elapsed: Duration, bytes: Int = 0)
        case cancelled(String, code: Int32, elapsed: Duration, bytes: Int = 0)
        /// It cannot be sent, and why.
        case refused(String, code: Int32)
    }

    private enum Stage: Sendable { case waiting, sending, ended }

    private struct Item: Sendable {
        let isChain: Bool
        let name: String
        let steps: [WorkspaceRequest]
        var stage = Stage.waiting
        /// The outcomes of the steps that have ended.
        var outcomes: [RunOutcome] = []
        var captured: [String: FieldValue] = [:]
    }

    public let name: String
    private let isGroup: Bool
    private let limit: Int
    private let mode: GroupMode
    private var items: [Item]
    /// No further item begins, and no chain continues.
    private var isClosed = false
    private var hasEnded = false

    /// - Parameters:
    ///   - name: the name that the user asked for. A request or a chain has the same name as its only item;
    ///     everything else is a group.
    ///   - atOnce: the items of a group that run at the same time, at least 1; `nil` for all.
    ///   - mode: the goal of a group; the items that run are cancelled when it is reached, or out of reach.
    public init(_ name: String, _ items: [SavedWork.Item], atOnce: Int? = nil, mode: GroupMode = .collectAll) {
        self.name = name
        isGroup = items.count != 1 || items[0].name != name
        limit = atOnce.map { max(1, $0) } ?? .max
        self.mode = mode
        self.items = items.map { item in
            switch item {
            case .request(let request): Item(isChain: false, name: request.name, steps: [request])
            case .chain(let name, let steps): Item(isChain: true, name: name, steps: steps)
            }
        }
    }

    // MARK: State

    /// The outcomes of the steps, in the order of the items, whichever ended first. Steps that never
    /// began are missing.
    public var outcomes: [RunOutcome] { items.flatMap(\.outcomes) }

    /// Whether the goal of the mode is reached; `nil` while that is undecided.
    public var isGoalReached: Bool? {
        let ended = items.filter { $0.stage == .ended }
        let succeeded = ended.count { item in
            item.outcomes.count == item.steps.count && item.outcomes.allSatisfy { $0.state == .succeeded }
        }
        let failed = ended.count { item in item.outcomes.contains { $0.state == .failed } }
        return mode.verdict(total: items.count, succeeded: succeeded, failed: failed)
    }

    /// The exit code of the run.
    public var exitCode: Int32 {
        ExitStatus.ofGroup(outcomes.map(\.code), mode: mode, isGoalReached: isGoalReached == true)
    }

    /// The request of a step.
    public func request(at place: Place) -> WorkspaceRequest { items[place.item].steps[place.step] }

    /// The name of the item: of the chain, or of the request itself.
    public func title(of item: Int) -> String { items[item].name }

    /// The first request of an item; `nil` for a chain without steps.
    public func first(of item: Int) -> WorkspaceRequest? { items[item].steps.first }

    /// The number of the last item.
    public var lastItem: Int { items.count - 1 }

    /// The number of steps of an item.
    public func count(of item: Int) -> Int { items[item].steps.count }

    /// The values that earlier steps of the same chain have captured.
    public func captured(at place: Place) -> [String: FieldValue] { items[place.item].captured }

    // MARK: Events

    /// Begins the run.
    public mutating func begin() -> [Action] {
        let row = isGroup ? [Action.open(.group, .group, name, count: items.count, in: nil)] : []
        return row + admit() + finishAll()
    }

    /// Records the ending of a step in flight. It ignores a step that has ended already.
    public mutating func ended(_ place: Place, _ ending: Ending) -> [Action] {
        let item = items[place.item]
        guard item.stage == .sending, item.outcomes.count == place.step else { return [] }
        let outcome = outcome(of: place, ending)
        items[place.item].outcomes.append(outcome)
        var actions = [Action.record(place, outcome)]
        if case .refused = ending, let row = parentRow(of: place.item) { actions.insert(.skip(place, in: row), at: 0) }
        if case .judged(let verdict, _, _, _) = ending {
            items[place.item].captured.merge(verdict.captured) { $1 }
        }
        if outcome.state != .succeeded {
            actions += leaveRest(of: place.item, because: reason(outcome, place))
        } else if place.step + 1 == item.steps.count {
            actions += finish(place.item, failure: nil)
        } else if isClosed {
            actions += leaveRest(of: place.item, because: "it was cancelled")
        } else {
            actions.append(sendAction(Place(item: place.item, step: place.step + 1)))
        }
        return actions + admit() + finishAll()
    }

    /// Ends the run at the user's request: it sends no further step. The driver still reports steps in flight
    /// to ``ended(_:_:)``.
    public mutating func cancel() -> [Action] {
        isClosed = true
        let waiting = items.indices.filter { items[$0].stage == .waiting }
        for index in waiting { items[index].stage = .ended }
        return isGroup ? waiting.map { .leave(item: $0, in: .group) } : []
    }

    // MARK: Parts

    private func parentRow(of item: Int) -> Row? { items[item].isChain ? .chain(item) : isGroup ? .group : nil }

    private func sendAction(_ place: Place) -> Action { .send(place, in: parentRow(of: place.item)) }

    private mutating func admit() -> [Action] {
        var actions: [Action] = []
        var running = items.count { $0.stage == .sending }
        for index in items.indices where items[index].stage == .waiting && !isClosed && running < limit {
            let item = items[index]
            items[index].stage = .sending
            if item.isChain {
                actions.append(
                    .open(.chain(index), .chain, item.name, count: item.steps.count, in: isGroup ? .group : nil))
            }
            if item.steps.isEmpty {
                actions += finish(index, failure: nil)
            } else {
                running += 1
                actions.append(sendAction(Place(item: index, step: 0)))
            }
        }
        return actions
    }

    /// Skips the steps after one that has failed.
    private mutating func leaveRest(of index: Int, because reason: String) -> [Action] {
        var actions: [Action] = []
        for step in items[index].outcomes.count..<items[index].steps.count {
            let place = Place(item: index, step: step)
            let outcome = RunOutcome(suite: items[index].name, name: items[index].steps[step].name, state: .skipped)
            items[index].outcomes.append(outcome)
            if let row = parentRow(of: index) { actions.append(.skip(place, in: row)) }
            actions.append(.record(place, outcome))
        }
        return actions + finish(index, failure: reason)
    }

    private mutating func finish(_ index: Int, failure: String?) -> [Action] {
        items[index].stage = .ended
        var actions = items[index].isChain ? [Action.close(.chain(index), failure: failure)] : []
        // A goal that needs all of them is decided by the last one, or by a failure.
        guard !isClosed, mode != .collectAll, isGoalReached != nil else { return actions }
        actions += cancel()
        for other in items.indices where items[other].stage == .sending {
            actions.append(.cancel(Place(item: other, step: items[other].outcomes.count)))
        }
        return actions
    }

    private mutating func finishAll() -> [Action] {
        guard !hasEnded, items.allSatisfy({ $0.stage == .ended }) else { return [] }
        hasEnded = true
        let failed = items.count { $0.outcomes.contains { $0.state != .succeeded } }
        let isMet = isGoalReached == true && mode != .collectAll
        let failure = failed > 0 && !isMet ? "\(failed) of \(items.count) failed" : nil
        return (isGroup ? [.close(.group, failure: failure)] : []) + [.end]
    }

    /// Why a chain has failed.
    private func reason(_ outcome: RunOutcome, _ place: Place) -> String {
        let step = "\(outcome.name): \(outcome.problems.joined(separator: "; "))"
        return items[place.item].isChain ? "step \(place.step + 1): \(step)" : step
    }

    private func outcome(of place: Place, _ ending: Ending) -> RunOutcome {
        var outcome = RunOutcome(suite: items[place.item].name, name: request(at: place).name, state: .failed)
        switch ending {
        case .judged(let verdict, let status, let bytes, let elapsed):
            outcome.state = verdict.isGood ? .succeeded : .failed
            (outcome.status, outcome.bytes, outcome.elapsed) = (status, bytes, elapsed)
            (outcome.problems, outcome.contract) = (verdict.reasons, verdict.contract)
            outcome.code = verdict.problems.isEmpty ? 0 : ExitStatus.badData
            if verdict.statusProblem != nil { outcome.code = ExitStatus.exitCode(status: status) }
        case .failed(let problem, let code, let elapsed, let bytes):
            (outcome.problems, outcome.code, outcome.elapsed, outcome.bytes) = ([problem], code, elapsed, bytes)
        case .cancelled(let problem, let code, let elapsed, let bytes):
            outcome.state = .cancelled
            (outcome.problems, outcome.code, outcome.elapsed, outcome.bytes) = ([problem], code, elapsed, bytes)
        case .refused(let problem, let code): (outcome.problems, outcome.code) = ([problem], code)
        }
        return outcome
    }
}
