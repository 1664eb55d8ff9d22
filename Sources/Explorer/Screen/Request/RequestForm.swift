// The form of one endpoint: fields by tab, the body, the selection and the edited field.

import Canvas
import Catalog
import NetLayer
import Workbench

/// The user's input for one endpoint.
public struct RequestForm: Sendable {
    let endpoint: EndpointSummary
    /// The endpoint that the form calls: a saved request calls another one.
    let target: EndpointSummary
    let takesVariables: Bool
    let operation: Operation
    /// The fields of all tabs.
    public internal(set) var fields: [FormField]
    var body: BodyForm?
    var docs = DocsView()
    /// The operations that its docs lead to.
    let neighbours: DocsNeighbours
    /// The server that a link has chosen, in place of the operation's server.
    var linkServer: Server?
    /// The task whose response has the link that filled in the form, until the form is sent.
    var linkTask: TaskID?
    /// The typed body, while the operation has none.
    var orphanBody: BodyForm.Draft?
    /// The initial texts of the described fields; the user's own fields follow them.
    private(set) var initialTexts: [String] = []
    /// Texts of fields that the description no longer has; they come back with their fields.
    var orphans: [FormDraft.Key: TextField] = [:]
    private(set) var tab = RequestTab.params
    private var lists: [RequestTab: ListState] = [:]
    /// A field or the body receives the keys.
    private(set) var isEditing = false
    /// The choices of the edited field.
    private(set) var choices: ChoiceList?
    /// The names that `${…}` may have.
    var variableNames: [String] = []
    /// The problem that was reported last: sending again ignores it.
    var acknowledged: FormProblem?
    /// The values that the form sent last.
    var lastSent: SentTexts?
    /// The restored values at the start of the program: the user has not typed them in this session.
    var reopened: SentTexts?
    /// The environment in use: a collection's variables are looked up in it.
    var environment: String? {
        didSet { if environment != oldValue { showVariables() } }
    }
    /// The state of the files that the form names.
    var files: [String: FileLook] = [:]

    /// - Parameters:
    ///   - target: the endpoint that a saved request calls; itself by default.
    ///   - takesVariables: `${name}` in it stands for a variable.
    init(
        _ endpoint: EndpointSummary, _ operation: Operation, _ neighbours: DocsNeighbours = DocsNeighbours(),
        target: EndpointSummary? = nil, takesVariables: Bool = false
    ) {
        self.endpoint = endpoint
        self.target = target ?? endpoint
        self.takesVariables = takesVariables
        self.neighbours = neighbours
        self.operation = operation
        fields = operation.parameters.map(FormField.init) + (operation.saved?.fields ?? []).map(FormField.init)
        body = operation.body.map(BodyForm.init) ?? operation.saved.flatMap(BodyForm.init)
        for (index, media) in (body?.media ?? []).enumerated() {
            fields += Self.parts(media, index)
            if let body = operation.body, BodyStyle(media) == .file { fields.append(.file(body, media, index)) }
        }
        for scheme in operation.security.schemes {
            fields += Credentials.parts(of: scheme).map {
                FormField(scheme, $0, of: operation.security)
            }
        }
        // Examples, defaults and collections come from others: a reference in them is plain text.
        if let given = operation.given { begin(with: given) }
        initialTexts = fields.map(\.input.text)
        if !fields.contains(where: { $0.tab == .params }) {
            tab = body != nil ? .body : fields.contains { $0.tab == .headers } ? .headers : .params
        }
    }

    /// The members of a form body as fields.
    private static func parts(_ media: MediaField, _ index: Int) -> [FormField] {
        media.formMembers.map {
            FormField($0.field, role: .part($0.field, media: index, isFile: $0.isFile), isPassword: $0.isPassword)
        }
    }

    /// Changes the form in place.
    mutating func change(_ body: (inout RequestForm) -> Void) { body(&self) }

    // MARK: Tabs and rows

