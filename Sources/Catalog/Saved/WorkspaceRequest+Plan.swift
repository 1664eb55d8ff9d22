// From a saved request and the values of its variables to the plan that is sent.

import Foundation
import NetLayer

extension WorkspaceRequest {
    /// The parameters with their values, by name.
    /// - Throws: ``VariableError`` for a variable without a value.
    public func values(_ expansion: inout VariableExpansion) throws(VariableError) -> [(name: String, value: FieldValue)] {
        var values: [(name: String, value: FieldValue)] = []
        for parameter in parameters { values.append((parameter.name, try expansion.expand(parameter.text))) }
        return values
    }

    /// The plan of a request by address; `nil` for one that calls an endpoint.
    /// - Throws: ``VariableError`` for a variable without a value, and for an address that is none.
    public func plan(_ expansion: inout VariableExpansion) throws(VariableError) -> RequestPlan? {
        guard case .address(let method, let text) = target else { return nil }
        var plan = RequestPlan(id: name, title: name, method: method, path: "")
        try address(&plan, text, &expansion)
        for (name, value) in try values(&expansion) {
            plan.parameters.append(Parameter(name, value, in: plan.path.contains("{\(name)}") ? .path : .query))
        }
        try finish(&plan, mediaType: nil, &expansion)
        return plan
    }

    /// Puts its address, where it has one of its own, its authentication and its policies into a plan that has the rest.
    /// - Throws: ``VariableError`` for a variable without a value, and for an address that is none.
    public func applyOptions(to plan: inout RequestPlan, _ expansion: inout VariableExpansion) throws(VariableError) {
        try requireAgreement()
        if case .address(_, let text) = target { try address(&plan, text, &expansion) }
        try authorize(&plan, &expansion)
        applyPolicies(to: &plan)
    }

    private func address(
        _ plan: inout RequestPlan, _ text: WorkspaceText, _ expansion: inout VariableExpansion
    ) throws(VariableError) {
        let address = try expansion.expand(text, escaping: .url)
        plan.path = address.revealed
        guard plan.path.hasPrefix("/") && !plan.path.hasPrefix("//") || URI(plan.path).isAbsoluteHTTP else {
            throw VariableError(
                "\(name): '\(address)' is no URL", "write http:// or https:// and a host, or a path that begins with /",
                line: line)
        }
        // A host that is put together from pieces is agreed to as it is written: nothing that ends it, or fills it in later, stands in it.
        if URI(plan.path).isHostPatched {
            throw VariableError(
                "\(name): '\(address)' has a host with signs that belong to no host", "write the host out, or as one variable",
                line: line)
        }
        // A response that chooses the host does not choose who gets the user's secrets.
        if expansion.isPlaceFromResponse(text) {
            plan.credentialScope.home = []
            plan.credentialScope.coversURL = expansion.hasOwnSecret(text)
        }
        for piece in text.pieces where address.isSecret {
            let part = try expansion.expand(WorkspaceText(piece))
            guard case .secret(let secret) = part, !secret.reveal().isEmpty else { continue }
            plan.maskedTexts.formUnion([secret, Secret(PercentCoding.encode(secret.reveal(), for: .pathSegment))])
        }
    }

