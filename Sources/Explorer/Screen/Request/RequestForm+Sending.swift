// A form on its way out: its first problem, and whether the user can send it all the same; then the typed
// values as a draft of the request.

import Canvas
import Catalog
import NetLayer
import Workbench

extension RequestForm {
    /// The request as typed, with the credentials of the API; empty optional fields are left out.
    func requestDraft(_ credentials: Credentials = Credentials()) -> RequestDraft {
        var draft = emptyDraft
        // A link may lead to another server, which the API's credentials are not for.
        draft.server = linkServer?.url
        if linkServer == nil, asksAsAPI { draft.values += credentials.parameters(for: operation.security).map { .parameter($0) } }
        var parts: [MultipartBody.Part] = []
        for row in sentRows {
            guard case .field(let index) = row, !fields[index].isEmpty else { continue }
            let field = fields[index]
            switch field.role {
            case .parameter(let parameter):
                draft.values.append(.field(parameter, [field.input.text], isSecret: field.isSecret))
            case .own(let own): draft.values += field.ownPair(of: own).map { [Self.value($0, own, field)] } ?? []
            case .part(let parameter, _, let isFile):
                if body?.style == .multipart {
                    parts += self.parts(parameter, field, isFile: isFile)
                    draft.isBodySecret = draft.isBodySecret || field.isSecret
                } else {
                    draft.values.append(.field(parameter, [field.input.text], in: .form, isSecret: field.isSecret))
                }
            case .file:
                guard let type = body?.contentType else { continue }
                draft.body =
                    field.filePath.map { .file(absolute($0), type: type) } ?? .bytes(Array(field.input.text.utf8), type: type)
                draft.isBodySecret = field.isSecret
            case .saved(let saved):
                guard field.isSecretValue else { continue }
                draft.secretNames.insert(field.name)
                if case .form = saved.slot, body?.style != .urlencoded { draft.isBodySecret = true }
            case .credential, .option: continue
            }
        }
        if operation.saved != nil, body?.isSecret == true { draft.isBodySecret = true }
        guard let body, operation.saved == nil else { return draft }
        switch body.style {
        case .text:
            if let path = body.filePath {
                draft.body = .file(absolute(path), type: body.contentType)
            } else if !body.area.isEmpty {
                draft.body = .bytes(Array((untouchedJSON ?? body.area.text).utf8), type: body.contentType)
                draft.isBodySecret = body.isSecret
            }
        case .multipart: if !parts.isEmpty { draft.body = .parts(parts) }
        case .urlencoded, .file: break
        }
        return draft
    }

    /// The draft of a collection request, without the user's additional headers and parameters.
    var emptyDraft: RequestDraft {
        if let saved = operation.saved {
            var draft = RequestDraft(.collected(endpoint, saved, environment: environment))
            draft.changes = savedChanges
            return draft
        }
        var draft = RequestDraft(.operation(endpoint, operation))
        (draft.id, draft.title) = (target.id, given?.name ?? endpoint.path)
        return draft
    }

    /// Headers of the user go where duplicates are allowed, and replace headers from other sources.
    private static func value(_ pair: (name: String, value: String), _ own: OwnField, _ field: FormField) -> RequestDraft.Value {
        let isPlain = field.visibleCount == field.input.text.count
        let value = isPlain ? FieldValue.plain(pair.value) : .secret(Secret(pair.value))
        switch own {
        case .header: return .header(HeaderField(pair.name, value))
        case .query: return .parameter(Parameter(pair.name, value, in: .query))
        }
    }

    private func parts(_ parameter: ParameterField, _ field: FormField, isFile: Bool) -> [MultipartBody.Part] {
        if let path = field.filePath { return [parameter.makePart(ofFile: absolute(path))] }
        return parameter.parts(for: field.input.text, isFile: isFile)
    }

    /// The lines whose values are sent.
    var sentRows: [FormRow] { [RequestTab.params, .headers, .body].flatMap(rows) }
}

/// A reason not to send yet.
struct FormProblem: Error, Hashable {
    var tab: RequestTab
    var row: FormRow
    /// A sentence without a full stop.
    var text: String
    /// Nothing could be sent: a path parameter is missing, or a file cannot be read.
    var isFinal: Bool
}

extension RequestForm {
    /// The first problem in the order of the tabs: missing values come before doubtful ones.
    var firstProblem: FormProblem? { firstMissing ?? firstDoubt }

    private var firstMissing: FormProblem? {
        for tab in tabs {
            for row in rows(of: tab) {
                switch row {
                case .field(let index):
                    let field = fields[index]
                    guard field.isRequired, field.isEmpty else { continue }
                    return FormProblem(tab: tab, row: row, text: "\(field.label) is required", isFinal: field.isInPath)
                case .bodyText:
                    guard let body, body.isRequired, body.area.isEmpty else { continue }
                    return FormProblem(tab: tab, row: row, text: "a body is required", isFinal: false)
                case .add, .contentType, .choice: continue
                }
            }
        }
        return missingVariable
    }

    private var firstDoubt: FormProblem? {
        for tab in tabs {
            for row in rows(of: tab) {
                if let problem = fileProblem(row) { return FormProblem(tab: tab, row: row, text: problem, isFinal: true) }
                if let hint = bareFileHint(row) { return FormProblem(tab: tab, row: row, text: hint, isFinal: false) }
                switch row {
                case .field(let index):
                    guard let problem = fields[index].currentProblem else { continue }
                    return FormProblem(tab: tab, row: row, text: "\(fields[index].label) \(problem)", isFinal: false)
                case .bodyText:
                    guard let problem = body?.problem else { continue }
                    return FormProblem(tab: tab, row: row, text: problem, isFinal: false)
                case .add, .contentType, .choice: continue
                }
            }
        }
        return nil
    }

    /// Whether a tab has a problem, in fields that the user has left.
    func hasProblem(_ tab: RequestTab) -> Bool {
        rows(of: tab).contains { row in
            switch row {
            case .field(let index): fields[index].problem != nil
            case .bodyText: body?.problem != nil
            case .add, .contentType, .choice: false
            }
        }
    }

    /// Opens the tab of a problem and selects its row.
    mutating func go(to problem: FormProblem, height: Int) {
        open(problem.tab)
        select(problem.row, height: height)
    }
}

extension FormField {
    var isInPath: Bool { if case .parameter(let parameter) = role { parameter.place == .path } else { false } }
}
