// Asks before a command sends the user's secrets to a server that they were not given for; refuses if the
// user cannot be asked. Each request of a command gets its agreements here, those to guards too.

import ArgumentParser
import Canvas
import Foundation
import Glibc
import NetLayer
import Synchronization
import Workbench

/// The origins and the requests that the user has agreed to, for one run of a command.
final class CredentialConsent: Sendable {
    private struct State {
        var agreed: Set<String> = []
        /// The origins with a report already, so that a hundred requests cause only one.
        var reported: Set<String> = []
    }

    private let state = Mutex(State())
    private let guards = GuardConsent()

    /// Puts the user's agreements into a plan, to its guards and to its secrets, and reports the destination of
    /// secrets on standard error.
    /// - Parameters:
    ///   - pool: the destination of the plan.
    ///   - network: the settings of the command line.
    ///   - name: the name of a saved request, which the user confirms once, whatever its values become.
    ///   - mayAsk: the user is at the terminal, and no other question is open there.
    /// - Throws: the exit code when the request may not go there, after reporting why. Nothing was sent then.
    func applyAgreement(
        _ plan: inout RequestPlan, on pool: ServicePool, _ network: NetworkSettings, as name: String? = nil, mayAsk: Bool = true
    ) throws {
        // The check includes origins agreed to on the command line: the user must see the recipients.
        plan.credentialScope.agreed = []
        let foreign = network.generator.foreignCredentials(of: plan, on: pool)
        let asks = mayAsk && CommandContext.hasTerminalInput && isatty(CommandContext.io.error) == 1
        try guards.applyAgreement(&plan, on: pool, network, as: name, asks: asks)
        let home =
            pool.services.flatMap { $0.credentialHome ?? [] }.first ?? pool.services.first?.address(in: pool.environment)?.origin
        plan.credentialScope.agreed = try state.withLock { state in
            for foreign in foreign where !network.agreedOrigins.union(state.agreed).contains(foreign.origin) {
                try Self.requestAgreement(foreign, plan, home, asks)
                state.agreed.insert(foreign.origin)
            }
            let agreed = network.agreedOrigins.union(state.agreed)
            for foreign in foreign where state.reported.insert(foreign.origin).inserted {
                StandardError.write("explorer: \(plan.id): the secrets in its \(foreign.words) go to \(foreign.origin) too")
            }
            if foreign.isEmpty, let left = Self.leftOut(of: plan, on: pool, network), !agreed.contains(left.origin),
                state.reported.insert(left.origin).inserted
            {
                left.reportWithheld(plan.id)
            }
            return agreed
        }
    }

    private static func requestAgreement(_ foreign: ForeignCredentials, _ plan: RequestPlan, _ home: String?, _ asks: Bool) throws
    {
        let instead = home.map { ", not to \($0)" } ?? ""
        guard asks else {
            throw Refusal(
                usage:
                    "\(plan.id) goes to \(foreign.origin)\(instead): the secrets in its \(foreign.words) were not given for that server",
                [
                    "Nothing was sent.", "To send them to that server too: --send-credentials-to \(foreign.origin)",
                ])
        }
        // The name comes from the description: it stands after the server, is short, and cannot begin a line.
        let name = Printable.visible(String(plan.id.prefix(50)))
        let question = "A request goes to \(foreign.origin)\(instead): \(name). Send \(foreign.words) there too? [y/N] "
        guard TerminalQuestion.isYes(question) else {
            StandardError.write("explorer: nothing was sent")
            throw ExitCode.cancelled
        }
    }

    /// Secrets of all requests that a request to a URL of its own does not carry.
    private static func leftOut(
        of plan: RequestPlan, on pool: ServicePool, _ network: NetworkSettings
    ) -> ForeignCredentials? {
        guard network.headers.fields.contains(where: \.value.isSecret), let first = pool.present.first else { return nil }
        // An invalid request reports its error when it is sent.
        let request = try? network.generator.request(for: plan, on: pool.services[first].standing(in: pool.environment))
        return request?.withheld
    }
}

extension ForeignCredentials {
    /// Reports on standard error the secrets that a request does not carry.
    func reportWithheld(_ title: String) {
        StandardError.write(
            "explorer: \(title): without \(words), which \(names.count > 1 ? "were" : "was") not given for \(origin) (--send-credentials-to \(origin))"
        )
    }
}
