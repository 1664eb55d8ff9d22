// The address in the title of the request pane: the URL that the form would send now.

import Catalog
import NetLayer

extension Model {
    /// Path and query of the request, secrets masked; the whole URL where it is on another origin than the
    /// services. `nil` while no URL can be made, because a value of the path or of a variable is missing.
    func shownAddress(of form: RequestForm) -> String? {
        // Each key press draws the title. The URL does not depend on the body, which may be long.
        var form = form
        form.body = nil
        guard form.missingVariable == nil else { return nil }
        let (plan, isExpanded) = knownPlan(of: form)
        guard isExpanded, case .success(let request) = wireRequest(plan, on: ownPool(form.operation.servers) ?? api.pool) else {
            return nil
        }
        return "\(api.pool.shortened(request.url))"
    }
}
