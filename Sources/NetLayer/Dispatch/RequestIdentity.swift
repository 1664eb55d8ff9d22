// What an account adds to a request after the request is made. It decides which stored responses a call may
// see. Never shown: it consists of secrets.

/// What a client adds to a request after the request is made: `nil` parts are absent.
struct RequestIdentity: Sendable, Hashable {
    var account: String
    /// Identifies the login.
    var login: Secret?
    /// As they would be sent.
    var cookies: Secret?

    var text: String {
        let parts = [
            account.isEmpty ? nil : "account:\(account)", login.map { "login:\($0.reveal())" },
            cookies.map { "cookies:\($0.reveal())" },
        ]
        return parts.compactMap(\.self).joined(separator: "\n")
    }

    /// The request that was sent, without the credentials that this identity added.
    /// - Parameter made: the request before anything was added to it.
    func removed(from sent: WireRequest, made: WireRequest) -> WireRequest {
        var request = sent
        if let cookies, request.headers["Cookie"] == cookies.reveal() { request.headers.remove("Cookie") }
        guard login != nil else { return request }
        for field in sent.headers.fields
        where field.value.isSecret && !field.name.isSameFieldName(as: "Cookie") && made.headers[field.name] == nil {
            request.headers.remove(field.name)
        }
        if made.connection.authentication == nil { request.connection.authentication = nil }
        return request
    }
}
