// Sends the login request of a workspace, and reads the token in its response. The engine decides when.

import Catalog
import Document
import NetLayer

struct RequestLogin: Sendable {
    let login: LoginRequest

    var authentication: Authentication {
        var credential: (@Sendable (TokenSet) -> Credential)?
        if let carrier = login.carrier { credential = { carrier.credential($0.access) } }
        var refresh: (@Sendable (Secret, LoginContext) async throws -> TokenSet)?
        if let request = login.refresh { refresh = { try await tokens(by: request, keeping: $0, $1) } }
        return .tokens(
            identity: login.identity, credential: credential, refresh: refresh,
            login: { try await tokens(by: login.request, keeping: nil, $0) })
    }

    /// - Parameter refresh: the refresh token that the request sends; it stays valid where the response
    ///   brings no other.
    private func tokens(
        by request: WorkspaceRequest, keeping refresh: Secret?, _ context: LoginContext
    ) async throws(NetError) -> TokenSet {
        let plan = try makePlan(request, refresh, context.scope.environment)
        let startedAt = context.wallClock
        let response: RawResponse
        do throws(NetError) {
            response = try await context.send(Endpoint<RawResponse>(plan))
        } catch {
            throw explain(error)
        }
        let document: JSONDocument
        do throws(ResponseMembers.Problem) {
            document = try ResponseMembers.read(response)
        } catch {
            throw NetError(
                .decode, attempted: "\(plan)", detail: "no token with status \(response.head.status): \(error.description)")
        }
        if let failure = failure(in: document) {
            throw NetError(.business(failure.code), attempted: "\(plan)", detail: "\(failure.code): \(failure.message)")
        }
        return try login.readTokens(in: document.root, since: startedAt, keeping: refresh)
    }

    /// The error of a status, with the server's own words where its body has them.
    private func explain(_ error: NetError) -> NetError {
        guard case .status = error.kind, let response = error.response, let document = try? ResponseMembers.read(response),
            let failure = failure(in: document)
        else { return error }
        var error = error
        error.detail += ": \(failure.code): \(failure.message)"
        return error
    }

    private func failure(in document: JSONDocument) -> BusinessFailure? {
        guard case .failure(let failure)? = login.business?.verdict(on: document.root) else { return nil }
        return failure
    }

    private func makePlan(
        _ request: WorkspaceRequest, _ refresh: Secret?, _ environment: Environment
    ) throws(NetError) -> RequestPlan {
        guard var values = login.values[environment]?.expansion else {
            throw NetError(.badRequest, attempted: request.name, detail: "the login has no values in \(environment)")
        }
        if let refresh { values.capture(LoginRequest.refreshVariable, .secret(refresh)) }
        let draft: RequestDraft?
        do throws(VariableError) {
            draft = try RequestDraft(request, &values)
        } catch {
            throw NetError(.badRequest, attempted: request.name, detail: "\(error)")
        }
        guard var plan = draft?.plan else {
            throw NetError(.badRequest, attempted: request.name, detail: "the login has no address")
        }
        plan.isBodySecret = true
        plan.maskedTexts.formUnion(values.secrets)
        plan.limits = ResponseLimits(body: 1 << 20, decodedBody: 1 << 20)
        if plan.headers.first("Accept") == nil { plan.headers.add(HeaderField("Accept", "application/json")) }
        // A redirect could take the password elsewhere.
        plan.followsRedirects = false
        // Servers lock accounts after failed logins, and accept a refresh token only once.
        plan.policies.retry = .never
        plan.policies.hedge = .never
        return plan
    }
}
