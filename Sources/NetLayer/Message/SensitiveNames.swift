// The names that carry credentials by convention, so that their values are masked even when no caller asks
// for it. The only such rule: it covers headers, parameters, members of JSON, fields of forms, elements and
// attributes of XML, in requests and responses.

/// Decides by a name whether its value is a credential. Names are compared by their words,
/// independent of case and separators: `accessToken`, `access_token`, `X-Access-Token`, `ACCESSTOKEN`
/// and `user[access_token]` are alike.
///
/// - Properties of a credential are shown: `token_type`,
///   `secret_count`, `password_changed_at`, `token_endpoint`.
/// - Tokens that select a page are shown: `next_page_token`, `continuation_token`.
/// - Some words mean a credential in a request and usually not in a response:
///   `key`, `signature`, `session`, `auth`.
public enum SensitiveNames {
    /// Where a name marks a credential.
    enum Weight: Comparable, Sendable {
        /// It does not name a credential.
        case never
        /// In requests only: in a response, `key` is the key of a record.
        case inRequests
        /// In requests and responses.
        case always
    }

    /// Whether a header of this name is masked.
    public static func isSecretHeader(_ name: String) -> Bool {
        guard mayBeSecret(name) else { return false }
        let words = words(of: name)
        if weight(of: words) >= .inRequests { return true }
        // Names that vendors define for credentials: `X-Functions-Key`.
        guard let last = words.last, words.count > 1 else { return false }
        return last == "key" && !harmlessKeys.contains(words[words.count - 2]) || last == "signature"
    }

    /// Whether a query or form parameter of this name is masked.
    public static func isSecretParameter(_ name: String) -> Bool { weight(of: name) >= .inRequests }

    /// Whether a value of this name is masked: a member of a request's JSON body, an element or attribute of
    /// XML, or a variable.
    public static func isSecretMember(_ name: String) -> Bool { weight(of: name) >= .inRequests }

    /// Whether a parameter in a path is masked. Keys and sessions in paths identify resources.
    public static func isSecretPathParameter(_ name: String) -> Bool {
        guard mayBeSecret(name) else { return false }
        let words = words(of: name)
        return !words.contains("session") && weight(of: words) == .always
    }

    /// Whether a value that only requests have (`writeOnly`) counts as a credential: this includes names
    /// that are ambiguous elsewhere.
    public static func mayBeCredential(_ name: String) -> Bool {
        if weight(of: name) > .never { return true }
        let words = words(of: name)
        return !words.contains(where: tails.contains) && words.contains(where: open.contains)
    }

    static func weight(of name: String) -> Weight { mayBeSecret(name) ? weight(of: words(of: name)) : .never }

    /// Without the leading `x` of vendors' names.
    private static func words(of name: String) -> [String] {
        let words = NameWords.words(of: name)
        return words.count > 1 && words[0] == "x" ? Array(words.dropFirst()) : words
    }

    // MARK: The rule

    private static func weight(of words: [String]) -> Weight {
        guard let first = words.first, let last = words.last else { return .never }
        if words.count == 1, let weight = alone[last] { return weight }
        if words.count > 1, questions.contains(first) || words.contains("allow") { return .never }
        let pairs = zip(words, words.dropFirst())
        if pairs.contains(where: { identities.contains("\($0) \($1)") && $1 == last }) { return .always }
        if tails.contains(last) { return .never }
        if words.contains(where: strong.contains) { return .always }
        if pairs.contains(where: { sequences.contains("\($0) \($1)") || $1.isKey && keyOwners.contains($0) }) { return .always }
        if hasToken(words) || ends.contains(last) { return .always }
        let before = words.count > 1 ? words[words.count - 2] : ""
        if last == "pass", passOwners.contains(before) { return .always }
        if last == "auth" || last == "hmac" || before == "hmac" { return .inRequests }
        return ["signature", "sig"].contains(last) && signers.contains(before) ? .inRequests : .never
    }

