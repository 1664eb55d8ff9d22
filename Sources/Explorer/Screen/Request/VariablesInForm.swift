// `${name}` in a form of a workspace: the form with the values of its references, which is checked and sent.

import Canvas
import Catalog
import Document
import NetLayer
import Workbench

extension RequestForm {
    /// The texts that contain references, as far as they can be parsed.
    var referringTexts: [WorkspaceText] {
        guard takesVariables else { return [] }
        let fields = fields.indices.filter { self.fields[$0].hasReferences && isSent($0) }.map { self.fields[$0].input.text }
        let texts = (fields + (sentBodyText.map { [$0] } ?? [])).compactMap { try? WorkspaceText($0) }
        return texts + (given?.assertions.flatMap(\.texts) ?? [])
    }

    /// The form with values in place of references.
    /// - Throws: the reference that cannot be parsed or has no value, with its place.
    func expanded(by expansion: inout VariableExpansion) throws(FormProblem) -> RequestForm {
        if let problem = missingConsent { throw problem }
        guard takesVariables else { return self }
        var form = self
        for index in fields.indices where fields[index].hasReferences && isSent(index) {
            // A URL becomes a path when its plan is known.
            if case .option = fields[index].role { continue }
            let row = FormRow.field(index)
            let value = try Self.value(of: fields[index].input.text, .none, &expansion, fields[index].tab, row)
            form.fields[index].put(value)
        }
        if let text = sentBodyText, let body {
            // A reference that is a whole value, and not a part of a string, is inserted unquoted.
            let isWhole = body.isJSON && !isGivenText && (try? JSONDocument(Array(text.utf8))) != nil
            form.body?.put(try Self.value(of: text, isWhole ? .json : .none, &expansion, .body, .bodyText))
        }
        return form
    }

    /// Puts the address, the authentication and the policies of a saved request into its draft.
    func putOptions(into draft: inout RequestDraft, _ expansion: inout VariableExpansion) throws(FormProblem) {
        guard given != nil else { return }
        let request = try options(named: endpoint.title, mayHoldSecrets: true)
        // A missing value is reported for its field.
        for index in fields.indices where fields[index].hasReferences && isSent(index) {
            guard case .option = fields[index].role else { continue }
            _ = try Self.value(of: fields[index].input.text, .none, &expansion, fields[index].tab, .field(index))
        }
        do throws(VariableError) {
            try request.requireAgreement()
            if case .address(_, let text) = request.target {
                draft.address = try DraftAddress(text, of: request, &expansion)
            }
            try draft.applyOptions(of: request, &expansion)
        } catch {
            throw FormProblem(tab: .auth, row: rows(of: .auth).first ?? .bodyText, text: "\(error)", isFinal: true)
        }
    }

    /// The text of the body, when its references are expanded.
    private var sentBodyText: String? {
        guard let body, body.style == .text, body.filePath == nil, body.takesVariables, body.area.text.contains("${") else {
            return nil
        }
        return untouchedJSON ?? body.area.text
    }

    /// The unchanged JSON body of a saved request, as the workspace has it. The form
    /// shows it on several lines.
    var untouchedJSON: String? {
        guard let body, body.isAsSaved, case .json(let text)? = given?.body else { return nil }
        return text.source
    }

    /// The body is a text of the workspace, which is sent as written.
    private var isGivenText: Bool { if case .text = given?.body, body?.isAsSaved == true { true } else { false } }

    /// The field is on a visible line.
    private func isSent(_ index: Int) -> Bool { rows(of: fields[index].tab).contains(.field(index)) }

    private static func value(
        of text: String, _ escaping: VariableExpansion.Escaping, _ expansion: inout VariableExpansion, _ tab: RequestTab,
        _ row: FormRow
    ) throws(FormProblem) -> FieldValue {
        do throws(VariableError) {
            return try expansion.expand(try WorkspaceText(text), escaping: escaping)
        } catch {
            throw FormProblem(tab: tab, row: row, text: "\(error)", isFinal: true)
        }
    }
}

extension FormField {
    /// The text contains a variable or an external value.
    var hasReferences: Bool { takesVariables && input.text.contains("${") }

    /// Replaces the text by its expanded value.
    fileprivate mutating func put(_ value: FieldValue) {
        input = TextField(value.revealed)
        isSecretValue = value.isSecret
        isExpanded = true
        takesVariables = false
    }
}

extension BodyForm {
    fileprivate mutating func put(_ value: FieldValue) {
        isSecret = value.isSecret
        put(value.revealed)
    }
}

extension String {
    /// `${name}`, alone or behind a word such as `Bearer`: a mere reference to a secret is no secret.
    var isReferenceAlone: Bool {
        guard hasSuffix("}"), let open = firstRange(of: "${") else { return false }
        let before = self[..<open.lowerBound]
        return !before.hasSuffix("$") && !self[open.upperBound...].dropLast().contains("}")
            && (before.isEmpty || before.hasSuffix(" "))
            && before.allSatisfy { $0.isLetter || $0 == " " } && before.split(separator: " ").count <= 1
    }
}
