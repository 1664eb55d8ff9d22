// A shared key for signatures: text, or bytes that are written as base64.

/// A shared secret as the server issued it.
public struct SigningKey: Sendable, Hashable {
    /// How ``text`` encodes the key's bytes.
    public enum Coding: String, Sendable, Hashable, CaseIterable { case utf8, base64 }

    /// The key as the server issued it.
    public var text: Secret
    /// How the text encodes the key's bytes.
    public var coding: Coding

    /// A key whose bytes are those of its text, unless `coding` is base64.
    public init(_ text: Secret, coding: Coding = .utf8) {
        self.text = text
        self.coding = coding
    }

    /// Whether ``text`` matches ``coding``.
    public var isReadable: Bool { bytes?.isEmpty == false }

    /// `nil` for a text that does not match ``coding``.
    var bytes: [UInt8]? {
        switch coding {
        case .utf8: Array(text.reveal().utf8)
        case .base64: Base64.decode(text.reveal())
        }
    }

    func requireBytes(_ request: WireRequest) throws(NetError) -> [UInt8] {
        guard let bytes, !bytes.isEmpty else {
            throw Credential.refusal(request, "the key that signs is \(coding == .base64 ? "not base64" : "empty")")
        }
        return bytes
    }
}

extension WireRequest {
    /// The SHA-256 of its content, read in pieces: a signature needs all of it before the first byte is sent.
    func contentDigest() throws(NetError) -> [UInt8] {
        do throws(TransferFailure) {
            switch body {
            case .none: return Digest.sha256([])
            case .bytes(let bytes): return Digest.sha256(bytes)
            case .stream(let source): return try Digest.sha256(source)
            case .sequence: return Digest.sha256(try body.collected())
            }
        } catch {
            throw Credential.refusal(self, "the body cannot be signed: \(error.detail)")
        }
    }
}
