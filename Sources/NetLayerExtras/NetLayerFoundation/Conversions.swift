// Foundation's types for those of NetLayer, and back.

import FoundationEssentials
import NetLayer

extension RawResponse {
    /// The body as Foundation's type: a copy.
    public var data: Data { Data(body) }
}

extension URI {
    /// The same reference, relative ones included.
    public init(_ url: URL) { self.init(url.relativeString) }
}

extension URL {
    /// The same URL with its secrets, as ``URI/revealed`` has it; `nil` where Foundation refuses it.
    public init?(_ uri: URI) { self.init(string: uri.revealed) }
}
