// Masks a multipart body: the parts with secret names.

extension SecretNames {
    /// The boundary of a `Content-Type`; `nil` if it is not `multipart/form-data`.
    package static func boundary(_ contentType: String) -> String? {
        guard contentType.lowercased().hasPrefix("multipart/form-data") else { return nil }
        return FieldParameters.parse(contentType).first { $0.name == "boundary" }?.value
    }

    /// Masks a section of such a body that is in memory; files separate the sections.
    mutating func maskMultipart(_ bytes: [UInt8], boundary: String, secret names: Set<String>) -> ShellWord {
        let line = Array("--\(boundary)".utf8)
        let blank = Array("\r\n\r\n".utf8)
        var parts: [ShellWord.Part] = []
        for (index, stretch) in bytes.split(separator: line, omittingEmptySubsequences: false).enumerated() {
            if index > 0 { parts.append(.text(line)) }
            // The text before the first boundary ends the part of a file.
            guard index > 0, let end = stretch.firstRange(of: blank)?.upperBound else {
                parts.append(.text(Array(stretch)))
                continue
            }
            let last = stretch.suffix(2).elementsEqual("\r\n".utf8) ? stretch.endIndex - 2 : stretch.endIndex
            parts.append(.text(Array(stretch[..<end])))
            if end < last {
                let name = Self.partName(in: String(decoding: stretch[..<end], as: UTF8.self))
                parts += maskContent(Array(stretch[end..<last]), of: name, names).parts
            }
            parts.append(.text(Array(stretch[max(end, last)...])))
        }
        return ShellWord(parts).joined
    }

    /// Masks the content of a part: as a whole if its own name is secret, else the
    /// fields in it with secret names.
    /// - Parameter name: as on the wire; `nil` without a name.
    package mutating func maskContent(_ bytes: [UInt8], of name: String?, _ names: Set<String>) -> ShellWord {
        guard !bytes.isEmpty, !reveals else { return ShellWord([.text(bytes)]) }
        if let name, Self.isSecretPart(name, names) {
            return ShellWord([makePart(String(decoding: bytes, as: UTF8.self), name)])
        }
        return maskFields(bytes, secret: names)
    }

    /// The name of a part. A name contains no unescaped quote (``MultipartBody/escaped(_:)``).
    private static func partName(in head: String) -> String? {
        guard let start = head.firstRange(of: "; name=\"")?.upperBound, let end = head[start...].firstIndex(of: "\"") else {
            return nil
        }
        return String(head[start..<end])
    }

    /// - Parameter name: as on the wire.
    package static func isSecretPart(_ name: String, _ names: Set<String>) -> Bool {
        SensitiveNames.isSecretParameter(name) || names.contains { MultipartBody.escaped($0) == name }
    }
}

extension BodySource {
    /// The pieces with adjacent bytes joined: the head of a part and its content.
    package var stretches: [Piece] {
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
    /// The names of the body's fields that are masked.
    package var secretFields: Set<String> { maskedFields.union(url.secretNames) }

    /// Whether a part of the body is masked in every display.
    var hasSecretBody: Bool {
        // Its bytes cannot be searched before they are sent.
        if body.sequence != nil { return true }
        guard body.count > 0, !isBodySecret else { return body.count > 0 }
        // A part can be secret by its name alone, whatever its file contains.
        if let parts = formParts, parts.contains(where: { isSecretPart($0.name) && !$0.content.isEmpty }) { return true }
        let text = SearchedBody(body)
        var names = SecretNames(reveals: false)
        _ = names.maskBody(text.bytes, contentType: headers["Content-Type"] ?? "", secret: secretFields)
        return !names.values.isEmpty || !text.isWhole
    }
}
