// The form of a typed request as a saved request of the workspace.

import Canvas
import Catalog
import Workbench

extension RequestForm {
    /// - Throws: the part of it that cannot be saved.
    func typedRequest(named name: String) throws(FormProblem) -> WorkspaceRequest {
        if let problem = missingVariable { throw problem }
        var form = self
        var references = HeldReferences()
        let texts = fields.map(\.input.text) + [body?.area.text ?? ""]
        for index in fields.indices where fields[index].hasReferences {
            form.fields[index].holdReferences(in: &references, besides: texts)
        }
        if let body, body.takesVariables, body.area.text.contains("${") {
            let word = references.hold(body.area.text, besides: texts)
            form.editBody { $0.setText(word) }
        }
        let plan = form.requestDraft().plan
        do throws(VariableError) {
            return try WorkspaceRequest(name: name, plan: plan, references)
        } catch {
            let row = rows(of: .params).first ?? .add(.query)
            throw FormProblem(tab: .params, row: row, text: "\(error)", isFinal: true)
        }
    }
}

extension FormField {
    /// A word stands for the text; in a line of the user's own, for the value behind the name.
    fileprivate mutating func holdReferences(in references: inout HeldReferences, besides texts: [String]) {
        if case .own(let own) = role, let pair = ownPair(of: own), !pair.name.contains("${") {
            let word = references.hold(pair.value, besides: texts)
            input = TextField("\(pair.name)\(own.separator)\(word)")
        } else {
            input = TextField(references.hold(input.text, besides: texts))
        }
    }
}
