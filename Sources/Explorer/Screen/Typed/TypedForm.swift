// The form of a typed request as a saved request of the workspace.

import Catalog
import Workbench

extension RequestForm {
    /// - Throws: the part of it that cannot be saved.
    func typedRequest(named name: String) throws(FormProblem) -> WorkspaceRequest {
        if let problem = missingVariable { throw problem }
        let plan = requestDraft().plan
        do throws(VariableError) {
            return try WorkspaceRequest(name: name, plan: plan)
        } catch {
            let row = rows(of: .params).first ?? .add(.query)
            throw FormProblem(tab: .params, row: row, text: "\(error)", isFinal: true)
        }
    }
}
