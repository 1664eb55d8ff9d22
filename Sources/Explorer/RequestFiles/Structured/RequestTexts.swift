// All texts of a request that may contain variables, for searches.

extension CollectionRequest {
    /// The texts that are sent or decide the target: neither names nor docs.
    var texts: [String] {
        var texts = [url]
        for fields in [query, pathVariables, headers, variables] { texts += fields.texts }
        return texts + body.texts + (auth?.texts ?? [])
    }

    /// The value of the Content-Type field in the file.
    var contentType: String? {
        headers.first { !$0.isDisabled && $0.name.lowercased() == "content-type" }?.value
    }

    /// Removes a multipart Content-Type: only the sender of the body knows the boundary between its parts.
    mutating func dropMultipartType() {
        headers.removeAll {
            $0.name.lowercased() == "content-type" && $0.value.lowercased().hasPrefix("multipart/form-data")
        }
    }
}

extension [CollectionField] {
    var texts: [String] { flatMap { [$0.name, $0.value] } }
}

extension CollectionBody {
    var texts: [String] {
        switch self {
        case .none: []
        case .text(let text, let mediaType): [text, mediaType ?? ""]
        case .bytes(_, let mediaType): [mediaType ?? ""]
        case .form(let fields): fields.texts
        case .multipart(let parts):
            parts.flatMap { part -> [String] in
                switch part.content {
                case .text(let text): [part.name, text]
                case .file(let path): [part.name, path]
                }
            }
        case .file(let path, _, _): [path]
        case .graphQL(let query, let variables, let operation): [query, variables, operation ?? ""]
        }
    }
}

extension CollectionAuth {
    var texts: [String] {
        switch self {
        case .none: []
        case .basic(let user, let password), .digest(let user, let password): [user, password]
        case .bearer(let token, let prefix): [token, prefix]
        case .apiKey(let name, let value, _): [name, value]
        case .awsSigV4(let accessKey, let secretKey, let region, let service, let sessionToken):
            [accessKey, secretKey, region, service, sessionToken]
        case .oauth2(let fields), .other(_, let fields): fields.texts
        }
    }
}
