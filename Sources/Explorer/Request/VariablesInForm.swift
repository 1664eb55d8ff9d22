// `${name}` in a form of a workspace: the same form with values in its place, which is checked and sent.

import Canvas
import Catalog
import NetLayer

extension RequestForm {
    /// What its texts refer to, as far as they can be read.
    var referringTexts: [WorkspaceText] {
        guard takesVariables else { return [] }
        let typed = fields.indices.filter(isSent).map { fields[$0].input.text } + (sentBodyText.map { [$0] } ?? [])
        return typed.filter { $0.contains("${") }.compactMap { try? WorkspaceText($0) }
    }

    /// The form with values in the place of references.
    /// - Throws: what cannot be read, or has no value, and where it stands.
    func expanded(by expansion: inout VariableExpansion) throws(FormProblem) -> RequestForm {
        guard takesVariables else { return self }
        var form = self
        for index in fields.indices where isSent(index) && fields[index].hasReferences {
            // A URL is made into a path when it is known which plan it is for.
            if case .option = fields[index].role { continue }
            let row = FormRow.field(index)
            let value = try Self.value(of: fields[index].input.text, .none, &expansion, fields[index].tab, row)
            form.fields[index].put(value)
        }
        if let text = sentBodyText, text.contains("${"), let body {
            let value = try Self.value(of: text, body.isJSON ? .json : .none, &expansion, .body, .bodyText)
            form.body?.put(value)
        }
        return form
    }

    /// Puts the address and the authentication of a saved request into its plan.
    func applyOptions(to plan: inout RequestPlan, _ expansion: inout VariableExpansion) throws(FormProblem) {
        guard given != nil else { return }
        let request = try options(named: endpoint.title, mayHoldSecrets: true)
        // Where one has no value is known field by field.
        for index in fields.indices where isSent(index) && fields[index].hasReferences {
            guard case .option = fields[index].role else { continue }
            _ = try Self.value(of: fields[index].input.text, .none, &expansion, fields[index].tab, .field(index))
        }
        do throws(VariableError) {
            try request.applyOptions(to: &plan, &expansion)
        } catch {
            throw FormProblem(tab: .auth, row: rows(of: .auth).first ?? .bodyText, text: "\(error)", isFinal: true)
        }
    }

    /// Puts what a saved request says of timeout, retries and redirects into its plan.
    func applyPolicies(to plan: inout RequestPlan) throws(FormProblem) {
        if given != nil { try options(named: endpoint.title, mayHoldSecrets: true).applyPolicies(to: &plan) }
    }

    private var sentBodyText: String? { body.flatMap { $0.style == .text && $0.filePath == nil ? $0.area.text : nil } }

    /// What stands on a line that is shown.
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
    /// A variable, or what is brought from outside, stands in it.
    var hasReferences: Bool { takesVariables && input.text.contains("${") }

    /// Puts the value of its references there.
    fileprivate mutating func put(_ value: FieldValue) {
        input = TextField(value.revealed)
        isSecretValue = value.isSecret
        takesVariables = false
    }
}

extension BodyForm {
    fileprivate mutating func put(_ value: FieldValue) {
        takesVariables = false
        isSecret = value.isSecret
        put(value.revealed)
    }
}

extension String {
    /// `${name}`, or that behind a word such as `Bearer`: what only stands for a secret is none.
    var isReferenceAlone: Bool {
        guard hasSuffix("}"), let open = firstRange(of: "${") else { return false }
        let before = self[..<open.lowerBound]
        return !before.hasSuffix("$") && !self[open.upperBound...].dropLast().contains("}")
            && before.allSatisfy { $0.isLetter || $0 == " " } && before.split(separator: " ").count <= 1
    }
}
