// Hosts that are put together from pieces.

import NetLayer

extension URI {
    /// Its host has signs that belong to none: braces that a parameter fills in later, or signs that end a host unless they are escaped.
    public var isHostPatched: Bool {
        let text = (authority ?? "").lowercased()
        return ["{", "}", "\\", "%7b", "%7d", "%2f", "%3f", "%23", "%40", "%5c"].contains { text.contains($0) }
    }
}
