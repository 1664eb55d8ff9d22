// Decides what a verification sends next: round by round, so many at once, with the ids that earlier responses have named.
// Pure: a driver sends the requests and hands their results back.

import Catalog
import NetLayer

/// How one request of a verification ended.
public enum VerifyEnd: Sendable {
    /// - Parameter request: as a curl line; needed only where there are faults.
    case judged(VerifyJudgement, request: String, elapsed: Duration)
    /// It was not sent, and why: a guard, or an endpoint without a server.
    case unsent(String)
    /// No response came.
    case lost(String, code: Int32, elapsed: Duration)
    case cancelled
}

public struct VerifyMachine: Sendable {
    /// A request to send now.
    public struct Order: Sendable {
        public let number: Int
        public let verifyCase: VerifyCase
    }

    private let plan: VerifyPlan
    private let atOnce: Int
    private var round = 0
    private var waiting: ArraySlice<VerifyCase> = []
    private var running: [Int: VerifyCase] = [:]
    private var found = FoundValues()
    /// The requests so far, and those without a response since the last one.
    private var (sent, lostInARow) = (0, 0)
    private var isStopped = false
    public private(set) var report: VerifyReport

    /// The number of requests in a row without a response after which no further ones are sent.
    private static let mostLost = 10
    /// The usual number of requests at once.
    public static let usualAtOnce = 4

    public init(_ plan: VerifyPlan, atOnce: Int = usualAtOnce) {
        (self.plan, self.atOnce) = (plan, max(1, atOnce))
        report = VerifyReport(plan)
    }

    /// The name for the user.
    public var title: String {
        let kinds = (plan.options.isNegative ? " negative" : "") + (plan.options.isUnsafe ? " unsafe" : "")
        return "verify\(kinds) \(plan.description.title)"
    }

    /// Whether nothing runs and nothing waits.
    public var isOver: Bool { running.isEmpty && waiting.isEmpty && (isStopped || round == plan.rounds.count) }

    /// The first requests.
    public mutating func begin() -> [Order] { next() }

    /// A request has ended.
    public mutating func ended(_ number: Int, _ end: VerifyEnd) -> [Order] {
        guard let verifyCase = running.removeValue(forKey: number) else { return [] }
        record(end, number, verifyCase)
        return next()
    }

    /// Sends nothing more.
    public mutating func cancel() {
        report.isCancelled = true
        stop()
    }

    /// All requests have ended.
    public mutating func finish() { report.isOver = true }

    private mutating func stop() {
        isStopped = true
        waiting = []
    }

    // MARK: Orders

    private mutating func next() -> [Order] {
        var orders: [Order] = []
        while running.count < atOnce, !isStopped {
            guard let verifyCase = waiting.popFirst() else {
                // The requests of the next round need the responses of this one.
                guard running.isEmpty, round < plan.rounds.count else { break }
                openRound()
                continue
            }
            guard sent < plan.options.most else {
                omitRest(from: verifyCase)
                break
            }
            sent += 1
            running[sent] = verifyCase
            orders.append(Order(number: sent, verifyCase: verifyCase))
        }
        return orders
    }

    private mutating func openRound() {
        for index in plan.rounds[round] {
            let made = plan.cases(of: index, found)
            if let obstacle = made.obstacle { report.change(index) { $0.addObstacle(obstacle.reason) } }
            waiting += made.cases
        }
        round += 1
    }

    private mutating func omitRest(from first: VerifyCase) {
        let reason = "the limit of \(plan.options.most) requests is reached"
        let rest = Set([first.endpoint] + waiting.map(\.endpoint) + plan.rounds[round...].joined())
        for index in rest { report.change(index) { $0.addObstacle(reason) } }
        stop()
    }

    // MARK: Results

    private mutating func record(_ end: VerifyEnd, _ number: Int, _ verifyCase: VerifyCase) {
        let endpoint = plan.description.endpoints[verifyCase.endpoint]
        var outcome = RunOutcome(suite: "\(endpoint.method) \(endpoint.path)", name: verifyCase.name, state: .succeeded)
        switch end {
        case .judged(let judgement, let request, let elapsed):
            lostInARow = 0
            let rules = plan.rules
            (outcome.status, outcome.bytes, outcome.elapsed) = (judgement.status, judgement.bytes, elapsed)
            outcome.problems = judgement.faults.map(\.words)
            if !judgement.faults.isEmpty { (outcome.state, outcome.code) = (.failed, ExitStatus.drift) }
            report.change(verifyCase.endpoint) { result in
                if verifyCase.isForbidden { result.forbidden += 1 } else { result.allowed += 1 }
                if let remark = judgement.remark { result.remarks[remark, default: 0] += 1 }
                for fault in judgement.faults { result.add(fault, of: verifyCase, number: number, request, rules) }
            }
            if let found = judgement.found { self.found.add(found, to: verifyCase, endpoint) }
        case .unsent(let reason):
            outcome.state = .skipped
            report.change(verifyCase.endpoint) { $0.addObstacle(reason) }
        case .lost(let reason, let code, let elapsed):
            (outcome.state, outcome.code, outcome.elapsed) = (.failed, code, elapsed)
            outcome.problems = [reason]
            report.lost.insert(code)
            report.change(verifyCase.endpoint) { $0.addObstacle(reason) }
            lostInARow += 1
            if lostInARow >= Self.mostLost { stop() }
        case .cancelled: outcome.state = .cancelled
        }
        report.change(verifyCase.endpoint) { [outcome] in $0.outcomes[number] = outcome }
    }
}
