// The gate before the attempts of one call: gives them the credential, and sends the call once more when that was refused.
//
//   attempts (retries, other services) ─► answer ─► refused? no: out │ yes: AuthSession.refused ─► the attempts anew, once │ an error

import Synchronization

/// One call's part of its account's session.
final class AuthGate: Sendable {
    let session: AuthSession
    /// The version of the credential, or of its absence, with which requests went out, the oldest of those in the air; `nil` when it is none
    /// of the session's.
    private let signed = Mutex<UInt64?>(nil)

    init(_ session: AuthSession) { self.session = session }

    /// The credential for the request that is made next; `nil` when it goes without, or has one of its own.
    func credential(for call: CallOrder) async throws(NetError) -> Credential? {
        guard call.isForOwnServices, !call.plan.provesItself else { return nil }
        let (credential, version) = try await session.credential(for: call)
        if let credential, credential.isOverridden(by: call.plan) { return nil }
        signed.withLock { $0 = min($0 ?? version, version) }
        return credential
    }

    /// The answer of the attempts; of those that follow a new credential, where the first was refused (BA-11). Everything that is done for an
    /// attempt is done again: service, parameters, signature.
    func run(
        _ attempts: AttemptLoop, _ call: CallOrder, business: (RawResponse) -> BusinessFailure?
    ) async throws(NetError) -> RawResponse {
        var isReplay = false
        while true {
            let answer = try await attempts.run()
            // Who answers after a redirect to another origin was given no credential.
            let isOurs = answer.redirects.allSatisfy { $0.from.origin == answer.url.origin }
            guard isOurs, let version = signed.withLock({ $0 }),
                let why = session.authentication.rule.refusal(answer, business(answer))
            else { return answer }
            guard call.plan.isRepeatable || answer.isOfItsRequest else {
                call.client.desk.update { table, now in
                    table.decide(
                        .notTriedAgain(because: "its \(call.plan.method) was taken; who refused is what its redirect points to"),
                        call.id,
                        at: now)
                }
                return answer
            }
            switch await session.refused(call, signed: version, isReplay: isReplay, because: why, answer) {
            case .stand: return answer
            case .fail(let error): throw error
            case .replay(let task):
                guard !isReplay, !call.plan.policies.isBodyOneShot else {
                    call.client.desk.update { table, now in
                        table.decide(.notTriedAgain(because: "its body can be had once only"), call.id, at: now)
                    }
                    return answer
                }
                isReplay = true
                signed.withLock { $0 = nil }
                call.client.desk.update { $0.decide(.replays(by: task, because: why), call.id, at: $1) }
            }
        }
    }

    /// Statuses that are not handed to who reads a stream before it is known that they stay.
    var heldStatuses: Set<Int> { session.isFixed ? [] : session.authentication.rule.statuses }
}

extension RawResponse {
    /// It says what became of the request itself: no redirect before it has taken that and pointed to something else (303, and 301 and 302 for
    /// a POST).
    fileprivate var isOfItsRequest: Bool { redirects.allSatisfy { $0.status == 307 || $0.status == 308 } }
}

extension CallOrder {
    /// Its request goes to a service of its pool: what that has of credentials is for it.
    var isForOwnServices: Bool {
        let environment = pool.environment(of: plan.destination)
        return pool.services.contains { service in
            ((try? RequestTarget(plan: plan, service: service.standing(in: environment)).owner()) ?? nil) != nil
        }
    }
}
