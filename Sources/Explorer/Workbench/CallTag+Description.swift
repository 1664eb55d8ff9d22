// What tells requests for the description itself from those for the API.

import NetLayer

extension CallTag {
    /// Requests that look for a description, or bring a part of it.
    public static let description = CallTag("explorer.description")
}
