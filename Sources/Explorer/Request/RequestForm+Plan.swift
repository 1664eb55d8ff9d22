// From what was typed to the plan of a request.

import Canvas
import Catalog
import NetLayer

extension RequestForm {
    /// The request as typed, with the credentials of the API; empty optional fields are left out.
    func plan(_ credentials: Credentials = Credentials()) -> RequestPlan {
        var plan =
            savedRequest?.plan ?? RequestPlan(id: endpoint.id, title: endpoint.path, method: endpoint.method, path: endpoint.path)
        plan.parameters += credentials.parameters(for: operation.security)
        var parts: [MultipartBody.Part] = []
        for row in sentRows {
            guard case .field(let index) = row, !fields[index].isEmpty else { continue }
            let field = fields[index]
            switch field.role {
            case .parameter(let parameter):
                let place = Parameter.Place(rawValue: parameter.place.rawValue) ?? .query
                plan.parameters += parameter.pairs(for: field.input.text).map {
                    Parameter($0.name, field.value($0.value), in: place)
                }
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
                    parts.append(MultipartBody.Part(name: parameter.name, text: field.input.text, isFile: isFile))
                    plan.isBodySecret = plan.isBodySecret || field.isSecret
                } else {
                    plan.parameters += parameter.pairs(for: field.input.text).map {
                        Parameter($0.name, field.value($0.value), in: .form)
                    }
                }
            case .credential, .saved: continue
            }
        }
        guard let body, operation.saved == nil else { return plan }
        switch body.style {
        case .text:
            if !body.area.isEmpty { plan.body = .bytes(Array(body.area.text.utf8), contentType: body.contentType) }
        case .multipart: if !parts.isEmpty { plan.body = MultipartBody.encode(parts) }
        case .urlencoded: break
        }
        return plan
    }

    private var sentRows: [FormRow] { [RequestTab.params, .headers, .body].flatMap(rows) }
}

extension FormField {
    fileprivate func value(_ text: String) -> FieldValue { isSecret ? .secret(Secret(text)) : .plain(text) }
}
