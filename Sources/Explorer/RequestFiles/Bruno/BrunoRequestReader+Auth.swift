// The auth of a .bru file: the chosen mode, and the block that belongs to it.

extension BrunoRequestReader {
    mutating func readAuth(mode: String?, line: Int) -> CollectionAuth? { blocks.readAuth(mode: mode, line: line) }
}

extension BrunoBlocks {
    /// - Parameter mode: as in the file. Without one the request sends no auth, as in Bruno.
    /// - Returns: `nil` if the request inherits the auth of its folder.
    mutating func readAuth(mode: String?, line: Int) -> CollectionAuth? {
        let kept = bru.blocks.filter { LineSyntax.hasPrefix($0.name, "auth:") && !LineSyntax.hasPrefix($0.name, "auth:oauth2:") }
        var mode = mode ?? ""
        if mode.isEmpty, kept.count == 1, let only = kept.first {
            mode = LineSyntax.dropping(5, of: only.name)
            addNote(.assumed, only.line, "no auth is chosen", hint: "the written one is used: `auth: \(mode)`")
        }
        let chosen = "auth:" + (mode == "api-key" ? "apikey" : mode)
        for block in kept where block.name != chosen {
            addNote(
                .unsupported, block.line, "`\(block.name)` is kept, but another auth is chosen", hint: "change the auth to use it"
            )
        }
        if mode == "inherit" { return nil }
        if mode.isEmpty || mode == "none" { return CollectionAuth.none }
        guard let pairs = pairs(chosen) else {
            addNote(.skipped, line, "the auth `\(mode)` is chosen, and has no block", hint: "write `\(chosen) { … }`")
            return nil
        }
        return readAuth(chosen, pairs, line: bru[chosen]?.line ?? line)
    }

    private mutating func readAuth(_ name: String, _ pairs: BruPairs, line: Int) -> CollectionAuth {
        func value(_ key: String) -> String { VariableText.normalised(pairs[key] ?? "") }
        switch name {
        case "auth:basic": return .basic(user: value("username"), password: value("password"))
        case "auth:digest": return .digest(user: value("username"), password: value("password"))
        case "auth:bearer": return .bearer(token: value("token"))
        case "auth:apikey":
            return .apiKey(name: value("key"), value: value("value"), inQuery: LineSyntax.hasPrefix(value("placement"), "query"))
        case "auth:awsv4":
            if !value("profileName").isEmpty {
                addNote(.unsupported, line, "the profile of AWS auth is not read", hint: "write the keys")
            }
            return .awsSigV4(
                accessKey: value("accessKeyId"), secretKey: value("secretAccessKey"), region: value("region"),
                service: value("service"),
                sessionToken: value("sessionToken"))
        case "auth:oauth2":
            for block in bru.blocks where LineSyntax.hasPrefix(block.name, "auth:oauth2:") {
                addNote(
                    .unsupported, block.line, "additional parameters of OAuth 2 are not read",
                    hint: "check the auth of the request")
            }
            return .oauth2(pairs.pairs.map(\.field))
        default:
            let name = LineSyntax.dropping(5, of: name)
            addNote(.unsupported, line, "the auth `\(name)` is not supported", hint: "nothing is sent for it")
            return .other(name: name, pairs.pairs.map(\.field))
        }
    }
}
