// The first request of a collection as the program sends it.

import Catalog
import NetLayer
import RequestFiles
import Testing

struct ReadRequest {
    let plan: RequestPlan
    let pool: ServicePool

    /// - Parameter folder: where relative paths of files begin.
    init(_ collection: RequestCollection, folder: String) throws {
        let description = APIDescription(collection, source: "x", folder: folder + "/")
        let saved = try #require(description.operation(0)?.saved)
        plan = saved.makePlan(for: description.endpoints[0]).plan
        pool = ServicePool(description)
    }
}