    /// The tabs that have something to fill in or to read.
    var tabs: [RequestTab] {
        RequestTab.allCases.filter { tab in
            switch tab {
            case .params, .headers, .docs: true
            case .body: body != nil
            case .auth, .policies: fields.contains { $0.tab == tab }
            }
        }
    }

    /// The lines of a tab; Docs has lines of another kind.
    func rows(of tab: RequestTab) -> [FormRow] {
        let own = fields.indices.filter { fields[$0].tab == tab }
        switch tab {
        case .params: return own.map(FormRow.field) + [.add(.query)]
        case .headers: return own.map(FormRow.field) + [.add(.header)]
        case .auth, .policies: return own.filter(isShown).map(FormRow.field)
        case .docs: return []
        case .body:
            guard let body else { return [] }
            let type: [FormRow] = body.media.count > 1 ? [.contentType] : []
            if body.style == .text { return type + (body.choice == nil ? [] : [.choice]) + [.bodyText] }
            // Fields of a saved request have no media type.
            return type + own.filter { fields[$0].role.media ?? body.selected == body.selected }.map(FormRow.field)
        }
    }

    /// Fields of another kind of authentication are hidden.
    private func isShown(_ index: Int) -> Bool {
        if case .credential = fields[index].role { return asksAsAPI }
        guard case .option(let option) = fields[index].role else { return true }
        let kind = fields.first { $0.role == .option(.auth) }?.input.text ?? ""
        return option.counts(for: kind)
    }

    var rows: [FormRow] { rows(of: tab) }
    var list: ListState { tab == .docs ? docs.list : lists[tab] ?? ListState() }
    var selectedRow: FormRow? { rows.indices.contains(list.selected) ? rows[list.selected] : nil }
    var selectedField: Int? { if case .field(let index)? = selectedRow { index } else { nil } }
    var isEditingBody: Bool { isEditing && selectedRow == .bodyText }

    mutating func open(_ tab: RequestTab) {
        guard tabs.contains(tab) else { return }
        stopEditing()
        self.tab = tab
    }

    mutating func step(by count: Int) {
        let all = tabs
        let index = (all.firstIndex(of: tab) ?? 0) + count
        if all.indices.contains(index) { open(all[index]) }
    }

    mutating func move(by count: Int, height: Int) {
        if tab == .docs { return docs.move(by: count, height: height) }
        if selectedRow == .bodyText, scrollsBody(by: count) {
            let height = max(1, height - rows.count + 1)
            body?.scroll { $0.scroll(by: count, height: height) }
            return
        }
        lists[tab, default: ListState()].move(by: count, count: rows.count, height: height)
    }

    /// The body is the last row. Moving down scrolls it, and moving up scrolls it until its first line shows.
    private func scrollsBody(by count: Int) -> Bool { count > 0 || (body?.area.top ?? 0) > 0 }

    /// The row on a line of the pane, counted from the first visible row; the body takes all remaining lines.
    func line(at line: Int) -> Int {
        let index = list.top + line
        return tab == .docs || rows.last != .bodyText ? index : min(index, rows.count - 1)
    }

    mutating func select(_ row: FormRow, height: Int) {
        guard let index = rows.firstIndex(of: row) else { return }
        lists[tab, default: ListState()].moveTo(index, count: rows.count, height: height)
    }

    /// The lines of the open tab.
    var lineCount: Int { tab == .docs ? docs.rows.count : rows.count }

    /// Selects the line of that number, as a click does; editing elsewhere ends.
    mutating func pick(_ index: Int, height: Int) {
        if index != list.selected { stopEditing() }
        if tab == .docs { return docs.pick(index, height: height) }
        lists[tab, default: ListState()].selectInPlace(index, count: rows.count, height: height)
    }

    /// Wraps the documentation to a width, which decides how many rows it has.
    mutating func fit(width: Int) { if tab == .docs { docs.fit(operation, neighbours, width: width) } }