    /// Puts headers, body, authentication and the rest into a plan that has its parameters.
    /// - Parameter mediaType: of a body that does not say its own.
    /// - Throws: ``VariableError`` for a variable without a value.
    public func finish(
        _ plan: inout RequestPlan, mediaType: String?, _ expansion: inout VariableExpansion
    ) throws(VariableError) {
        try requireAgreement()
        plan.bounds = bounds
        for header in headers { plan.headers.set(HeaderField(header.name, try expansion.expand(header.text))) }
        switch body {
        case .none: break
        case .text(let text, let type):
            let text = try expansion.expand(text)
            plan.isBodySecret = text.isSecret
            plan.body = .bytes(Array(text.revealed.utf8), contentType: type ?? mediaType ?? "text/plain; charset=utf-8")
        case .json(let text):
            let text = try expansion.expand(text, escaping: .json)
            plan.isBodySecret = text.isSecret
            let isJSON = mediaType.map(MediaType.isJSON) ?? false
            plan.body = .bytes(Array(text.revealed.utf8), contentType: isJSON ? mediaType ?? "" : "application/json")
        case .form(let fields):
            for field in fields {
                let value = try expansion.expand(field.text)
                // As the form of the screen and -F write it, to the byte.
                plan.parameters += ParameterField(name: field.name, place: .query)
                    .parameters(for: value.revealed, in: .form, isSecret: value.isSecret)
            }
        case .multipart(let parts):
            var made: [MultipartBody.Part] = []
            for part in parts { made.append(try self.part(part, &plan.isBodySecret, &expansion)) }
            if !made.isEmpty { plan.body = MultipartBody(made).requestBody }
        case .file(let path, let type):
            plan.body = .file(path: path, contentType: type ?? mediaType ?? "application/octet-stream")
        }
        try authorize(&plan, &expansion)
        applyPolicies(to: &plan)
    }

    private func requireAgreement() throws(VariableError) {
        guard let withheld else { return }
        throw VariableError("\(name): \(withheld), which you have not agreed to", "explorer trust FILE", line: line)
    }

    private func part(
        _ part: Part, _ isSecret: inout Bool, _ expansion: inout VariableExpansion
    ) throws(VariableError) -> MultipartBody.Part {
        switch part.content {
        case .text(let text):
            let text = try expansion.expand(text)
            isSecret = isSecret || text.isSecret
            return MultipartBody.Part(name: part.name, content: .bytes(Array(text.revealed.utf8)), contentType: part.type)
        case .file(let path):
            return MultipartBody.Part(name: part.name, file: path, contentType: part.type ?? Part.usualFileType)
        }
    }

    /// What it says of timeout, retries and redirects; what it leaves open stays as it is.
    public func applyPolicies(to plan: inout RequestPlan) {
        if let timeout { plan.timeouts = Timeouts(total: timeout) }
        if let retries { plan.policies.retry = retries == 0 ? .never : RetryPolicy(attempts: retries + 1) }
        if let followsRedirects { plan.followsRedirects = followsRedirects }
    }

    private func authorize(_ plan: inout RequestPlan, _ expansion: inout VariableExpansion) throws(VariableError) {
        switch auth {
        case .inherited: return
        // What the service's requests carry would say who asks.
        case .none: plan.isForStranger = true
        case .bearer(let token):
            let token = try expansion.expand(token).revealed
            plan.headers.set(HeaderField("Authorization", .secret(Secret("Bearer \(token)"))))
        case .basic(let user, let password):
            let pair = "\(try expansion.expand(user).revealed):\(try expansion.expand(password).revealed)"
            plan.headers.set(HeaderField("Authorization", .secret(Secret("Basic \(Data(pair.utf8).base64EncodedString())"))))
        case .header(let name, let text):
            plan.headers.set(HeaderField(name, .secret(Secret(try expansion.expand(text).revealed))))
        case .query(let name, let text):
            plan.parameters.removeAll { $0.place == .query && $0.name == name }
            plan.parameters.append(Parameter(name, .secret(Secret(try expansion.expand(text).revealed)), in: .query))
        }
        // It says itself who it is: no login of the API's has a part in it.
        plan.bypassesAuth = true
    }
}

extension WorkspaceText {
    /// A text of this one piece.
    init(_ piece: Piece) { pieces = [piece] }
}

extension URI {
    /// Its host has signs that belong to none: braces that a parameter fills in later, or signs that end a host unless they are escaped.
    public var isHostPatched: Bool {
        let text = (authority ?? "").lowercased()
        return ["{", "}", "\\", "%7b", "%7d", "%2f", "%3f", "%23", "%40", "%5c"].contains { text.contains($0) }
    }
}
