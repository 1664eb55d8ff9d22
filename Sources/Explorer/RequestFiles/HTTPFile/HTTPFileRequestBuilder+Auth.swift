// The Authorization field of a .http file in its short forms: `Basic user password`,
// `Digest …`, `AWS …`, `openid …`.

extension HTTPFileRequestBuilder {
    /// Converts the field to auth if it understands it; otherwise leaves it among the header fields.
    mutating func readAuth() {
        let places = headers.indices.filter { headers[$0].field.name.lowercased() == "authorization" }
        guard places.count == 1, let place = places.first else { return }
        let words = VariableText.words(headers[place].field.value)
        guard words.count > 1 || ["oauth2", "openid", "oauth"].contains(words.first?.lowercased()) else { return }
        let rest = Array(words.dropFirst())
        let auth: CollectionAuth?
        switch words[0].lowercased() {
        case "basic": auth = Self.basic(rest)
        case "digest": auth = Self.credentials(rest).map { .digest(user: $0.user, password: $0.password) }
        case "bearer" where rest.count == 1: auth = .bearer(token: rest[0], prefix: words[0])
        case "aws" where rest.count > 1: auth = readAWSAuth(rest, line: headers[place].line)
        case "oauth2", "openid", "oauth": auth = readOAuth2(rest, line: headers[place].line)
        default: auth = nil
        }
        guard let auth else { return }
        request.auth = auth
        request.authPlace = place
        headers.remove(at: place)
    }

    private static func basic(_ words: [String]) -> CollectionAuth? {
        if let pair = credentials(words) { return .basic(user: pair.user, password: pair.password) }
        guard words.count == 1, let text = Base64Decoder.decodeText(words[0]),
            let halves = LineSyntax.halves(text, at: UInt8(ascii: ":"))
        else {
            return nil
        }
        return .basic(user: halves.before, password: halves.after)
    }

    /// `user password`, in which the password may contain blanks, or `user:password`, in which the user's name may, too.
    private static func credentials(_ words: [String]) -> (user: String, password: String)? {
        let text = words.joined(separator: " ")
        let halves = VariableText.split(text, limit: 2) { $0 == UInt8(ascii: ":") }
        if halves.count == 2 { return (LineSyntax.trimmed(halves[0]), LineSyntax.trimmed(halves[1])) }
        guard words.count > 1, let first = words.first else { return nil }
        return (first, words.dropFirst().joined(separator: " "))
    }

    /// `AWS id key token:… region:… service:…`.
    private mutating func readAWSAuth(_ words: [String], line: Int) -> CollectionAuth {
        var values = ["token": "", "region": "", "service": ""]
        for word in words.dropFirst(2) {
            guard let halves = LineSyntax.halves(word, at: UInt8(ascii: ":")), values[halves.before.lowercased()] != nil else {
                addNote(
                    .skipped, line, "`\(word)` is not a setting of AWS auth",
                    hint: "write `token:`, `region:` or `service:` before it")
                continue
            }
            values[halves.before.lowercased()] = halves.after
        }
        return .awsSigV4(
            accessKey: words[0], secretKey: words[1], region: values["region"] ?? "", service: values["service"] ?? "",
            sessionToken: values["token"] ?? "")
    }

    /// `openid client_credentials job`: its settings are variables that begin with `job_`.
    private mutating func readOAuth2(_ words: [String], line: Int) -> CollectionAuth {
        let flows = [
            "authorization_code", "code", "client_credentials", "client", "implicit", "hybrid", "password", "device_code",
            "device",
        ]
        let flow = words.first.flatMap { flows.contains($0) ? $0 : nil }
        let prefix = words.last.flatMap { words.count > (flow == nil ? 0 : 1) ? $0 : nil } ?? "oauth2"
        let own = context.variables.filter { LineSyntax.hasPrefix($0.name, prefix + "_") }
        addNote(
            .assumed, line, "OAuth 2 is set by variables that begin with `\(prefix)_`",
            hint: own.isEmpty ? "this file sets none: check the auth of the request" : "check the auth of the request")
        let fields = own.map {
            CollectionField(LineSyntax.dropping(prefix.utf8.count + 1, of: $0.name), $0.value, isSecret: $0.isSecret)
        }
        return .oauth2([CollectionField("grantType", flow ?? "client_credentials")] + fields)
    }
}