    /// Fits everything into a pane that has changed.
    mutating func clamp(width: Int, height: Int) {
        if tab == .docs { return docs.clamp(height: height) }
        lists[tab, default: ListState()].clamp(count: rows.count, height: height)
        guard isEditingBody, let gutter = body?.gutter(width: width) else { return }
        let height = max(1, height - rows.count + 1)
        body?.fit(width: max(1, width - gutter - 1), height: height)
    }

    // MARK: Editing

    /// Starts to edit the selected row.
    mutating func startEditing() {
        switch selectedRow {
        case .field(let index):
            isEditing = true
            let field = fields[index]
            choices =
                field.choices.isEmpty
                ? completions(of: index) : ChoiceList(field.choices, current: field.input.text, isRequired: field.isRequired)
        case .add(let own):
            add(own, TextField())
            lists[tab, default: ListState()].selected = rows.count - 2
            isEditing = true
        case .contentType:
            guard let body else { return }
            isEditing = true
            choices = ChoiceList(body.media.map(\.contentType), current: body.contentType, isRequired: true)
        case .choice:
            guard let choice = body?.choice else { return }
            isEditing = true
            choices = ChoiceList(choice.names, current: choice.name, isRequired: true)
        case .bodyText: isEditing = true
        case nil: break
        }
    }

    mutating func stopEditing() {
        guard isEditing else { return }
        isEditing = false
        choices = nil
        switch selectedRow {
        case .field(let index):
            if case .own = fields[index].role, fields[index].isEmpty {
                fields.remove(at: index)
            } else {
                check(index)
            }
        case .bodyText: body?.check()
        case .contentType, .choice, .add, nil: break
        }
    }

    /// Changes the text of the selected field; a problem of the old text no longer applies.
    mutating func editField(_ change: (inout TextField) -> Void) {
        guard let index = selectedField else { return }
        let before = fields[index].input.text
        change(&fields[index].input)
        guard fields[index].input.text != before else { return }
        fields[index].offered = nil
        fields[index].takesVariables = mayRefer(index)
        (fields[index].problem, fields[index].doubt) = (nil, nil)
        acknowledged = nil
        if fields[index].choices.isEmpty {
            choices = completions(of: index)
        } else {
            choices?.narrow(to: fields[index].input.text)
        }
    }

    private func completions(of index: Int) -> ChoiceList? {
        let field = fields[index]
        let texts = FieldCompletion.texts(
            after: field.input.text, isHeader: field.role == .own(.header), variables: mayRefer(index) ? variableNames : nil)
        return ChoiceList(completions: texts)
    }

    /// Continues the typed text by the selected completion, or by the first; the field is edited on.
    mutating func complete() {
        guard let index = selectedField, let text = choices?.selected ?? choices?.shown.first else { return }
        editField { $0 = TextField(text) }
        choices = completions(of: index)
    }

    mutating func editBody(_ change: (inout TextArea) -> Void) {
        guard body?.edit(change) == true else { return }
        body?.takesVariables = takesVariables && operation.saved?.isTyped != false
        acknowledged = nil
    }

    mutating func turnExample() -> ExampleBody.Extent? {
        acknowledged = nil
        return body?.turnExample()
    }

    mutating func moveChoice(by count: Int) { choices?.move(by: count) }

    /// Takes the choice that is selected in the open list.
    mutating func takeChoice() {
        guard let choice = choices?.selected else { return }
        take(choice)
    }

    private mutating func take(_ choice: String) {
        switch selectedRow {
        case .field(let index): setInput(choice, at: index)
        case .contentType:
            if let index = body?.media.firstIndex(where: { $0.contentType == choice }) { body?.select(index) }
        case .choice:
            acknowledged = nil
            if let index = body?.choice?.names.firstIndex(of: choice) { body?.choose(index) }
        case .add, .bodyText, nil: break
        }
    }

