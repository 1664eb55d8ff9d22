// The coders of a client: how its JSON is read and written unless a call says otherwise.

import FoundationEssentials
import NetLayer

/// A decoder and an encoder for JSON. Do not change a coder after it is in use.
///
///     let decoder = JSONDecoder()
///     decoder.keyDecodingStrategy = .convertFromSnakeCase
///     var behaviour = ClientBehaviour()
///     behaviour.coding = JSONCoding(decoder: decoder)
///     let client = NetClient(transport: CurlTransport(), behaviour: behaviour)
public struct JSONCoding: Sendable {
    /// Reads the bodies of responses.
    public let decoder: JSONDecoder
    /// Writes parameters and the bodies of requests.
    public let encoder: JSONEncoder

    /// By default Foundation's coders with their default strategies.
    public init(decoder: JSONDecoder = JSONDecoder(), encoder: JSONEncoder = JSONEncoder()) {
        self.decoder = decoder
        self.encoder = encoder
    }

    /// The coding of the client whose response is being decoded; the default one elsewhere.
    static var current: JSONCoding { AttachedValue.current as? JSONCoding ?? JSONCoding() }
}

extension ClientBehaviour {
    /// The coders of the client's calls; `nil`, the default, stands for ``JSONCoding/init(decoder:encoder:)``
    /// without arguments.
    public var coding: JSONCoding? {
        get { attached as? JSONCoding }
        set { attached = newValue }
    }
}

extension NetClient {
    /// The coders of its calls: ``NetLayer/ClientBehaviour/coding`` of its behaviour.
    public var coding: JSONCoding { attached as? JSONCoding ?? JSONCoding() }
}
