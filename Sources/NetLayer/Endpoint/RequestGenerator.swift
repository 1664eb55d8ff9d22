// From a plan and the service that was picked to the request on the wire. Run again for every attempt; pure.

/// Makes wire requests.
public struct RequestGenerator: Sendable {
    /// Sent with every request unless a later layer sets the same name: generator, service, plan, parameter (HH-G5).
    public var commonHeaders: Headers

    public init(commonHeaders: Headers = Headers()) { self.commonHeaders = commonHeaders }

    /// - Throws: ``NetError/Kind/badRequest`` naming the part that cannot be sent.
    public func request(for plan: RequestPlan, on service: Service?) throws(NetError) -> WireRequest {
        func refuse(_ detail: String) -> NetError { NetError(.badRequest, attempted: "\(plan)", detail: detail) }

        guard plan.method.isValid else { throw refuse("'\(plan.method)' is not a method name") }
        var url = try Self.target(path: try Self.filled(plan, refuse), service: service, refuse)
        url.query = Self.query(existing: url.query, adding: plan.parameters.filter { $0.place == .query })
        let secrets = plan.parameters.filter(\.value.isSecret)
        url.secretNames.formUnion(secrets.map(\.name))
        url.secretNames.formUnion(plan.maskedNames)
        url.secretTexts.formUnion(plan.maskedTexts)
        for secret in secrets where secret.place == .path {
            url.secretTexts.insert(Secret(PercentCoding.encode(secret.value.revealed, for: .pathSegment)))
        }

        var request = WireRequest(
            method: plan.method, url: url, timeouts: plan.timeouts, limits: plan.limits, connection: plan.connection)
        // What a service's requests carry is for that service: an absolute URL elsewhere gets none of it, and no common credential.
        let isElsewhere = plan.isForStranger || service.map { $0.baseURL.origin != url.origin } ?? false
        let common = isElsewhere ? Headers(commonHeaders.fields.filter { !$0.value.isSecret }) : commonHeaders
        request.headers = Self.headers(common, isElsewhere ? Headers() : service?.headers ?? Headers(), plan)
        let form = plan.parameters.filter { $0.place == .form }
        switch plan.body {
        case .bytes(let bytes, let contentType):
            guard form.isEmpty else { throw refuse("a call has form fields or a body, not both") }
            request.body = .bytes(bytes)
            if request.headers.first("Content-Type") == nil { request.headers.add(HeaderField("Content-Type", contentType)) }
        case .none where !form.isEmpty:
            request.body = .bytes(Array((Self.query(existing: nil, adding: form) ?? "").utf8))
            if request.headers.first("Content-Type") == nil {
                request.headers.add(HeaderField("Content-Type", "application/x-www-form-urlencoded"))
            }
        case .none: break
        }
        for field in request.headers.fields {
            guard HTTPMethod(rawValue: field.name).isValid else { throw refuse("'\(field.name)' is not a header name") }
            guard !field.value.revealed.unicodeScalars.contains(where: { $0 == "\r" || $0 == "\n" || $0 == "\0" }) else {
                throw refuse("the value of header \(field.name) has a line break or NUL in it")
            }
        }
        return request
    }

    /// The path with every `{name}` replaced. A value is one segment: its slashes are escaped.
    private static func filled(_ plan: RequestPlan, _ refuse: (String) -> NetError) throws(NetError) -> String {
        var path = plan.path
        for parameter in plan.parameters where parameter.place == .path {
            let text = parameter.value.revealed
            guard !text.isEmpty else { throw refuse("path parameter '\(parameter.name)' is empty") }
            guard text != ".", text != ".." else {
                throw refuse("path parameter '\(parameter.name)' is '\(text)', which would leave the path")
            }
            path = path.replacing("{\(parameter.name)}", with: PercentCoding.encode(text, for: .pathSegment))
        }
        if let open = path.utf8.firstIndex(of: UInt8(ascii: "{")),
            let close = path.utf8[open...].firstIndex(of: UInt8(ascii: "}"))
        {
            throw refuse("path parameter '\(path[path.utf8.index(after: open)..<close])' has no value")
        }
        return path
    }

    /// Joins base and path with exactly one slash between them (B-HH-G4); an absolute path bypasses the service (HH-G2, B-HH-G1).
    private static func target(path: String, service: Service?, _ refuse: (String) -> NetError) throws(NetError) -> URI {
        let own = URI(path)
        if own.scheme != nil, own.authority != nil {
            guard own.isAbsoluteHTTP else { throw refuse("'\(own)' is not an http or https URL with a host") }
            return withoutFragment(own)
        }
        guard let service else { throw refuse("a relative path needs a service to be sent to") }
        guard service.baseURL.isAbsoluteHTTP else {
            throw refuse("the base URL '\(service.baseURL)' of \(service.name) is not an http or https URL with a host")
        }
        var url = service.baseURL
        // A template may hold '#' and '?' in its path as data; the plan's own query stands after the first '?'.
        let parts = path.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        let tail = (parts.first.map(String.init) ?? "").replacing("#", with: "%23")
        let base = url.path.hasSuffix("/") ? String(url.path.dropLast()) : url.path
        url.path = URI.escaped(base + (tail.isEmpty || tail.hasPrefix("/") ? tail : "/" + tail))
        if url.path.isEmpty { url.path = "/" }
        if parts.count == 2 {
            url.query = query(existing: url.query, adding: [], text: URI.escaped(String(parts[1]).replacing("#", with: "%23")))
        }
        return withoutFragment(url)
    }

    private static func withoutFragment(_ url: URI) -> URI {
        var url = url
        url.fragment = nil
        if url.path.isEmpty { url.path = "/" }
        return url
    }

    private static func query(existing: String?, adding parameters: [Parameter], text: String? = nil) -> String? {
        let pairs = parameters.map {
            PercentCoding.encode($0.name, for: .queryItem) + "=" + PercentCoding.encode($0.value.revealed, for: .queryItem)
        }
        let parts = [existing, text].compactMap { $0 }.filter { !$0.isEmpty } + pairs
        return parts.isEmpty ? existing : parts.joined(separator: "&")
    }

    private static func headers(_ common: Headers, _ service: Headers, _ plan: RequestPlan) -> Headers {
        var headers = common
        for layer in [service, plan.headers] {
            for name in Set(layer.fields.map { $0.name.lowercased() }) { headers.remove(name) }
            layer.fields.forEach { headers.add($0) }
        }
        for parameter in plan.parameters where parameter.place == .header {
            headers.set(HeaderField(parameter.name, parameter.value))
        }
        let cookies = plan.parameters.filter { $0.place == .cookie }.map { "\($0.name)=\($0.value.revealed)" }
        if !cookies.isEmpty { headers.set(HeaderField("Cookie", cookies.joined(separator: "; "))) }
        return headers
    }
}