    /// Takes the next choice of the selected row, without opening the list. After the last choice comes the
    /// first, or nothing where the value is optional.
    mutating func cycleChoice() {
        switch selectedRow {
        case .field(let index):
            let field = fields[index]
            let all = field.choices.isEmpty || field.isRequired ? field.choices : [""] + field.choices
            guard !all.isEmpty else { return }
            take(all[((all.firstIndex(of: field.input.text) ?? -1) + 1) % all.count])
        case .contentType:
            if let body { self.body?.select((body.selected + 1) % body.media.count) }
        case .choice:
            acknowledged = nil
            if let choice = body?.choice { body?.choose((choice.selected + 1) % choice.names.count) }
        case .add, .bodyText, nil: break
        }
    }

    /// Replaces the typed text.
    /// - Parameters:
    ///   - isTyped: a person has written the text elsewhere: it may contain references.
    ///   - origin: the origin of a text that no person has typed or chosen.
    mutating func setInput(_ text: String, at index: Int, isTyped: Bool = false, from origin: OfferedText.Origin? = nil) {
        fields[index].input = TextField(text)
        fields[index].offered = origin.map { OfferedText(text: text, origin: $0) }
        fields[index].takesVariables = isTyped && mayRefer(index)
        acknowledged = nil
        check(index)
    }

    /// Leaves the field; with a step, edits the next one, and stops after the last.
    mutating func finishField(movingBy step: Int) {
        let count = rows.count
        let isAdded = selectedField.map { fields[$0].role.isOwn } ?? false
        stopEditing()
        // An empty line of the user's own is removed, and the next line takes its place.
        let next = list.selected + (rows.count < count && step > 0 ? 0 : step)
        guard step != 0, rows.indices.contains(next), !isAdded else { return }
        if case .add = rows[next] { return }
        lists[tab, default: ListState()].selected = next
        startEditing()
    }

    /// Adds a line of the user's own behind the others.
    mutating func add(_ own: OwnField, _ input: TextField) {
        var field = FormField(own)
        field.takesVariables = takesVariables
        field.input = input
        fields.append(field)
    }

    /// Whether typed text may contain references: not in values of all endpoints, nor in a collection
    /// with variables of its own.
    func mayRefer(_ index: Int) -> Bool {
        switch fields[index].role {
        case .credential: false
        case .saved: takesVariables && operation.saved?.isTyped == true
        case .parameter, .own, .part, .file, .option: takesVariables
        }
    }

    /// Restores a typed text, with its cursor.
    /// - Parameters:
    ///   - isLiteral: the text came from elsewhere, and contains no references.
    ///   - origin: the origin of a text that no person has typed or chosen.
    mutating func restore(_ input: TextField, at index: Int, isLiteral: Bool, from origin: OfferedText.Origin? = nil) {
        fields[index].input = input
        fields[index].offered = origin.map { OfferedText(text: input.text, origin: $0) }
        fields[index].takesVariables = !isLiteral && mayRefer(index)
        check(index)
    }

    private mutating func check(_ index: Int) {
        let field = fields[index]
        fields[index].problem = field.isEmpty ? nil : field.currentProblem
        fields[index].doubt = field.filePath == nil ? field.rules.patternDoubt(about: field.input.text) : nil
    }

    // MARK: Credentials

    /// Takes over the credentials of the API, whatever endpoint they were typed on.
    mutating func fill(_ credentials: Credentials) {
        for index in fields.indices {
            guard let (scheme, part) = fields[index].role.shared else { continue }
            let text = credentials[scheme, part]
            if fields[index].input.text != text { fields[index].input = TextField(text) }
        }
    }

    /// Hands over the credentials that were typed here.
    func hand(to credentials: inout Credentials) {
        for field in fields {
            if let (scheme, part) = field.role.shared { credentials[scheme, part] = field.input.text }
        }
    }
}

extension FormField.Role {
    var isOwn: Bool { if case .own = self { true } else { false } }

    /// The index of the media type that the field belongs to.
    var media: Int? {
        switch self {
        case .part(_, let media, _), .file(let media): media
        case .parameter, .own, .credential, .saved, .option: nil
        }
    }
}
