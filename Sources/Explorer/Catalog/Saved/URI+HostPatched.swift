// Hosts that are assembled from pieces.

import NetLayer

extension URI {
    /// Whether its host contains characters that no host has: braces that a parameter replaces later, or
    /// characters that end a host unless they are escaped.
    public var isHostPatched: Bool {
        let text = (authority ?? "").lowercased()
        return ["{", "}", "\\", "%7b", "%7d", "%2f", "%3f", "%23", "%40", "%5c"].contains { text.contains($0) }
    }
}
