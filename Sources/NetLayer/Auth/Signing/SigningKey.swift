// A shared key for signatures: text, or bytes that are written as base64.

/// A shared secret as it was given out.
public struct SigningKey: Sendable, Hashable {
    /// How ``text`` stands for the key's bytes.
    public enum Coding: String, Sendable, Hashable, CaseIterable { case utf8, base64 }

    /// The key as it was given out.
    public var text: Secret
    /// How the text stands for the key's bytes.
    public var coding: Coding

    /// A key whose bytes are those of its text, unless it is said to be base64.
    public init(_ text: Secret, coding: Coding = .utf8) {
        self.text = text
        self.coding = coding
    }

    /// `nil` for a text that is not what ``coding`` says.
    var bytes: [UInt8]? {
        switch coding {
        case .utf8: Array(text.reveal().utf8)
        case .base64: Base64.decode(text.reveal())
        }
    }

    func requireBytes(_ request: WireRequest) throws(NetError) -> [UInt8] {
        guard let bytes, !bytes.isEmpty else {
            throw Credential.refusal(request, "the key that signs is \(coding == .base64 ? "no base64" : "empty")")
        }
        return bytes
    }
}

extension WireRequest {
    /// The SHA-256 of its content, read piece by piece: a signature needs all of it before the first byte goes out.
    func contentDigest() throws(NetError) -> [UInt8] {
        do throws(TransferFailure) {
            switch body {
            case .none: return Digest.sha256([])
            case .bytes(let bytes): return Digest.sha256(bytes)
            case .stream(let source): return try Digest.sha256(source)
            }
        } catch {
            throw Credential.refusal(self, "the body cannot be signed: \(error.detail)")
        }
    }
}
