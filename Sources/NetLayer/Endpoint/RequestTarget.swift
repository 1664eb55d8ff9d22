// The URL of a request: its destination, and how its path is joined to a service's address.

/// Works out the URL of a plan.
struct RequestTarget {
    let plan: RequestPlan
    /// In the environment of the plan.
    let service: Service?

    /// The base that a relative path is joined to; `nil` for an absolute URL, which bypasses the service.
    /// Decided by the parsed scheme, so that `httpbin/get` is a path.
    func resolveBase() throws(NetError) -> URI? {
        let own = URI(plan.path)
        guard own.scheme == nil || own.authority == nil else { return nil }
        if let base = plan.destination.baseURL {
            guard base.isAbsoluteHTTP else {
                throw RequestGenerator.refusal(plan, "the base URL '\(base)' of the call is not an http or https URL with a host")
            }
            return secured(base)
        }
        guard let service else { throw RequestGenerator.refusal(plan, "a relative path needs a service") }
        let deployment: Deployment
        do throws(ServiceError) {
            deployment = try service.requireDeployment()
        } catch {
            throw RequestGenerator.refusal(plan, "\(error)")
        }
        let base = plan.destination.usesCDN ? deployment.cdnURL ?? deployment.baseURL : deployment.baseURL
        guard base.isAbsoluteHTTP else {
            throw RequestGenerator.refusal(
                plan, "the base URL '\(base)' of \(service.name) is not an http or https URL with a host")
        }
        return secured(base)
    }

    /// The origins at which requests reach the service: that of its base URL, and that of its CDN. None where
    /// it has no deployment.
    var homes: [String] {
        guard let deployment = service?.deployment else { return [] }
        return [deployment.baseURL, deployment.cdnURL].compactMap { $0.map { secured($0).origin } }
    }

    /// Whether the URL is the service's: at its base URL or its CDN. Without a service every URL is.
    func isHome(_ url: URI) -> Bool {
        guard let deployment = service?.deployment else { return service == nil }
        let origin = url.origin
        return [deployment.baseURL, deployment.cdnURL].contains {
            $0.map { $0.origin == origin || secured($0).origin == origin } ?? false
        }
    }

    /// The service, when the request goes to one of its origins. A host that is a template
    /// belongs to no service.
    func owner() throws(NetError) -> Service? { isHome(try resolveBase() ?? URI(plan.path)) ? service : nil }

    /// - Parameter parameters: those for the templates of the path.
    func makeURL(base: URI?, filledBy parameters: [Parameter]) throws(NetError) -> URI {
        let path = try filled(by: parameters)
        guard let base else {
            let own = URI(path)
            guard own.isAbsoluteHTTP else {
                // `URI` masks no secret in a host: the message then does not contain the URL.
                let isShown = plan.maskedTexts.isEmpty && !parameters.contains { $0.place == .path && $0.isHidden }
                let what = isShown ? "'\(own)'" : "the built path"
                throw RequestGenerator.refusal(plan, "\(what) is not an http or https URL with a host")
            }
            return Self.finished(own)
        }
        // A template may contain '#' and '?' in its path as data; the plan's own query follows the first '?'.
        let parts = path.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        let tail = (parts.first.map(String.init) ?? "").replacing("#", with: "%23")
        var url = base
        switch service?.joining ?? .append {
        case .append:
            let head = base.path.hasSuffix("/") ? String(base.path.dropLast()) : base.path
            url.path = URI.escaped(head + (tail.isEmpty || tail.hasPrefix("/") ? tail : "/" + tail))
        case .resolve:
            var reference = URI("")
            reference.path = URI.escaped(tail)
            url = base.resolving(reference)
            url.query = base.query
        }
        if parts.count == 2 {
            url.query = Self.query(
                existing: url.query, adding: [], text: URI.escaped(String(parts[1]).replacing("#", with: "%23")))
        }
        return Self.finished(url)
    }

    /// The same URL with https, when the plan requires it; removes port 80, which is http's.
    private func secured(_ url: URI) -> URI {
        guard plan.destination.requiresTLS, url.scheme == "http" else { return url }
        var url = url
        url.scheme = "https"
        if let authority = url.authority, authority.hasSuffix(":80") { url.authority = String(authority.dropLast(3)) }
        return url
    }

    private static func finished(_ url: URI) -> URI {
        var url = url
        url.fragment = nil
        if url.path.isEmpty { url.path = "/" }
        return url
    }

    /// The path with every `{name}` replaced. A value is one segment: its slashes are escaped.
    private func filled(by parameters: [Parameter]) throws(NetError) -> String {
        var path = plan.path
        for parameter in parameters where parameter.place == .path {
            let text = parameter.value.revealed
            guard !text.isEmpty else { throw RequestGenerator.refusal(plan, "path parameter '\(parameter.name)' is empty") }
            guard !Self.leavesPath(text, parameter, in: path) else {
                throw RequestGenerator.refusal(
                    plan, "path parameter '\(parameter.name)' is '\(text)', which would leave the path")
            }
            let encoded = parameter.isEncoded ? text : PercentCoding.encode(text, for: .pathSegment)
            path = path.replacing("{\(parameter.name)}", with: encoded)
        }
        if let open = path.utf8.firstIndex(of: UInt8(ascii: "{")),
            let close = path.utf8[open...].firstIndex(of: UInt8(ascii: "}"))
        {
            throw RequestGenerator.refusal(
                plan, "path parameter '\(path[path.utf8.index(after: open)..<close])' has no value")
        }
        return path
    }

    /// A value of only dots would change the path. An encoded value may begin with a dot by its style and be
    /// a part of a segment.
    private static func leavesPath(_ text: String, _ parameter: Parameter, in path: String) -> Bool {
        guard parameter.isEncoded else { return text == "." || text == ".." }
        return path.split(separator: "/").contains { segment in
            let filled = segment.replacing("{\(parameter.name)}", with: text)
            return filled != segment && filled.split(separator: "/").contains { $0 == "." || $0 == ".." }
        }
    }

    /// `existing`, then `text`, then the parameters, joined by `&`.
    static func query(existing: String?, adding parameters: [Parameter], text: String? = nil) -> String? {
        let pairs = parameters.map { parameter in
            let value = parameter.value.revealed
            guard !parameter.isEncoded else { return parameter.name.isEmpty ? value : "\(parameter.name)=\(value)" }
            return PercentCoding.encode(parameter.name, for: .queryItem) + "=" + PercentCoding.encode(value, for: .queryItem)
        }
        let parts = [existing, text].compactMap { $0 }.filter { !$0.isEmpty } + pairs
        return parts.isEmpty ? existing : parts.joined(separator: "&")
    }
}

extension RequestPlan {
    /// Whether the request goes to an address of its own and not to a service of a pool: the path is an
    /// absolute http or https URL, or the call names a base URL.
    public var hasOwnAddress: Bool { destination.baseURL != nil || URI(path).isAbsoluteHTTP }
}
