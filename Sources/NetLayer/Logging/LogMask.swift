// A body for a log: fields with secret names are masked, and a body that is not text is shown as its size.

enum LogMask {
    static func maskBody(_ bytes: [UInt8], contentType: String, secret: Set<String>) -> String {
        var names = SecretNames(reveals: false)
        let word = names.maskBody(bytes, contentType: contentType, secret: secret)
        guard word.isReadable else { return "\(bytes.count) bytes that are not text" }
        return word.parts.map { part in
            switch part {
            case .text(let bytes): String(decoding: bytes, as: UTF8.self)
            case .variable: Secret.mask
            }
        }.joined()
    }
}

extension WireRequest {
    var bodyBytes: [UInt8] { if case .bytes(let bytes) = body { bytes } else { [] } }
}
