// Asks before a command sends a request that a guard wants confirmed; refuses if the user cannot be asked.
// What a guard forbids is not asked for: the engine refuses it, and its row says why.

import ArgumentParser
import Canvas
import Catalog
import NetLayer
import Synchronization
import Workbench

/// The requests that the user has confirmed, for one run of a command.
final class GuardConsent: Sendable {
    private let confirmed = Mutex<Set<String>>([])

    /// Puts the user's agreement into a plan.
    /// - Parameters:
    ///   - name: the name under which the user confirms the plan once, whatever its values become; `nil`: only
    ///     exactly this request.
    ///   - asks: the user can be asked at the terminal.
    /// - Throws: the exit code when the user does not agree, after reporting why. Nothing was sent then.
    func applyAgreement(
        _ plan: inout RequestPlan, on pool: ServicePool, _ network: NetworkSettings, as name: String?, asks: Bool
    ) throws {
        let facts = RequestGate.Facts(pool: pool.id, environment: plan.destination.environment ?? pool.environment)
        // A request that cannot be made reports its error when it is sent.
        guard let request = try? network.wireRequest(of: plan, on: pool),
            case .confirm(let rules, _) = network.guards.book.decide(request, facts)
        else { return }
        let key = name.map { "\(request.method) \($0)" } ?? "\(request)"
        let open = rules.filter { rule in !network.confirmedEnvironments.contains { rule.environment?.rawValue == $0 } }
        try confirmed.withLock { confirmed in
            guard !open.isEmpty, !confirmed.contains(key) else { return }
            try Self.ask(request, open, asks)
            confirmed.insert(key)
        }
        plan.agreements.formUnion(rules.map(\.agreement))
    }

    private static func ask(_ request: WireRequest, _ rules: [GuardRule], _ asks: Bool) throws {
        let subject = Printable.visible("\(request)")
        let reason = rules.map(\.words).joined(separator: "; ")
        guard asks else {
            let options = Set(rules.compactMap { $0.environment?.rawValue }).sorted().map {
                "--confirm \(ShellLine.quotedIfNeeded($0))"
            }
            throw Refusal(
                usage: "\(subject) needs your confirmation: \(reason)",
                ["Nothing was sent.", "To agree beforehand: \(options.joined(separator: " "))"])
        }
        guard TerminalQuestion.isYes("\(subject) may change something: \(reason). Send it? [y/N] ") else {
            StandardError.write("explorer: nothing was sent")
            throw ExitCode.cancelled
        }
    }
}
