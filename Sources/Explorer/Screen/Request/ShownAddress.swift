// The address in the title of the request pane: the URL that the form would send now.

import Catalog
import NetLayer

extension Model {
    /// Keeps the address for the frames until the next step: a plan for each frame would cost too much.
    mutating func keepAddress() { requests.address = form.flatMap { shownAddress(of: $0) } }

    /// Path and query of the request, secrets masked; the whole URL where it is on another origin than the
    /// services. `nil` while no URL can be made, because a value of the path or of a variable is missing.
    func shownAddress(of form: RequestForm) -> String? {
        // Each step of the user asks for it. The URL does not depend on the body, which may be long, or a file
        // that only the runtime may read.
        var form = form
        form.body = nil
        let (plan, isExpanded) = knownPlan(of: form, forURL: true)
        guard isExpanded, case .success(let request) = wireRequest(plan, on: ownPool(form.operation.servers) ?? api.pool) else {
            return nil
        }
        return "\(api.pool.shortened(request.url))"
    }
}
