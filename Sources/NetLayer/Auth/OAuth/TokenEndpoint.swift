// Requests to the token endpoint, and the parsing of its responses. They are rows like any other, but
// their bodies are never shown.

import Document

struct TokenEndpoint: Sendable {
    let client: OAuthClient
    let context: LoginContext

    /// - Parameters:
    ///   - parameters: those of the grant, including secret ones.
    ///   - refresh: stays valid where the server sends no other.
    func tokens(_ grantType: String, _ parameters: [Parameter] = [], scopes: [String] = [], keeping refresh: Secret? = nil)
        async throws(NetError) -> TokenSet
    {
        var form = [Parameter("grant_type", .plain(grantType), in: .form)] + parameters
        if !scopes.isEmpty { form.append(Parameter("scope", .plain(scopes.joined(separator: " ")), in: .form)) }
        let startedAt = context.client.wallClock()
        return try await send(
            form, to: grantType == "refresh_token" ? client.refreshURL ?? client.tokenURL : client.tokenURL,
            title: "tokens by \(grantType)"
        ) { answer in
            try Self.tokens(in: answer, since: startedAt, scopes: scopes, keeping: refresh)
        }
    }

    /// Asks for a device code (RFC 8628 §3.1).
    func deviceCode(at url: URI) async throws(NetError) -> (DeviceCode, code: Secret) {
        let form = client.scopes.isEmpty ? [] : [Parameter("scope", .plain(client.scopes.joined(separator: " ")), in: .form)]
        let startedAt = context.client.wallClock()
        return try await send(form, to: url, title: "device code") { answer in
            let root = try Self.members(of: answer)
            guard let code = root["device_code"]?.string, let userCode = root["user_code"]?.string,
                let address = (root["verification_uri"] ?? root["verification_url"])?.string
            else { throw TokenProblem("the response has no device code, user code or address") }
            let seconds = TokenSet.lifetime(root["expires_in"]) ?? .seconds(1_800)
            return (
                DeviceCode(
                    userCode: userCode, verificationURI: URI(address),
                    verificationURIComplete: root["verification_uri_complete"]?.string.map { URI($0) },
                    expiresAt: startedAt + seconds,
                    interval: TokenSet.lifetime(root["interval"]) ?? .seconds(5)), Secret(code)
            )
        }
    }

    private func send<R: Sendable>(
        _ form: [Parameter], to url: URI, title: String, decode: @escaping @Sendable (RawResponse) throws -> R
    ) async throws(NetError) -> R {
        var plan = RequestPlan(
            id: "oauth", title: title, method: .post, path: url.revealed, parameters: form,
            headers: ["Accept": "application/json"],
            limits: ResponseLimits(body: 1 << 20, decodedBody: 1 << 20), connection: client.connection, followsRedirects: false)
        // An authorization server must get neither the service's headers nor its account's credential.
        plan.isForThirdParty = true
        plan.isBodySecret = true
        // A refresh token may be accepted only once: a repetition would end the login.
        plan.policies.retry = RetryPolicy(attempts: 1)
        plan.policies.hedge = .never
        plan.parameters += client.parameters.sorted { $0.key < $1.key }.map { Parameter($0.key, .plain($0.value), in: .form) }
        authenticate(&plan)
        var endpoint = Endpoint(plan, decode: decode)
        endpoint.behaviour.business = OAuthError.rule
        do throws(NetError) {
            return try await context.send(endpoint)
        } catch {
            // RFC 6749 §5.2: the code is more precise than the status 400 that comes with it.
            guard let business = error.business, case .status = error.kind, !business.code.isEmpty else { throw error }
            var error = error
            error.kind = .business(business.code)
            error.detail = "\(business.code): \(business.message)"
            throw error
        }
    }

    private func authenticate(_ plan: inout RequestPlan) {
        switch client.authentication {
        case .basic:
            let name = Self.formEncoded(client.id) + ":" + Self.formEncoded(client.secret?.reveal() ?? "")
            plan.headers.set(HeaderField("Authorization", .secret(Secret("Basic " + Base64.encode(Array(name.utf8))))))
        case .body:
            plan.parameters.append(Parameter("client_id", .plain(client.id), in: .form))
            if let secret = client.secret { plan.parameters.append(Parameter("client_secret", .secret(secret), in: .form)) }
        case .none where client.id.isEmpty: break
        case .none: plan.parameters.append(Parameter("client_id", .plain(client.id), in: .form))
        }
    }

    /// RFC 6749 §2.3.1 and appendix B.
    private static func formEncoded(_ text: String) -> String { PercentCoding.encode(text, for: .expansion) }

    /// RFC 6749 §5.1; some servers send a form.
    static func tokens(
        in answer: RawResponse, since startedAt: Duration, scopes: [String], keeping refresh: Secret?
    ) throws -> TokenSet {
        let root = try members(of: answer)
        guard let access = root["access_token"]?.string, !access.isEmpty else {
            throw TokenProblem("the response has no access token: expected access_token in JSON (RFC 6749 §5.1), or in a form")
        }
        let type = root["token_type"]?.string ?? "Bearer"
        guard type.lowercased() == "bearer" else { throw TokenProblem("tokens of the type '\(type)' cannot be used here") }
        let given = root["scope"]?.string?.split(separator: " ").map(String.init)
        return TokenSet(
            access: Secret(access), refresh: root["refresh_token"]?.string.map { Secret($0) } ?? refresh, type: type,
            expiresAt: TokenSet.lifetime(root["expires_in"]).map { startedAt + $0 }, scopes: given ?? scopes)
    }
}

extension TokenEndpoint {
    private static func members(of answer: RawResponse) throws(TokenProblem) -> JSONNode {
        do throws(ResponseMembers.Problem) {
            return try ResponseMembers.read(answer).root
        } catch {
            throw TokenProblem("no token response (RFC 6749 §5.1): \(error.description)")
        }
    }
}

/// A field that an authorization server's response lacks, or one that cannot be used.
struct TokenProblem: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }
}
