// The form of a request that a workspace has saved: it begins with what was saved, and becomes a saved request again.

import Canvas
import Catalog
import Document
import NetLayer

extension RequestForm {
    /// The saved request that it begins with.
    var given: WorkspaceRequest? { operation.given }

    // MARK: From what is saved

    /// Puts what was saved in the place of what forms begin with.
    mutating func begin(with request: WorkspaceRequest) {
        var texts: [String: [String]] = [:]
        for value in request.parameters { texts[value.name, default: []].append(value.text.source) }
        let headers = Dictionary(request.headers.map { ($0.name.lowercased(), $0.text.source) }) { $1 }
        for index in fields.indices {
            guard case .parameter(let parameter) = fields[index].role else { continue }
            let header = parameter.place == .header ? headers[parameter.name.lowercased()] : nil
            fields[index].input = TextField(header ?? texts[parameter.name]?.joined(separator: ",") ?? "")
        }
        begin(with: request.body)
        fields += request.options.map { FormField($0.option, $0.text) }
    }

    private mutating func begin(with body: WorkspaceRequest.Body) {
        guard let field = operation.body, let form = self.body else { return }
        func place(_ type: String?) -> Int {
            guard let index = type.flatMap(field.media(like:)), form.media.indices.contains(index) else { return form.selected }
            return index
        }
        let (media, text, isForeign): (Int, String, Bool) =
            switch body {
            case .none: (form.selected, "", true)
            case .text(let text, let type): (place(type), text.source, true)
            case .json(let text): (place("application/json"), Self.lines(text.source), true)
            case .form(let values):
                (
                    place("application/x-www-form-urlencoded"),
                    values.map { "\($0.name)=\($0.text.source)" }.joined(separator: "&"), true
                )
            // The workspace was trusted to send it.
            case .file(let path, let type): (place(type), "@" + path, false)
            }
        self.body?.begin(with: text, media: media, isForeign: isForeign)
        for index in fields.indices {
            guard case .part(let parameter, media, _) = fields[index].role else { continue }
            let values = if case .form(let values) = body { values } else { [WorkspaceRequest.Value]() }
            fields[index].input = TextField(values.first { $0.name == parameter.name }?.text.source ?? "")
        }
    }

    /// JSON a value a line.
    private static func lines(_ json: String) -> String {
        JSONPretty.lines(Array(json.utf8)).map { String(decoding: $0.bytes, as: UTF8.self) } ?? json
    }

    // MARK: And back

    /// The saved request that the form is now.
    /// - Throws: what of it cannot be saved.
    func request(named name: String) throws(FormProblem) -> WorkspaceRequest {
        var request = try options(named: name, mayHoldSecrets: false)
        for tab in [RequestTab.params, .headers] {
            for row in rows(of: tab) {
                guard case .field(let index) = row, !fields[index].isEmpty else { continue }
                try add(index, FormPlace(tab: tab, row: row), to: &request)
            }
        }
        request.body = try savedBody
        (request.assertions, request.captures) = (given?.assertions ?? [], given?.captures ?? [])
        return request
    }

    /// The saved request without what its endpoint takes: its address, who asks, and how it is sent.
    /// - Parameter mayHoldSecrets: it is only sent.
    func options(named name: String, mayHoldSecrets: Bool) throws(FormProblem) -> WorkspaceRequest {
        var request = WorkspaceRequest(name: name, target: given?.target ?? .endpoint(endpoint.id))
        if case .address(let method, _) = request.target {
            request.target = .address(method, try text(of: .url, mayHoldSecrets))
        }
        request.auth = try auth(mayHoldSecrets)
        try addPolicies(to: &request)
        return request
    }

    /// Where in a form something stands.
    fileprivate struct FormPlace {
        var tab: RequestTab
        var row: FormRow

        func problem(_ text: String) -> FormProblem { FormProblem(tab: tab, row: row, text: text, isFinal: true) }
    }

    private func add(_ index: Int, _ place: FormPlace, to request: inout WorkspaceRequest) throws(FormProblem) {
        let field = fields[index]
        switch field.role {
        case .parameter(let parameter):
            let value = WorkspaceRequest.Value(parameter.name, try text(of: index, place))
            if parameter.place == .header { request.headers.append(value) } else { request.parameters.append(value) }
        case .own(let own):
            guard let pair = field.ownPair(of: own) else { return }
            let value = WorkspaceRequest.Value(
                pair.name, try text(pair.value, isHidden: field.visibleCount < field.input.text.count, place))
            guard own == .query else { return request.headers.append(value) }
            guard case .address = request.target else {
                throw place.problem(
                    "\(pair.name) is no parameter of \(endpoint.title): a saved request has what its endpoint takes")
            }
            request.parameters.append(value)
        case .part, .file, .credential, .saved, .option: return
        }
    }

