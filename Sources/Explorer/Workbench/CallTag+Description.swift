// The tag that separates requests for the description itself from requests for the API.

import NetLayer

extension CallTag {
    /// Requests that look for a description, or load a part of it.
    public static let description = CallTag("explorer.description")
}
