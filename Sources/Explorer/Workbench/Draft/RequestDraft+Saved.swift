// Fills a draft from a saved request, once its variables have their values.

import Catalog
import Foundation
import NetLayer

extension RequestDraft {
    /// A saved request by address.
    /// - Returns: `nil` for one that calls an endpoint.
    /// - Throws: ``VariableError`` for a variable without a value, and for an invalid address.
    public init?(_ request: WorkspaceRequest, _ expansion: inout VariableExpansion) throws(VariableError) {
        guard case .address(let method, let text) = request.target else { return nil }
        self.init(.address(method, ""))
        (id, title) = (request.name, request.name)
        let address = try DraftAddress(text, of: request, &expansion)
        self.address = address
        for parameter in request.parameters {
            let place: Parameter.Place = address.path.contains("{\(parameter.name)}") ? .path : .query
            values.append(.parameter(Parameter(parameter.name, try expansion.expand(parameter.text), in: place)))
        }
        try applySavedRequest(request, mediaType: nil, &expansion)
    }

    /// Sets headers, body, authentication and policies from a saved request. Its parameters are set by name.
    /// - Parameter mediaType: the media type of a body that does not declare its own.
    /// - Throws: ``VariableError`` for a variable without a value.
    public mutating func applySavedRequest(
        _ request: WorkspaceRequest, mediaType: String?, _ expansion: inout VariableExpansion
    ) throws(VariableError) {
        try request.requireAgreement()
        bounds = request.bounds
        for header in request.headers { values.append(.soleHeader(HeaderField(header.name, try expansion.expand(header.text)))) }
        switch request.body {
        case .none: break
        case .text(let text, let type):
            let text = try expansion.expand(text)
            isBodySecret = text.isSecret
            body = .bytes(Array(text.revealed.utf8), type: type ?? mediaType ?? WorkspaceRequest.usualTextType)
        case .json(let text):
            let text = try expansion.expand(text, escaping: .json)
            isBodySecret = text.isSecret
            let isJSON = mediaType.map(MediaType.isJSON) ?? false
            body = .bytes(Array(text.revealed.utf8), type: isJSON ? mediaType ?? "" : "application/json")
        case .form(let fields):
            for field in fields {
                let value = try expansion.expand(field.text)
                // The same bytes as the form of the screen and -F write.
                values.append(
                    .field(
                        ParameterField(name: field.name, place: .query), [value.revealed], in: .form, isSecret: value.isSecret))
            }
        case .multipart(let parts):
            var made: [MultipartBody.Part] = []
            for part in parts { made.append(try self.makePart(part, &expansion)) }
            if !made.isEmpty { body = .parts(made) }
        case .file(let path, let type): body = .file(path, type: type ?? mediaType ?? "application/octet-stream")
        }
        try applyOptions(of: request, &expansion)
    }

    /// Sets the authentication and the policies of a saved request.
    /// - Throws: ``VariableError`` for a variable without a value.
    public mutating func applyOptions(
        of request: WorkspaceRequest, _ expansion: inout VariableExpansion
    ) throws(VariableError) {
        (timeout, retries, followsRedirects) = (request.timeout, request.retries, request.followsRedirects)
        (hedge, priority, deadline) = (request.hedge, request.priority, request.deadline)
        func secret(_ text: WorkspaceText) throws(VariableError) -> String { try expansion.expand(text).revealed }
        switch request.auth {
        case .inherited: proof = .usual
        case .none: proof = .none
        case .bearer(let token):
            proof = .header(HeaderField("Authorization", .secret(Secret("Bearer \(try secret(token))"))))
        case .basic(let user, let password):
            let pair = "\(try secret(user)):\(try secret(password))"
            proof = .header(HeaderField("Authorization", .secret(Secret("Basic \(Data(pair.utf8).base64EncodedString())"))))
        case .header(let name, let text): proof = .header(HeaderField(name, .secret(Secret(try secret(text)))))
        case .query(let name, let text): proof = .query(name, Secret(try secret(text)))
        }
    }

    private mutating func makePart(
        _ part: WorkspaceRequest.Part, _ expansion: inout VariableExpansion
    ) throws(VariableError) -> MultipartBody.Part {
        switch part.content {
        case .text(let text):
            let text = try expansion.expand(text)
            isBodySecret = isBodySecret || text.isSecret
            return MultipartBody.Part(name: part.name, content: .bytes(Array(text.revealed.utf8)), contentType: part.type)
        case .file(let path):
            return MultipartBody.Part(
                name: part.name, file: path, contentType: part.type ?? WorkspaceRequest.Part.usualFileType)
        }
    }
}

extension WorkspaceRequest {
    /// - Throws: ``VariableError`` if a part of the request was left out, because the user has
    ///   not agreed to it.
    public func requireAgreement() throws(VariableError) {
        guard let withheld else { return }
        throw VariableError("\(name): \(withheld), which you have not agreed to", "explorer trust FILE", line: line)
    }
}

extension DraftAddress {
    /// The address of a saved request with the values of its variables.
    /// - Throws: ``VariableError`` for a variable without a value, and for an invalid address.
    public init(
        _ text: WorkspaceText, of request: WorkspaceRequest, _ expansion: inout VariableExpansion
    ) throws(VariableError) {
        let address = try expansion.expand(text, escaping: .url)
        path = address.revealed
        guard path.hasPrefix("/") && !path.hasPrefix("//") || URI(path).isAbsoluteHTTP else {
            throw VariableError(
                "\(request.name): '\(address)' is not a URL",
                "write http:// or https:// and a host, or a path that begins with /", line: request.line)
        }
        // The user agrees to a host of several pieces as it is written. So no value may contain a sign that
        // ends the host, or that fills it in later.
        if URI(path).isHostPatched {
            throw VariableError(
                "\(request.name): '\(address)' has a host with invalid characters",
                "write the whole host, or one variable", line: request.line)
        }
        isFromResponse = expansion.isPlaceFromResponse(text)
        holdsOwnSecret = expansion.hasOwnSecret(text)
        for piece in text.pieces where address.isSecret {
            let part = try expansion.expand(WorkspaceText(piece))
            guard case .secret(let secret) = part, !secret.reveal().isEmpty else { continue }
            secrets.formUnion([secret, Secret(PercentCoding.encode(secret.reveal(), for: .pathSegment))])
        }
    }
}
