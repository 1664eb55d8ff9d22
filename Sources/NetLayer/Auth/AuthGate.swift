// Authenticates one call around its attempts: supplies the credential, and repeats the call once
// when the server refuses it.
//
//   attempts (retries, other services) ─► response ─► refused? no: return it │ yes: AuthSession.refused
//                                                                             ─► repeat once │ an error

import Synchronization

/// One call's part of its account's session.
final class AuthGate: CallGate {
    let session: AuthSession
    /// The version of the credential, or of its absence, with which requests went out: the oldest of those in
    /// the air. `nil` when no request was signed with a credential of the session.
    private let signed = Mutex<UInt64?>(nil)

    init(_ session: AuthSession) { self.session = session }

    func credential(for call: CallOrder) async throws(NetError) -> (any RequestCredential)? {
        guard call.plan.takesCredential(on: call.pool) else { return nil }
        let (credential, version) = try await session.credential(for: call)
        if let credential, credential.isOverridden(by: call.plan) { return nil }
        signed.withLock { $0 = min($0 ?? version, version) }
        return credential
    }

    /// The response of the attempts. When the server refused the first credential, it is the response of the
    /// attempts with a new one. Each attempt starts from the beginning: service, parameters, signature.
    func run(
        _ attempts: AttemptLoop, _ call: CallOrder, business: (RawResponse) -> BusinessFailure?
    ) async throws(NetError) -> RawResponse {
        var isReplay = false
        while true {
            let answer = try await attempts.run()
            // A server of another origin that responds after a redirect got no credential.
            let isOurs = answer.redirects.allSatisfy { $0.from.origin == answer.url.origin }
            guard isOurs, let version = signed.withLock({ $0 }),
                let why = session.authentication.rule.refusal(answer, business(answer))
            else { return answer }
            guard call.plan.isRepeatable || answer.isOfItsRequest else {
                call.client.taskRegistry.update { table, now in
                    table.recordDecision(
                        .notTriedAgain(because: "its \(call.plan.method) was accepted; the target of its redirect refused"),
                        call.id,
                        at: now)
                }
                return answer
            }
            switch await session.refused(call, signed: version, isReplay: isReplay, because: why, answer) {
            case .stand: return answer
            case .fail(let error): throw error
            case .replay(let task):
                guard !isReplay, !call.plan.isBodySpent else {
                    call.client.taskRegistry.update { table, now in
                        table.recordDecision(.notTriedAgain(because: "its body can be sent only once"), call.id, at: now)
                    }
                    return answer
                }
                isReplay = true
                signed.withLock { $0 = nil }
                call.client.taskRegistry.update { $0.recordDecision(.replays(by: task, because: why), call.id, at: $1) }
            }
        }
    }

    var held: GatedResponses {
        guard !session.isFixed else { return GatedResponses() }
        let rule = session.authentication.rule
        return GatedResponses(statuses: rule.statuses, longestBody: rule.businessCodes.isEmpty ? 0 : AuthRule.longestRefusal)
    }
}

extension RawResponse {
    /// Whether the response is about the request itself: no server took the request and then redirected
    /// elsewhere (303, and 301 and 302 for a POST).
    fileprivate var isOfItsRequest: Bool { redirects.allSatisfy { $0.status == 307 || $0.status == 308 } }
}
