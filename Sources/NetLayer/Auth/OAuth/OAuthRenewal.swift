// Login and renewal for each flow.

struct OAuthRenewal: Sendable {
    let flow: OAuthFlow
    let client: OAuthClient

    func login(_ context: LoginContext) async throws(NetError) -> Grant {
        let endpoint = TokenEndpoint(client: client, context: context)
        switch flow {
        case .clientCredentials: return Grant(try await endpoint.tokens("client_credentials", scopes: client.scopes))
        case .password(let user, let password):
            let parameters = [
                Parameter("username", .plain(user), in: .form), Parameter("password", .secret(password), in: .form),
            ]
            return Grant(try await endpoint.tokens("password", parameters, scopes: client.scopes))
        case .authorizationCode(let flow): return Grant(try await AuthorizationCodeLogin(flow: flow, endpoint: endpoint).tokens())
        case .deviceCode(let show): return Grant(try await DeviceCodeLogin(show: show, endpoint: endpoint).tokens())
        case .refreshOnly:
            throw NetError(.unsupported, attempted: "log in", detail: "the tokens of this account come from another source")
        }
    }

    func renew(_ grant: Grant?, _ context: LoginContext) async throws(NetError) -> Grant {
        let endpoint = TokenEndpoint(client: client, context: context)
        if let refresh = grant?.tokens?.refresh {
            // RFC 6749 §6: without a scope the token has that of the login.
            let parameters = [Parameter("refresh_token", .secret(refresh), in: .form)]
            do throws(NetError) {
                var tokens = try await endpoint.tokens("refresh_token", parameters, keeping: refresh)
                if tokens.scopes.isEmpty { tokens.scopes = grant?.tokens?.scopes ?? [] }
                return Grant(tokens)
            } catch {
                // A flow that needs no user logs in anew.
                guard flow.needsNoUser, error.endsLogin else { throw error }
            }
        }
        guard flow.needsNoUser else {
            throw NetError(
                .authentication(.loginRequired), attempted: "refresh the login", detail: "there is no refresh token")
        }
        return try await login(context)
    }
}
