// Holds one response of a verification against its description. It takes time in proportion to the body, so it runs where the
// response arrives; VerifyMachine only counts its results.

import Catalog
import Document
import NetLayer

/// A way in which a server differs from its description.
public struct VerifyFault: Sendable, Hashable {
    /// The kind of fault; its raw value is the word in JSON.
    public enum Kind: String, Sendable, Hashable, CaseIterable {
        /// A response is not as described.
        case response
        /// The server accepted a request that the description forbids.
        case accepted
        /// The server failed with 5xx.
        case failed
    }

    /// The kind.
    public var kind: Kind
    /// The part of the response: `status`, `header X-Total`, `/items/3/price`.
    public var place: String
    /// What is wrong, as the end of a sentence that begins with the place. It never repeats a value of a response.
    public var message: String
    /// What came: `a text of 3 characters`; empty where the message says it.
    public var came = ""
    /// The place of the rule; `nil` where the description has none.
    public var rule: RulePlace?

    /// `/price must be a number, such as 1.5; a text of 3 characters came`.
    public var words: String { "\(place) \(message)\(came.isEmpty ? "" : "; \(came) came")" }
}

/// The result of one response.
public struct VerifyJudgement: Sendable {
    /// Why a response says little about the description.
    public enum Remark: String, Sendable, Hashable, CaseIterable {
        case needsCredentials = "the server asks for credentials"
        case tooMany = "the server refuses so many requests"
        case missing = "there is no such resource"
        case refused = "the server refuses what the description allows"
    }

    public var status: Int
    public var bytes: Int
    public var faults: [VerifyFault] = []
    public var remark: Remark?
    /// For ids; `nil` where the response has none.
    var found: FoundResponse?
}

/// Judges responses. It has no state.
public enum VerifyJudge {
    /// The most faults of one response.
    private static let most = 20
    /// Larger bodies are not searched for ids.
    private static let largest = 4 << 20

    public static func judge(_ verifyCase: VerifyCase, _ response: RawResponse) -> VerifyJudgement {
        let status = response.head.status
        var judgement = VerifyJudgement(status: status, bytes: response.body.count)
        if status >= 500 {
            // 501 is the proper response to a method that the server does not know (RFC 9110 §15.6.2).
            if case .noMethod = verifyCase.demand, status == 501 { return judgement }
            judgement.faults = [
                VerifyFault(kind: .failed, place: "the server", message: "failed with \(status)", rule: verifyCase.demand.rule)
            ]
            return judgement
        }
        switch verifyCase.demand {
        case .described: judgeDescribed(verifyCase, response, &judgement)
        case .refusal(let rule):
            if [401, 403].contains(status) {
                judgement.remark = .needsCredentials
            } else if (200..<300).contains(status) {
                judgement.faults = [accepted(rule, status)]
            } else if status >= 400 {
                // Descriptions seldom list each status of a refusal, but a described one has its form.
                judgement.faults = faults(verifyCase, response).filter { $0.place != "status" }
            }
        case .noMethod(let rule): if (200..<300).contains(status) { judgement.faults = [accepted(rule, status)] }
        }
        return judgement
    }

    private static func accepted(_ rule: RulePlace, _ status: Int) -> VerifyFault {
        VerifyFault(
            kind: .accepted, place: "the server", message: "accepted what the description forbids", came: "\(status)", rule: rule)
    }

    private static func judgeDescribed(
        _ verifyCase: VerifyCase, _ response: RawResponse, _ judgement: inout VerifyJudgement
    ) {
        let status = response.head.status
        switch status {
        case 401, 403:
            judgement.remark = .needsCredentials
            return
        case 429:
            judgement.remark = .tooMany
            return
        // A request before it may have removed the resource.
        case 404 where verifyCase.isMadeUp, 410 where verifyCase.isMadeUp, 404 where verifyCase.plan.method == .delete:
            judgement.remark = .missing
            // That nothing is there is no fault, but a described response has its form.
            judgement.faults = faults(verifyCase, response).filter { $0.place != "status" }
            return
        default: break
        }
        judgement.faults = faults(verifyCase, response)
        if (400..<500).contains(status), judgement.faults.isEmpty { judgement.remark = .refused }
        if (200..<300).contains(status) { judgement.found = found(verifyCase, response) }
    }

    private static func faults(_ verifyCase: VerifyCase, _ response: RawResponse) -> [VerifyFault] {
        guard let contract = verifyCase.contract else { return [] }
        let report = contract.report(on: ContractResponse(response, to: verifyCase.plan.method))
        return report.mismatches.prefix(most).map { mismatch in
            VerifyFault(
                kind: .response, place: mismatch.place, message: mismatch.message, came: mismatch.came, rule: RulePlace(mismatch))
        }
    }

    private static func found(_ verifyCase: VerifyCase, _ response: RawResponse) -> FoundResponse {
        let plan = verifyCase.plan
        let document = response.body.count <= largest ? (try? JSONDocument(response.body)) : nil
        var body: [UInt8]?
        if case .bytes(let bytes, _) = plan.body { body = bytes }
        return FoundResponse(
            document: document,
            exchange: LinkExchange(
                url: response.url, method: plan.method, status: response.head.status, parameters: plan.parameters,
                requestHeaders: plan.headers, requestBody: body, responseHeaders: response.head.headers))
    }
}
