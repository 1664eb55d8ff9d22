// Converts a plan's body to the wire's: text of forms and JSON, pieces of multipart bodies and files.

extension RequestGenerator {
    func setBody(of request: inout WireRequest, _ draft: Draft) throws(NetError) {
        let plan = draft.plan
        let form = draft.parameters.filter { $0.place == .form }
        let members = draft.parameters.filter { $0.place == .json }.map { JSONValue.Member($0.name, $0.json) }
        if !members.isEmpty { try checkTakesMembers(plan, form) }
        var contentType: String?
        switch plan.body {
        case .none where !members.isEmpty:
            (request.body, contentType) = (.bytes(try encodeJSON(.object([]), members, plan)), "application/json")
        case .none:
            guard !form.isEmpty else { return }
            request.body = .bytes(Array((RequestTarget.query(existing: nil, adding: form) ?? "").utf8))
            contentType = "application/x-www-form-urlencoded"
        case .multipart(let body):
            let fields = form.map { MultipartBody.Part(name: $0.name, text: $0.value.revealed) }
            // The generator's built-in body fields take precedence over a part of the same name, as
            // over a form field.
            let own = body.parts.filter { part in !draft.builtinBody.contains { $0.name == part.name } }
            (request.body, contentType) = try encodeMultipart(MultipartBody(fields + own), plan)
        case .bytes(let bytes, let type):
            try refuseForm(form, plan)
            (request.body, contentType) = (.bytes(bytes), type)
        case .json(let value):
            try refuseForm(form, plan)
            (request.body, contentType) = (.bytes(try encodeJSON(value, members, plan)), "application/json")
        case .file(let path, let range, let type):
            try refuseForm(form, plan)
            (request.body, contentType) = (.stream(BodySource([.file(try makeSlice(path, range, plan))])), type)
        case .sequence(let body, let type):
            try refuseForm(form, plan)
            (request.body, contentType) = (.sequence(body), type)
        }
        // An empty content type means that the caller wants no `Content-Type`.
        if let contentType, !contentType.isEmpty, request.headers.first("Content-Type") == nil {
            request.headers.add(HeaderField("Content-Type", contentType))
        }
    }

    private func refuseForm(_ form: [Parameter], _ plan: RequestPlan) throws(NetError) {
        guard form.isEmpty else { throw Self.refusal(plan, "a call has form fields or a body, not both") }
    }

    /// Only a JSON object takes the members of ``Parameter/Place/json``.
    private func checkTakesMembers(_ plan: RequestPlan, _ form: [Parameter]) throws(NetError) {
        guard form.isEmpty else { throw Self.refusal(plan, "a call has form fields or members of a JSON body, not both") }
        switch plan.body {
        case .none: return
        case .json(let value) where value.isObject: return
        case .json: throw Self.refusal(plan, "members go into a JSON object, and the body is another JSON value")
        case .bytes, .multipart, .file, .sequence:
            throw Self.refusal(plan, "members go into a JSON object, and the body is not JSON")
        }
    }

    private func encodeJSON(_ value: JSONValue, _ members: [JSONValue.Member], _ plan: RequestPlan) throws(NetError) -> [UInt8] {
        do throws(JSONValue.WritingError) {
            return try (value.merging(members) ?? value).serialized()
        } catch {
            throw Self.refusal(plan, "the body cannot be written: \(error)")
        }
    }

    private func encodeMultipart(_ body: MultipartBody, _ plan: RequestPlan) throws(NetError) -> (WireBody, String) {
        guard body.refusedContentType == nil else {
            throw Self.refusal(plan, "the content type of a part has a line break or NUL in it")
        }
        let line = body.hasFiles ? boundary() : body.derivedBoundary
        guard MultipartBody.isBoundary(line), !body.contains(line) else {
            throw Self.refusal(plan, "the boundary '\(line)' is not valid")
        }
        var pieces: [BodySource.Piece] = []
        for piece in body.framed(line) {
            switch piece {
            case .bytes(let bytes): pieces.append(.bytes(bytes))
            case .file(let path, let range): pieces.append(.file(try makeSlice(path, range, plan)))
            }
        }
        return (.stream(BodySource(pieces)), MultipartBody.contentType(line))
    }

    private func makeSlice(_ path: String, _ range: Range<Int>?, _ plan: RequestPlan) throws(NetError) -> FileSlice {
        do throws(TransferFailure) {
            return try FileSlice(path: path, range: range, within: plan.bounds)
        } catch {
            throw Self.refusal(plan, error.detail)
        }
    }
}