    private var savedBody: WorkspaceRequest.Body {
        get throws(FormProblem) {
            guard let body else { return .none }
            let place = FormPlace(tab: .body, row: .bodyText)
            switch body.style {
            case .text:
                if let given, case .file = given.body, body.isUnchanged { return given.body }
                guard body.filePath == nil else {
                    throw place.problem("a file is not saved from here: write 'body: { file: … }' into the workspace")
                }
                guard !body.area.isEmpty else { return .none }
                if let given, body.isUnchanged { return given.body }
                return try typedBody(body, place)
            case .urlencoded:
                var values: [WorkspaceRequest.Value] = []
                for row in rows(of: .body) {
                    guard case .field(let index) = row, case .part(let parameter, _, _) = fields[index].role,
                        !fields[index].isEmpty
                    else { continue }
                    values.append(.init(parameter.name, try text(of: index, FormPlace(tab: .body, row: row))))
                }
                return values.isEmpty ? .none : .form(values)
            case .multipart, .file:
                guard fields.contains(where: { $0.role.media == body.selected && !$0.isEmpty }) else { return .none }
                throw FormProblem(
                    tab: .body, row: rows(of: .body).first ?? .bodyText,
                    text: "a body of files is not saved: send it with -F or -d @FILE",
                    isFinal: true)
            }
        }
    }

    /// JSON that is none yet, because a reference stands for a value, is kept as a text of its media type.
    private func typedBody(_ body: BodyForm, _ place: FormPlace) throws(FormProblem) -> WorkspaceRequest.Body {
        guard body.isJSON, let json = try? JSONDocument(Array(body.area.text.utf8)) else {
            return .text(try text(body.area.text, isHidden: false, place), type: body.contentType)
        }
        return .json(try text(json.root.source.replacing("\n", with: ""), isHidden: false, place))
    }

    private func auth(_ mayHoldSecrets: Bool) throws(FormProblem) -> WorkspaceRequest.Auth {
        func text(_ option: SavedOption) throws(FormProblem) -> WorkspaceText { try self.text(of: option, mayHoldSecrets) }
        switch optionText(.auth) {
        case "none": return .none
        case "bearer": return .bearer(try text(.token))
        case "basic": return .basic(user: try text(.user), password: try text(.password))
        case "header": return .header(try text(.name).source, try text(.value))
        case "query": return .query(try text(.name).source, try text(.value))
        default: return .inherited
        }
    }

    private func addPolicies(to request: inout WorkspaceRequest) throws(FormProblem) {
        if let text = optionText(.timeout), !text.isEmpty {
            guard let span = SpanText.span(text), span > .zero, span <= .seconds(24 * 3600) else {
                throw place(of: .timeout).problem("timeout is a number and ms, s, m or h, such as 5s")
            }
            request.timeout = span
        }
        if let text = optionText(.retries), !text.isEmpty {
            guard let count = Int(text), (0...100).contains(count) else {
                throw place(of: .retries).problem("retries is a number from 0 to 100")
            }
            request.retries = count
        }
        if let text = optionText(.redirects), !text.isEmpty {
            guard let follows = Bool(text) else { throw place(of: .redirects).problem("redirects is true or false") }
            request.followsRedirects = follows
        }
    }

    // MARK: Texts

    private func index(of option: SavedOption) -> Int? { fields.firstIndex { $0.role == .option(option) } }

    private func optionText(_ option: SavedOption) -> String? { index(of: option).map { fields[$0].input.text } }

    private func place(of option: SavedOption) -> FormPlace {
        FormPlace(tab: option.tab, row: index(of: option).map(FormRow.field) ?? .bodyText)
    }

    private func text(of option: SavedOption, _ mayHoldSecrets: Bool) throws(FormProblem) -> WorkspaceText {
        let typed = optionText(option) ?? ""
        guard !typed.isEmpty else { throw place(of: option).problem("\(option.rawValue) is required") }
        let text = try text(typed, isHidden: false, place(of: option))
        guard mayHoldSecrets || !option.isCredential || text.literal == nil else {
            throw place(of: option).problem("\(option.rawValue) \(Self.secretHint)")
        }
        return text
    }

    private func text(of index: Int, _ place: FormPlace) throws(FormProblem) -> WorkspaceText {
        try text(fields[index].input.text, isHidden: fields[index].isSecret, place)
    }

    private func text(_ typed: String, isHidden: Bool, _ place: FormPlace) throws(FormProblem) -> WorkspaceText {
        let text: WorkspaceText
        do throws(VariableError) { text = try WorkspaceText(typed) } catch { throw place.problem("\(error)") }
        guard !isHidden || text.literal == nil else { throw place.problem("this \(Self.secretHint)") }
        return text
    }

    private static let secretHint = "is a secret, and a workspace is shared: write ${env:NAME}, ${secret:NAME} or a variable"
}