    /// Whether a token proves an identity. Page tokens and the tokens that language models count do not.
    private static func hasToken(_ words: [String]) -> Bool {
        for (index, word) in words.enumerated() where word == "token" || word == "tokens" {
            let before = index > 0 ? words[index - 1] : ""
            let isLast = index == words.count - 1
            if tokenOwners.contains(before) { return true }
            if word == "tokens" || harmlessTokens.contains(before) { continue }
            if isLast || tokenParts.contains(words[index + 1]) { return true }
        }
        return false
    }

    // MARK: The words

    private static let alone: [String: Weight] = [
        "key": .inRequests, "session": .inRequests, "sid": .inRequests, "sig": .inRequests, "signature": .inRequests,
        "auth": .inRequests, "authentication": .inRequests, "pass": .inRequests, "hmac": .inRequests, "cookies": .inRequests,
        "assertion": .inRequests, "tokens": .inRequests, "token": .always, "pin": .always, "bearer": .always, "dpop": .always,
    ]
    /// Words that mark a credential anywhere in a name.
    private static let strong: Set<String> = [
        "password", "passwords", "passwd", "passwds", "pwd", "passphrase", "passphrases", "passcode", "passcodes", "secret",
        "secrets", "credential", "credentials", "creds", "jwt", "jwts", "csrf", "xsrf", "otp", "totp", "cvv", "cvc",
    ]
    /// Words that mark a credential at the end of a name.
    private static let ends: Set<String> = ["authorization", "cookie", "pin", "bearer", "dpop", "verifier"]
    private static let identities: Set<String> = ["session id", "secret id"]
    private static let sequences: Set<String> = [
        "session id", "authorization code", "auth code", "verification code", "security code", "recovery code", "recovery codes",
        "backup code", "backup codes", "device code", "access code", "activation code", "confirmation code", "login code",
        "reset code", "mfa code", "fa code", "sms code", "pin code", "proxy authentication", "authentication info",
        "client assertion", "saml response", "saml assertion", "connection string", "seed phrase", "recovery phrase",
    ]
    private static let keyOwners: Set<String> = [
        "api", "access", "private", "subscription", "master", "signing", "signature", "encryption", "decryption", "shared",
        "account", "function", "functions", "auth", "client", "app", "application", "session", "service", "admin", "deploy",
        "consumer", "hmac", "license", "security", "server", "webhook", "write", "aes", "rsa", "ssh", "pgp",
        "tls", "ssl", "goog",
    ]
    private static let harmlessKeys: Set<String> = [
        "public", "publishable", "idempotency", "sort", "cache", "partition", "surrogate", "primary", "foreign", "routing",
        "socket", "websocket", "group", "object", "record", "item", "row", "map", "translation", "range",
    ]
    private static let tokenOwners: Set<String> = [
        "access", "refresh", "id", "auth", "api", "session", "bearer", "csrf", "xsrf", "private", "security", "device", "push",
        "reset", "verification", "oauth", "client", "user", "personal", "authorization", "app", "bot", "service", "invite",
    ]
    private static let harmlessTokens: Set<String> = [
        "page", "next", "previous", "prev", "continuation", "cursor", "sync", "skip", "delta", "pagination", "paging",
        "resumption", "resume", "scroll", "start", "position", "offset", "bookmark", "after", "before", "last", "first",
        "nextpage", "prevpage", "list", "max", "min", "stop", "eos", "bos", "pad", "unk", "mask", "sep", "cls", "design", "per",
        "prompt", "completion", "input", "output", "total", "num", "special", "text", "color", "theme",
    ]
    private static let tokenParts: Set<String> = [
        "value", "string", "str", "hash", "text", "data", "raw", "body", "encrypted", "plain", "full", "jwt", "hint",
    ]
    private static let passOwners: Set<String> = [
        "user", "db", "database", "smtp", "ftp", "auth", "admin", "root", "login", "mail", "proxy", "old", "new", "my", "http",
        "basic", "account", "confirm", "repeat", "mysql", "redis",
    ]
    private static let signers: Set<String> = [
        "amz", "goog", "hub", "request", "webhook", "oauth", "hmac", "payload", "jwt", "url", "shared", "client", "api",
        "digital", "access", "slack", "stripe", "twilio", "line", "service", "message", "security",
    ]
    /// A name that begins with one of these asks whether or how many; its value is not a credential.
    private static let questions: Set<String> = [
        "is", "has", "have", "needs", "need", "requires", "require", "use", "uses", "with", "without", "enable", "enabled",
        "disable", "disabled", "allow", "allows", "allowed", "show", "hide", "can", "should", "must", "no",
        "num", "number", "max", "min", "total", "count", "forgot",
    ]
    /// After the name of a credential, these words name a property of it.
    private static let tails: Set<String> = [
        "type", "types", "kind", "kinds", "expires", "expire", "expired", "expiry", "expiration", "lifetime", "ttl", "age", "in",
        "at", "on", "until", "since", "date", "time", "timestamp", "day", "days", "hour", "hours", "minute", "minutes", "second",
        "seconds", "ms", "count", "counts", "counter", "used", "usage", "left", "remaining", "limit", "limits", "quota", "total",
        "sum", "max", "min", "maximum", "minimum", "length", "size", "len", "budget", "url", "urls", "uri", "uris", "endpoint",
        "endpoints", "path", "paths", "file", "filename", "files", "dir", "directory", "folder", "id", "ids", "name", "names",
        "label", "labels", "title", "description", "details", "docs", "policy", "policies", "rule", "rules", "requirements",
        "strength", "score", "status", "state", "enabled", "disabled", "required", "optional", "supported", "allowed", "valid",
        "invalid", "verified", "changed", "updated", "created", "issued", "revoked", "rotated", "set", "present", "exists",
        "missing", "version", "format", "algorithm", "algorithms", "alg", "algs", "method", "methods", "scheme", "schemes",
        "mode", "scope", "scopes", "audience", "issuer", "provider", "providers", "flow", "flows", "index", "rotation",
        "management", "manager", "service", "services", "server", "store", "storage", "config", "configuration", "settings",
        "options", "placeholder", "field", "fields", "header", "headers", "param", "parameter", "input", "model", "level",
        "group", "role", "owner", "creator", "source", "origin", "language", "encoding", "logprobs", "probability", "symbol",
        "address", "decimals", "supply", "price", "balance", "standard", "contract", "error", "errors", "message", "claims",
        "protected", "consent", "domain", "reason", "event", "events", "list", "page", "screen", "form", "view", "button", "ref",
        "refs", "reference",
    ]
    /// Words that may name a credential where a value is only written.
    private static let open: Set<String> = [
        "pass", "key", "keys", "code", "codes", "auth", "session", "sig", "signature", "certificate", "pem", "phrase", "seed",
        "mnemonic", "answer", "hash", "salt", "assertion", "token", "tokens", "pin",
    ]

