// The form of a request of a workspace: it begins with the saved request, and becomes a saved request again.

import Canvas
import Catalog
import Document
import NetLayer

extension RequestForm {
    /// The saved request that the form begins with.
    var given: WorkspaceRequest? { operation.given }

    /// The request authenticates as the API does, and has no authentication of its own.
    var asksAsAPI: Bool { [nil, SavedOption.kinds[0]].contains(optionText(.auth)) }

    // MARK: From the saved request

    /// Replaces the initial values by the saved ones.
    mutating func begin(with request: WorkspaceRequest) {
        var texts: [String: [String]] = pathValues(of: request)
        for value in request.parameters { texts[value.name, default: []].append(value.text.source) }
        let headers = Dictionary(request.headers.map { ($0.name.lowercased(), $0.text.source) }) { $1 }
        for index in fields.indices {
            guard case .parameter(let parameter) = fields[index].role else { continue }
            let header = parameter.place == .header ? headers[parameter.name.lowercased()] : nil
            fill(index, with: header ?? texts[parameter.name]?.joined(separator: ",") ?? "")
        }
        begin(with: request.body)
        for (option, text) in request.options {
            fields.append(FormField(option, text))
            fill(fields.count - 1, with: text)
        }
    }

    /// The parameter values of a concrete path: `GET /items/5`.
    private func pathValues(of request: WorkspaceRequest) -> [String: [String]] {
        guard case .endpoint(let text) = request.target, let slash = text.firstIndex(of: "/") else { return [:] }
        let values = target.pathValues(in: String(text[slash...])) ?? [:]
        return values.filter { $0.value != "{\($0.key)}" }.mapValues { [$0] }
    }

    /// Fills in a saved text, which may contain references.
    mutating func fill(_ index: Int, with text: String) {
        fields[index].input = TextField(text)
        fields[index].offered = OfferedText(text: text, origin: .saved)
        fields[index].takesVariables = mayRefer(index)
    }

    // MARK: And back

    /// The form as a saved request.
    /// - Throws: the part of it that cannot be saved.
    func request(named name: String) throws(FormProblem) -> WorkspaceRequest {
        if let problem = missingConsent { throw problem }
        var request = try options(named: name, mayHoldSecrets: false)
        for tab in [RequestTab.params, .headers] {
            for row in rows(of: tab) {
                guard case .field(let index) = row, !fields[index].isEmpty else { continue }
                try add(index, FormPlace(tab: tab, row: row), to: &request)
            }
        }
        // In the order of the saved request, followed by new values.
        request.parameters.keepOrder(of: given?.parameters ?? [])
        request.headers.keepOrder(of: given?.headers ?? [])
        request.body = try savedBody
        (request.assertions, request.captures) = (given?.assertions ?? [], given?.captures ?? [])
        return request
    }

    /// A part of the request was left out, because the user has not agreed to it.
    var missingConsent: FormProblem? {
        guard let withheld = given?.withheld else { return nil }
        let row = rows(of: .body).first ?? .add(.query)
        return FormProblem(
            tab: .body, row: row, text: "\(withheld), which you have not agreed to: explorer trust FILE", isFinal: true)
    }

    /// The options of the saved request without the endpoint's own parameters: its address, its
    /// authentication and its policies.
    /// - Parameter mayHoldSecrets: the request is only sent.
    func options(named name: String, mayHoldSecrets: Bool) throws(FormProblem) -> WorkspaceRequest {
        var request = WorkspaceRequest(name: name, target: given?.target ?? .endpoint(endpoint.id))
        if case .address(let method, _) = request.target {
            request.target = .address(method, try text(of: .url, mayHoldSecrets))
        }
        request.auth = try auth(mayHoldSecrets)
        try addPolicies(to: &request)
        return request
    }

    /// A place in a form.
    struct FormPlace {
        var tab: RequestTab
        var row: FormRow

        func problem(_ text: String) -> FormProblem { FormProblem(tab: tab, row: row, text: text, isFinal: true) }
    }

    private func add(_ index: Int, _ place: FormPlace, to request: inout WorkspaceRequest) throws(FormProblem) {
        let field = fields[index]
        switch field.role {
        case .parameter(let parameter):
            if parameter.place == .header {
                request.headers.append(WorkspaceRequest.Value(parameter.name, try text(of: index, place)))
            } else if let values = untouchedValues(of: index) {
                request.parameters += values
            } else if !isPathOfTarget(index) {
                request.parameters.append(WorkspaceRequest.Value(parameter.name, try text(of: index, place)))
            }
        case .own(let own):
            guard let pair = field.ownPair(of: own) else { return }
            let value = WorkspaceRequest.Value(
                pair.name, try text(pair.value, isHidden: field.visibleCount < field.input.text.count, place))
            guard own == .query else { return request.headers.append(value) }
            guard case .address = request.target else {
                throw place.problem(
                    "\(pair.name) is not a parameter of \(endpoint.title): remove it")
            }
            request.parameters.append(value)
        case .part, .file, .credential, .saved, .option: return
        }
    }

