// `:verify [negative] [unsafe]`: sends what the description allows as a group of the task table, and reports in the group's trace
// what differs from the description.

import Catalog
import NetLayer
import Workbench

extension Model {
    private static let verifyWords = [
        PaletteVerb.Completion(word: "negative", note: "also send what the description forbids"),
        PaletteVerb.Completion(word: "unsafe", note: "also send requests that may change something"),
    ]

    func verifyCompletions(after words: [String]) -> [PaletteVerb.Completion] {
        Self.verifyWords.filter { !words.contains($0.word) }
    }

    var whyNoVerify: String? {
        if let reason = whyNoDescription { return reason }
        guard let description, !description.ownEndpoints.isEmpty else {
            return "There is no description to verify: the requests are from elsewhere"
        }
        return api.pool.services.isEmpty ? "The description names no server: start with --base URL" : nil
    }

    mutating func verify(_ words: [String]) throws(PaletteProblem) -> [Effect] {
        if let reason = whyNoVerify { throw PaletteProblem(reason) }
        var wish = VerifyPlan.Options()
        for word in words {
            switch word {
            case "negative": wish.isNegative = true
            case "unsafe": wish.isUnsafe = true
            default: throw .unknown("word", word, among: Self.verifyWords.map(\.word))
            }
        }
        guard let description else { return [] }
        let plan = VerifyPlan(description, wish)
        let chosen = plan.endpoints.filter { plan.omitted[$0] == nil }
        // The one that may change most is asked about.
        let asked = chosen.first { !description.endpoints[$0].method.isSafe } ?? chosen.first
        guard let asked, let operation = description.operation(asked) else {
            throw PaletteProblem("Each endpoint may change something: :verify unsafe sends them too")
        }
        let endpoint = description.endpoints[asked]
        let retries = sending.rules.retries
        let isForAll = description.login != nil || description.signing != nil
        var order = VerifyOrder(
            id: sending.reserveTaskID(), machine: VerifyMachine(plan), description: description, pool: api.pool,
            usesPoolAlone: !sendsToDescribedServers, credentials: sending.credentials, defaults: sending.defaults,
            policies: CallPolicies(retry: retries > 0 ? RetryPolicy(attempts: retries + 1) : .never),
            loginScheme: isForAll ? nil : login.schemes[api.pool.environment],
            lead: RequestDraft(.operation(endpoint, operation)).plan)
        order.lead.credentialScope.agreed = sending.agreedOrigins
        if case .success(let target) = order.target(of: asked) { order.lead = target.plan }
        // A template is no address yet.
        order.lead.path = endpoint.path.replacing(/\{[^}]*\}/, with: "1")
        say("The trace of task \(order.id) shows the report")
        return [.engine(.verify(order))]
    }

    /// A request of a verification has ended, or all have.
    mutating func receive(_ progress: VerifyProgress) {
        verifications.record(progress)
        guard progress.report.isOver else { return }
        let summary = VerifyText.summary(progress.report)
        if progress.report.findings > 0 { say(summary, .warning) } else { say(summary) }
    }
}