    // MARK: Quick check

    /// Whether the rule has to run. It is applied to every field of every response, and hardly any name
    /// contains the letters of a credential.
    private static func mayBeSecret(_ name: String) -> Bool {
        var name = name
        return name.withUTF8 { mayBeSecret($0) }
    }

    /// The same for the bytes of a name.
    static func mayBeSecret(_ name: UnsafeBufferPointer<UInt8>) -> Bool {
        guard name.count >= 3 else { return false }
        var last = Int(name[0] & 31) << 5 | Int(name[1] & 31)
        for byte in name[2...] {
            last = (last << 5 | Int(byte & 31)) & 0x7FFF
            if roots[last] { return true }
        }
        return false
    }

    /// For each sequence of three letters, by their lower five bits: whether it occurs in a word of the rule.
    private static let roots: [Bool] = {
        var roots = [Bool](repeating: false, count: 1 << 15)
        let letters = [
            "pas", "pwd", "sec", "tok", "key", "cre", "jwt", "aut", "ses", "sid", "otp", "pin", "csr", "xsr", "sig", "hma", "coo",
            "dpo", "cvv", "cvc", "cod", "ver", "ass", "sam", "bea", "str", "phr",
        ]
        for root in letters { roots[root.utf8.reduce(0) { $0 << 5 | Int($1 & 31) }] = true }
        return roots
    }()
}

extension String {
    fileprivate var isKey: Bool { self == "key" || self == "keys" }
}
