// From what was typed to the plan of a request.

import Canvas
import Catalog
import NetLayer

extension RequestForm {
    /// The request as typed, with the credentials of the API; empty optional fields are left out.
    func plan(_ credentials: Credentials = Credentials()) -> RequestPlan {
        var plan = typedPlan(credentials)
        if operation.saved == nil {
            operation.addAccept(to: &plan)
            operation.hideSecrets(in: &plan)
        }
        return plan
    }

    private func typedPlan(_ credentials: Credentials) -> RequestPlan {
        var plan =
            savedRequest?.plan
            ?? RequestPlan(
                id: target.id, title: given?.name ?? endpoint.path, method: endpoint.method, path: endpoint.path)
        // A link may lead to another server, which the API's credentials are not for.
        if let linkServer {
            plan.destination.baseURL = linkServer.url
        } else {
            if asksAsAPI { plan.parameters += credentials.parameters(for: operation.security) }
        }
        var parts: [MultipartBody.Part] = []
        for row in sentRows {
            guard case .field(let index) = row, !fields[index].isEmpty else { continue }
            let field = fields[index]
            switch field.role {
            case .parameter(let parameter):
                plan.parameters += parameter.parameters(for: field.input.text, isSecret: field.isSecret)
            case .own(let own):
                guard let pair = field.ownPair(of: own) else { continue }
                let isPlain = field.visibleCount == field.input.text.count
                let value = isPlain ? FieldValue.plain(pair.value) : .secret(Secret(pair.value))
                switch own {
                // Headers of one's own go where they may stand twice, and replace what others set.
                case .header: plan.headers.add(HeaderField(pair.name, value))
                case .query: plan.parameters.append(Parameter(pair.name, value, in: .query))
                }
            case .part(let parameter, _, let isFile):
                if body?.style == .multipart {
                    parts += self.parts(parameter, field, isFile: isFile)
                    plan.isBodySecret = plan.isBodySecret || field.isSecret
                } else {
                    plan.parameters += parameter.parameters(for: field.input.text, in: .form, isSecret: field.isSecret)
                }
            case .file:
                guard let type = body?.contentType else { continue }
                plan.body =
                    field.filePath.map { .file(path: absolute($0), contentType: type) }
                    ?? .bytes(Array(field.input.text.utf8), contentType: type)
                plan.isBodySecret = field.isSecret
            case .credential, .saved, .option: continue
            }
        }
        guard let body, operation.saved == nil else { return plan }
        switch body.style {
        case .text:
            if let path = body.filePath {
                plan.body = .file(path: absolute(path), contentType: body.contentType)
            } else if !body.area.isEmpty {
                plan.body = .bytes(Array(body.area.text.utf8), contentType: body.contentType)
                plan.isBodySecret = body.isSecret
            }
        case .multipart: if !parts.isEmpty { plan.body = MultipartBody(parts).requestBody }
        case .urlencoded, .file: break
        }
        return plan
    }

    private func parts(_ parameter: ParameterField, _ field: FormField, isFile: Bool) -> [MultipartBody.Part] {
        if let path = field.filePath { return [parameter.part(ofFile: absolute(path))] }
        return parameter.parts(for: field.input.text, isFile: isFile)
    }

    /// The lines whose values are sent.
    var sentRows: [FormRow] { [RequestTab.params, .headers, .body].flatMap(rows) }
}
