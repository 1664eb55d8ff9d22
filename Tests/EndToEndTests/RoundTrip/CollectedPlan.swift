// A request of a collection as a plan, in the plainest way there is: what the readers say is what is sent.

import Foundation
import NetLayer
import RequestFiles

struct CollectedPlan {
    let variables: [CollectionField]
    /// Where relative paths begin.
    let folder: String

    /// - Throws: for what no export of a request has in it.
    func plan(_ request: CollectionRequest) throws -> RequestPlan {
        struct Unexpected: Error { var what: String }
        let path = filled(request.url).replacing("{", with: "%7B").replacing("}", with: "%7D")
        var plan = RequestPlan(id: "read", method: HTTPMethod(rawValue: request.method), path: path)
        plan.parameters = request.query.map { Parameter($0.name, .plain($0.value), in: .query) }
        for field in request.headers where !field.isDisabled { plan.headers.add(HeaderField(field.name, filled(field.value))) }
        switch request.auth {
        case nil: break
        case .bearer(let token, let prefix): plan.headers.add(HeaderField("Authorization", "\(prefix) \(filled(token))"))
        case .basic(let user, let password):
            let text = Data("\(filled(user)):\(filled(password))".utf8).base64EncodedString()
            plan.headers.add(HeaderField("Authorization", "Basic \(text)"))
        default: throw Unexpected(what: "\(String(describing: request.auth))")
        }
        switch request.body {
        case .none: break
        case .text(let text, let type): plan.body = .bytes(Array(filled(text).utf8), contentType: type ?? "")
        case .bytes(let bytes, let type): plan.body = .bytes(bytes, contentType: type ?? "")
        case .form(let fields):
            plan.parameters += fields.map { Parameter(filled($0.name), .plain(filled($0.value)), in: .form) }
        case .multipart(let parts): plan.body = .multipart(MultipartBody(parts.map(part)))
        case .file(let path, let type, _): plan.body = .file(path: place(path), contentType: type ?? "")
        case .graphQL: throw Unexpected(what: "GraphQL")
        }
        return plan
    }

    private func part(_ part: CollectionPart) -> MultipartBody.Part {
        switch part.content {
        case .text(let text):
            return .init(
                name: filled(part.name), content: .bytes(Array(filled(text).utf8)), fileName: part.fileName,
                contentType: part.mediaType)
        case .file(let path):
            return .init(
                name: filled(part.name), content: .file(path: place(path)), fileName: part.fileName, contentType: part.mediaType)
        }
    }

    private func place(_ path: String) -> String { path.hasPrefix("/") ? path : folder + "/" + path }

    /// The names that are set, once: a value is not looked into.
    private func filled(_ text: String) -> String {
        var output = ""
        var rest = text[...]
        while let open = rest.firstRange(of: "{{") {
            output += rest[..<open.lowerBound]
            rest = rest[open.lowerBound...]
            let inner = rest[open.upperBound...]
            if let close = inner.firstRange(of: "}}"),
                let field = variables.first(where: { $0.name == inner[..<close.lowerBound] })
            {
                output += field.value
                rest = rest[close.upperBound...]
            } else {
                output += rest.prefix(1)
                rest = rest.dropFirst()
            }
        }
        return output + rest
    }
}
