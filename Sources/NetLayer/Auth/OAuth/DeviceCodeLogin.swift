// The device code (RFC 8628): shows a code, then polls until a user has confirmed it elsewhere.

struct DeviceCodeLogin: Sendable {
    let show: @Sendable (DeviceCode) async -> Void
    let endpoint: TokenEndpoint

    func tokens() async throws(NetError) -> TokenSet {
        guard let url = endpoint.client.deviceURL else {
            throw NetError(
                .badRequest, attempted: "log in by a device code", detail: "the client has no device authorization URL")
        }
        let client = endpoint.context.client
        let (shown, code) = try await endpoint.deviceCode(at: url)
        await show(shown)
        var polling = DevicePolling(interval: shown.interval, expiresAt: shown.expiresAt)
        while true {
            do { try await client.time.sleep(client.time.now() + polling.interval) } catch {
                throw NetError(.cancelled(.scope), attempted: "log in by a device code")
            }
            do throws(NetError) {
                return try await endpoint.tokens(
                    "urn:ietf:params:oauth:grant-type:device_code", [Parameter("device_code", .secret(code), in: .form)])
            } catch {
                if let end = polling.finalError(after: error, wallClock: client.wallClock()) { throw end }
            }
        }
    }
}

/// How often to poll for a device's tokens, and until when. Pure.
struct DevicePolling: Sendable {
    private(set) var interval: Duration
    let expiresAt: Duration

    init(interval: Duration, expiresAt: Duration) {
        self.interval = max(interval, .seconds(1))
        self.expiresAt = expiresAt
    }

    /// - Returns: the error of the login; `nil` polls again after ``interval``.
    mutating func finalError(after error: NetError, wallClock: Duration) -> NetError? {
        switch error.business(as: OAuthError.self) {
        case .authorizationPending: break
        case .slowDown: interval += .seconds(5)
        case nil where error.kind.isTransient: interval = max(interval, min(interval * 2, .seconds(60)))
        case nil where { if case .status(500...) = error.kind { true } else { false } }():
            interval = max(interval, min(interval * 2, .seconds(60)))
        default: return error
        }
        guard wallClock < expiresAt else {
            var late = NetError(
                .business("expired_token"), attempted: error.attempted, detail: "the code was not confirmed in time")
            late.business = BusinessFailure(code: "expired_token", error: OAuthError.expiredToken)
            return late
        }
        return nil
    }
}