    /// The values of a list, which the form shows in one line, as long as the user has not changed them.
    private func untouchedValues(of index: Int) -> [WorkspaceRequest.Value]? {
        guard let given, initialTexts.indices.contains(index), fields[index].input.text == initialTexts[index] else { return nil }
        let values = given.parameters.filter { $0.name == fields[index].name }
        return values.isEmpty ? nil : values
    }

    /// The value is a part of the endpoint's own path.
    private func isPathOfTarget(_ index: Int) -> Bool {
        guard let given, let value = pathValues(of: given)[fields[index].name] else { return false }
        return [fields[index].input.text] == value
    }

    private func auth(_ mayHoldSecrets: Bool) throws(FormProblem) -> WorkspaceRequest.Auth {
        func text(_ option: SavedOption) throws(FormProblem) -> WorkspaceText { try self.text(of: option, mayHoldSecrets) }
        switch optionText(.auth) {
        case "none": return .none
        case "bearer": return .bearer(try text(.token))
        case "basic": return .basic(user: try text(.user), password: try text(.password))
        case "header": return .header(try text(.name).source, try text(.value))
        case "query": return .query(try text(.name).source, try text(.value))
        case nil, SavedOption.kinds[0]: return .inherited
        case let kind?:
            throw place(of: .auth).problem("auth '\(kind)' is not one of \(SavedOption.kinds.joined(separator: ", "))")
        }
    }

    private func addPolicies(to request: inout WorkspaceRequest) throws(FormProblem) {
        request.timeout = try span(of: .timeout) ?? request.timeout
        request.deadline = try span(of: .deadline) ?? request.deadline
        if let text = optionText(.hedge), !text.isEmpty {
            guard let policy = HedgePolicy(word: text) else {
                throw place(of: .hedge).problem("hedge must be never, p95, or a time such as 200ms, at most 1h")
            }
            request.hedge = policy
        }
        if let text = optionText(.priority), !text.isEmpty {
            guard let priority = CallPriority(word: text) else {
                throw place(of: .priority).problem("priority must be \(CallPriority.words.joined(separator: ", "))")
            }
            request.priority = priority
        }
        if let text = optionText(.retries), !text.isEmpty {
            guard let count = Int(text), (0...100).contains(count) else {
                throw place(of: .retries).problem("retries must be a number from 0 to 100")
            }
            request.retries = count
        }
        if let text = optionText(.redirects), !text.isEmpty {
            guard let follows = Bool(text) else { throw place(of: .redirects).problem("redirects must be true or false") }
            request.followsRedirects = follows
        }
    }

    /// More than zero, at most a day; `nil` where the field is empty.
    private func span(of option: SavedOption) throws(FormProblem) -> Duration? {
        guard let text = optionText(option), !text.isEmpty else { return nil }
        guard let span = SpanText.parse(text, atMost: SpanText.longest) else {
            throw place(of: option).problem("\(option.rawValue) must be a time such as 5s, more than 0 and at most 24h")
        }
        return span
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

    func text(of index: Int, _ place: FormPlace) throws(FormProblem) -> WorkspaceText {
        try text(fields[index].input.text, isHidden: fields[index].isSecret, place)
    }

    func text(_ typed: String, isHidden: Bool, _ place: FormPlace) throws(FormProblem) -> WorkspaceText {
        let text: WorkspaceText
        do throws(VariableError) { text = try WorkspaceText(typed) } catch { throw place.problem("\(error)") }
        guard !isHidden || text.literal == nil else { throw place.problem("this \(Self.secretHint)") }
        return text
    }

    private static let secretHint = "is a secret, and a workspace is shared: write ${env:NAME}, ${secret:NAME} or a variable"
}

extension [WorkspaceRequest.Value] {
    /// Known values stay in their order; new values follow them.
    fileprivate mutating func keepOrder(of others: [WorkspaceRequest.Value]) {
        let place = { (value: WorkspaceRequest.Value) in others.firstIndex { $0.name == value.name } ?? others.count }
        self = enumerated().sorted { (place($0.element), $0.offset) < (place($1.element), $1.offset) }.map(\.element)
    }
}
