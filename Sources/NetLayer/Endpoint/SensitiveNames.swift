// Which header, query and cookie names carry credentials by convention, so that they are masked even when nobody said so.

/// The names under which the field sends credentials. Matching is case-insensitive.
public enum SensitiveNames {
    private static let headers: Set<String> = [
        "authorization", "proxy-authorization", "cookie", "set-cookie", "x-api-key", "api-key", "apikey", "x-auth-token",
        "x-access-token", "x-csrf-token", "x-xsrf-token", "x-amz-security-token", "x-goog-api-key", "private-token",
        "authentication-info", "proxy-authentication-info",
    ]
    /// How the names of headers end that vendors make up for credentials: `X-Vault-Token`, `Ocp-Apim-Subscription-Key`.
    private static let endings = ["-token", "-secret", "-key", "-password", "-signature"]
    private static let headerLengths = Set(headers.map(\.utf8.count))
    private static let parameters: Set<String> = [
        "access_token", "refresh_token", "id_token", "token", "auth_token", "api_key", "apikey", "api-key", "key", "password",
        "passwd", "pwd", "secret", "client_secret", "signature", "sig", "x-amz-signature", "x-amz-security-token",
        "x-goog-signature", "code_verifier", "session", "sessionid",
    ]

    /// Whether a header of this name is masked.
    public static func isSecretHeader(_ name: String) -> Bool {
        // Asked for every field of every answer: nearly all are told apart by their length or their last letter.
        if headerLengths.contains(name.utf8.count), headers.contains(name.lowercased()) { return true }
        guard let last = name.utf8.last, endings.contains(where: { $0.utf8.last == last | 0x20 }) else { return false }
        let lower = name.lowercased()
        return endings.contains(where: lower.hasSuffix)
    }

    /// Whether a query or form parameter of this name is masked.
    public static func isSecretParameter(_ name: String) -> Bool { parameters.contains(name.lowercased()) }

    /// Whether a member of a JSON body is masked where a body is exported; names in any style (`accessToken`, `access_token`).
    public static func isSecretMember(_ name: String) -> Bool { members.contains(compact(name)) }

    private static let members = Set(parameters.map(compact))
    private static func compact(_ name: String) -> String { name.lowercased().filter { $0 != "_" && $0 != "-" } }
}
