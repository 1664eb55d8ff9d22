// The address in the title of the request pane: the URL that the form would send now.

import Catalog
import NetLayer

extension Model {
    /// Path and query of the request, secrets masked; the whole URL where it is on another origin than the
    /// services. `nil` while no URL can be made, because a value of the path or of a variable is missing.
    func shownAddress(of form: RequestForm) -> String? {
        // Each frame draws the title. The URL does not depend on the body, which may be long, or a file that
        // only the runtime may read.
        var form = form
        form.body = nil
        let (plan, isExpanded) = knownPlan(of: form, forURL: true)
        guard isExpanded, case .success(let request) = wireRequest(plan, on: ownPool(form.operation.servers) ?? api.pool) else {
            return nil
        }
        return "\(api.pool.shortened(request.url))"
    }
}
