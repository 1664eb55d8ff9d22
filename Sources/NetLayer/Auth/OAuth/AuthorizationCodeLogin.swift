// The authorization code by a browser and a loopback redirect: opens the address, waits
// for the code, exchanges it.

struct AuthorizationCodeLogin: Sendable {
    let flow: AuthorizationCodeFlow
    let endpoint: TokenEndpoint

    private var client: NetClient { endpoint.context.client }

    func tokens() async throws(NetError) -> TokenSet {
        let attempted = "log in at \(endpoint.client.authorizationURL.map { "\($0)" } ?? "")"
        guard let address = endpoint.client.authorizationURL, address.isAbsoluteHTTP else {
            throw NetError(.badRequest, attempted: attempted, detail: "the client has no authorization URL")
        }
        let (pkce, state) = (PKCE(client.random), Nonce.generate(client.random))
        let landing = Landing<Callback.Outcome>()
        let listener: LoopbackRedirect
        do throws(FileProblem) {
            listener = try LoopbackRedirect(port: flow.port) { [path = flow.path, issuer = endpoint.client.issuer] target in
                Callback.answer(target, path: path, state: state, issuer: issuer) { landing.land($0) }
            }
        } catch {
            throw NetError(.connect, attempted: attempted, detail: error.detail)
        }
        defer { listener.stop() }
        let redirect = "http://127.0.0.1:\(listener.port)\(flow.path)"
        do { try await flow.open(makeAuthorizationURL(address, redirect, state, pkce)) } catch {
            throw .wrapping(error, as: .work, attempted: attempted)
        }
        let code = try await waitForCode(landing, attempted)
        return try await endpoint.tokens(
            "authorization_code",
            [
                Parameter("code", .secret(code), in: .form), Parameter("redirect_uri", .plain(redirect), in: .form),
                Parameter("code_verifier", .secret(pkce.verifier), in: .form),
            ])
    }

    private func makeAuthorizationURL(_ address: URI, _ redirect: String, _ state: String, _ pkce: PKCE) -> URI {
        var parameters = [
            ("response_type", "code"), ("client_id", endpoint.client.id), ("redirect_uri", redirect), ("state", state),
            ("code_challenge", pkce.challenge), ("code_challenge_method", "S256"),
        ]
        if !endpoint.client.scopes.isEmpty { parameters.append(("scope", endpoint.client.scopes.joined(separator: " "))) }
        parameters += endpoint.client.parameters.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
        var url = address
        url.query = RequestTarget.query(
            existing: address.query, adding: parameters.map { Parameter($0.0, .plain($0.1), in: .query) })
        return url
    }

    private func waitForCode(_ landing: Landing<Callback.Outcome>, _ attempted: String) async throws(NetError) -> Secret {
        let time = client.time
        let due = time.now() + flow.timeout
        let timer = Task {
            guard (try? await time.sleep(due)) != nil else { return }
            landing.land(.late)
        }
        defer { timer.cancel() }
        let outcome = await withTaskCancellationHandler {
            await landing.value()
        } onCancel: {
            landing.land(.cancelled)
        }
        switch outcome {
        case .code(let code): return code
        case .error(let failure):
            var error = NetError(.business(failure.code), attempted: attempted, detail: "\(failure.code): \(failure.message)")
            error.business = failure
            throw error
        case .late:
            throw NetError(.timedOut(.total), attempted: attempted, detail: "the browser did not return within \(flow.timeout)")
        case .cancelled: throw NetError(.cancelled(.scope), attempted: attempted)
        }
    }
}

/// The request with which the browser returns (RFC 6749 §4.1.2), and the page that it gets.
enum Callback {
    enum Outcome: Sendable {
        case code(Secret)
        case error(BusinessFailure)
        case late
        case cancelled
    }

    typealias Page = LoopbackPage

    /// - Parameters:
    ///   - target: path and query of the request.
    ///   - issuer: the issuer that the redirect must name; `nil` accepts every redirect with the right state.
    static func answer(
        _ target: String, path: String, state: String, issuer: String? = nil, land: (Outcome) -> Void
    ) -> Page {
        let url = URI(target)
        guard url.scheme == nil, url.authority == nil, url.path == path else {
            return Page(status: "404 Not Found", text: "There is nothing here.")
        }
        let pairs = (url.query ?? "").split(separator: "&").map { pair in
            let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map {
                PercentCoding.decode(String($0.replacing("+", with: " ")))
            }
            return (name: parts.first ?? "", value: parts.count > 1 ? parts[1] : "")
        }
        func value(_ name: String) -> String? {
            let found = pairs.filter { $0.name == name }
            return found.count == 1 ? found.first?.value : nil
        }
        // Any page in the browser can request this address: only a redirect from our
        // own login knows the state.
        guard value("state") == state else {
            return Page(status: "400 Bad Request", text: "This login was not started here. The program still waits for its own.")
        }
        guard issuer == nil || value("iss") == issuer else {
            let message =
                "the redirect is from \(value("iss").map { "the issuer '\($0)'" } ?? "no issuer"), not of '\(issuer ?? "")'"
            land(.error(BusinessFailure(code: "invalid_issuer", message: message)))
            return Page(
                status: "400 Bad Request", text: "This response is from another server. The login has ended.", isLast: true)
        }
        if let code = value("error") {
            let message = value("error_description") ?? ""
            land(.error(BusinessFailure(code: code, message: message, error: OAuthError(code: code, message: message))))
            return Page(status: "200 OK", text: "The login was refused. You can close this page.", isLast: true)
        }
        guard let code = value("code"), !code.isEmpty else {
            return Page(status: "400 Bad Request", text: "This response has no code.")
        }
        land(.code(Secret(code)))
        return Page(status: "200 OK", text: "You are logged in. You can close this page.", isLast: true)
    }
}
