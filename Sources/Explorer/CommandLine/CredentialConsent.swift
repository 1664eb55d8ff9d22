// What a command does before it sends the user's secrets to a server that they were not given for: it asks, or refuses where nobody can answer.

import ArgumentParser
import Canvas
import Foundation
import Glibc
import NetLayer
import Synchronization
import Workbench

/// The origins that the user has agreed to, for one run of a command.
final class CredentialConsent: Sendable {
    private struct State {
        var agreed: Set<String> = []
        /// What has been said already, so that a hundred requests say it once.
        var said: Set<String> = []
    }

    private let state = Mutex(State())

    /// Puts the user's agreement into a plan, and says on standard error where secrets go.
    /// - Parameters:
    ///   - pool: where the plan goes.
    ///   - network: what the command line says.
    ///   - mayAsk: somebody sits at the terminal, and nothing else waits for them.
    /// - Throws: the exit code when the secrets may not go there; it is said why. Then nothing was sent.
    func settle(_ plan: inout RequestPlan, on pool: ServicePool, _ network: NetworkSettings, mayAsk: Bool = true) throws {
        // What is agreed on the command line is asked for too: the user shall read who gets it.
        plan.credentialScope.agreed = []
        let foreign = network.generator.foreignCredentials(of: plan, on: pool)
        let asks = mayAsk && Surroundings.hasTerminalInput && isatty(Surroundings.io.error) == 1
        let home =
            pool.services.flatMap { $0.credentialHome ?? [] }.first ?? pool.services.first?.address(in: pool.environment)?.origin
        plan.credentialScope.agreed = try state.withLock { state in
            for foreign in foreign where !network.agreedOrigins.union(state.agreed).contains(foreign.origin) {
                try Self.ask(foreign, plan, home, asks)
                state.agreed.insert(foreign.origin)
            }
            let agreed = network.agreedOrigins.union(state.agreed)
            for foreign in foreign where state.said.insert(foreign.origin).inserted {
                Complaint.write("explorer: \(plan.id): the secrets in its \(foreign.words) go to \(foreign.origin) too")
            }
            if foreign.isEmpty, let left = Self.leftOut(of: plan, on: pool, network), !agreed.contains(left.origin),
                state.said.insert(left.origin).inserted
            {
                left.sayWithheld(plan.id)
            }
            return agreed
        }
    }

    private static func ask(_ foreign: ForeignCredentials, _ plan: RequestPlan, _ home: String?, _ asks: Bool) throws {
        let instead = home.map { ", not to \($0)" } ?? ""
        guard asks else {
            throw Refusal(
                usage:
                    "\(plan.id) goes to \(foreign.origin)\(instead): the secrets in its \(foreign.words) were not given for that server",
                [
                    "Nothing was sent.", "If they are meant for that server too: --send-credentials-to \(foreign.origin)",
                ])
        }
        // The name is the description's: it comes behind the server, short, and can begin no line.
        let name = Printable.visible(String(plan.id.prefix(50)))
        let question = "A request goes to \(foreign.origin)\(instead): \(name). Send \(foreign.words) there too? [y/N] "
        guard TerminalQuestion.isYes(question) else {
            Complaint.write("explorer: nothing was sent")
            throw ExitCode.cancelled
        }
    }

    /// What all requests carry, and one to a URL of its own does not.
    private static func leftOut(
        of plan: RequestPlan, on pool: ServicePool, _ network: NetworkSettings
    ) -> ForeignCredentials? {
        guard network.headers.fields.contains(where: \.value.isSecret), let first = pool.present.first else { return nil }
        // A request that cannot be made says why when it is sent.
        let request = try? network.generator.request(for: plan, on: pool.services[first].standing(in: pool.environment))
        return request?.withheld
    }
}

extension ForeignCredentials {
    /// Says on standard error what a request goes without.
    func sayWithheld(_ title: String) {
        Complaint.write(
            "explorer: \(title): without \(words), which \(names.count > 1 ? "were" : "was") not given for \(origin) (--send-credentials-to \(origin))"
        )
    }
}
