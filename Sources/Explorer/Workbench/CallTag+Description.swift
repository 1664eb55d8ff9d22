// The tags that separate requests for the description itself, and requests of an archive, from requests for the API.

import NetLayer

extension CallTag {
    /// Requests that look for a description, or load a part of it.
    public static let description = CallTag("explorer.description")
    /// Requests that an archive has recorded: this program did not send them.
    public static let archive = CallTag("explorer.archive")
}
