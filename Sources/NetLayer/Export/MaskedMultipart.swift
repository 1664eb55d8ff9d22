// What of a multipart body is masked: the parts whose names say that they are secret.

extension SecretNames {
    /// The boundary of a `Content-Type`; `nil` for what is no form of several parts.
    static func boundary(_ contentType: String) -> String? {
        guard contentType.lowercased().hasPrefix("multipart/form-data") else { return nil }
        return FieldParameters.parse(contentType).first { $0.name == "boundary" }?.value
    }

    /// A stretch of such a body that is in memory; between two of them stands a file.
    mutating func multipart(_ bytes: [UInt8], boundary: String, secret names: Set<String>) -> ShellWord {
        let line = Array("--\(boundary)".utf8)
        let blank = Array("\r\n\r\n".utf8)
        var parts: [ShellWord.Part] = []
        for (index, stretch) in bytes.split(separator: line, omittingEmptySubsequences: false).enumerated() {
            if index > 0 { parts.append(.text(line)) }
            // What stands before the first boundary is the end of a file's part.
            guard index > 0, let end = stretch.firstRange(of: blank)?.upperBound else {
                parts.append(.text(Array(stretch)))
                continue
            }
            let last = stretch.suffix(2).elementsEqual("\r\n".utf8) ? stretch.endIndex - 2 : stretch.endIndex
            parts.append(.text(Array(stretch[..<end])))
            if end < last {
                let name = Self.name(in: String(decoding: stretch[..<end], as: UTF8.self))
                parts += content(Array(stretch[end..<last]), of: name, names).parts
            }
            parts.append(.text(Array(stretch[max(end, last)...])))
        }
        return ShellWord(parts).joined
    }

    /// What a part holds: secret as a whole by its own name, or in parts by the names that stand in it.
    /// - Parameter name: as it stands on the wire; `nil` where there is none.
    mutating func content(_ bytes: [UInt8], of name: String?, _ names: Set<String>) -> ShellWord {
        guard !bytes.isEmpty, !reveals else { return ShellWord([.text(bytes)]) }
        if let name, Self.isSecretPart(name, names) {
            return ShellWord([part(String(decoding: bytes, as: UTF8.self), name)])
        }
        return fields(bytes, secret: names)
    }

    /// The name of a part. No quote stands in a name as it is (``MultipartBody/escaped(_:)``).
    private static func name(in head: String) -> String? {
        guard let start = head.firstRange(of: "; name=\"")?.upperBound, let end = head[start...].firstIndex(of: "\"") else {
            return nil
        }
        return String(head[start..<end])
    }

    /// - Parameter name: as it stands on the wire.
    static func isSecretPart(_ name: String, _ names: Set<String>) -> Bool {
        SensitiveNames.isSecretParameter(name) || names.contains { MultipartBody.escaped($0) == name }
    }
}

extension BodySource {
    /// Neighbouring bytes as one piece: the head of a part and what it holds.
    var stretches: [Piece] {
        var stretches: [Piece] = []
        for piece in pieces {
            if case .bytes(let more) = piece, case .bytes(let bytes)? = stretches.last {
                stretches[stretches.count - 1] = .bytes(bytes + more)
            } else {
                stretches.append(piece)
            }
        }
        return stretches
    }
}

extension WireRequest {
    /// The names by which the body's fields are masked.
    var secretFields: Set<String> { maskedFields.union(url.secretNames) }

    /// Whether something of the body is masked wherever it is shown.
    var hasSecretBody: Bool {
        guard body.count > 0, !isBodySecret else { return body.count > 0 }
        // A part may be secret by its name alone, whatever its file holds.
        if let parts = formParts, parts.contains(where: { isSecretPart($0.name) && !$0.content.isEmpty }) { return true }
        let text = LookedIntoBody(body)
        var names = SecretNames(reveals: false)
        _ = names.body(text.bytes, contentType: headers["Content-Type"] ?? "", secret: secretFields)
        return !names.values.isEmpty || !text.isWhole
    }
}
