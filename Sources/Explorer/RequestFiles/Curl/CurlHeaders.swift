// The values of `-H`, and the fields that curl adds or omits because of them.

/// The header fields of a request, in curl's order.
struct CurlHeaders {
    private(set) var fields: [CollectionField] = []
    private(set) var notes: [ImportNote] = []
    /// In lowercase. curl adds no field of its own with such a name, even if the user's
    /// field has no value and is not sent.
    private var names: Set<String> = []

    /// Whether the user named the field.
    func hasUserField(_ name: String) -> Bool { names.contains(name) }

    /// The value that the request sends.
    func value(_ name: String) -> String? { fields.first { !$0.isDisabled && $0.name.lowercased() == name }?.value }

    mutating func remove(_ name: String) { fields.removeAll { $0.name.lowercased() == name } }

    static func readHeaders(_ values: [CurlValue], file: String) -> CurlHeaders {
        var headers = CurlHeaders()
        for value in values { headers.readHeader(value, ImportPlace(file: file, line: value.line)) }
        return headers
    }

    private mutating func readHeader(_ value: CurlValue, _ place: ImportPlace) {
        if value.bytes.first == UInt8(ascii: "@") {
            let path = String(decoding: value.bytes.dropFirst(), as: UTF8.self)
            notes.append(
                ImportNote(.unsupported, place, "the header fields in the file \(path) are not read", hint: "write them as -H"))
            return
        }
        if let colon = value.bytes.firstIndex(of: UInt8(ascii: ":")) {
            addField(value.bytes[..<colon], value.bytes[(colon + 1)...], place)
        } else if value.bytes.last == ShellByte.semicolon,
            value.bytes.firstIndex(of: ShellByte.semicolon) == value.bytes.count - 1
        {
            // This is the way to send a field without a value.
            addField(value.bytes.dropLast(), nil, place)
        } else {
            notes.append(
                ImportNote(
                    .skipped, place, "the header field has no colon, and curl does not send it",
                    hint: "write Name: value"))
        }
    }

    private func quoted(_ bytes: ArraySlice<UInt8>) -> String {
        "“\(String(decoding: bytes.prefix(40), as: UTF8.self))\(bytes.count > 40 ? "…" : "")”"
    }

    /// - Parameter value: `nil` sends an empty value; an empty one omits the field.
    private mutating func addField(_ name: ArraySlice<UInt8>, _ value: ArraySlice<UInt8>?, _ place: ImportPlace) {
        let trimmed = Self.trimmed(name)
        guard !trimmed.isEmpty else {
            notes.append(ImportNote(.skipped, place, "a header field has no name", hint: "write Name: value"))
            return
        }
        if trimmed.count < name.count {
            notes.append(
                ImportNote(
                    .assumed, place, "the blank beside the name of the header field \(quoted(trimmed)) is left out",
                    hint: "delete it"))
        }
        let field = String(decoding: trimmed, as: UTF8.self)
        names.insert(field.lowercased())
        guard let value else {
            fields.append(CollectionField(field, ""))
            return
        }
        var text = Self.trimmed(value)
        if text.contains(where: { $0 == ShellByte.newline || $0 == ShellByte.carriageReturn }) {
            notes.append(
                ImportNote(
                    .assumed, place, "the line break in the header field \(quoted(trimmed)) became a blank", hint: "delete it"))
            text = text.map { $0 == ShellByte.newline || $0 == ShellByte.carriageReturn ? ShellByte.space : $0 }[...]
        }
        guard text.isEmpty else {
            fields.append(CollectionField(field, String(decoding: text, as: UTF8.self)))
            return
        }
        if Self.ownFields.contains(field.lowercased()) { leaveOut(field, at: place) }
    }

    /// Suppresses a field that curl would add. A field of the same name from the user is still sent.
    mutating func leaveOut(_ field: String, at place: ImportPlace) {
        guard !fields.contains(where: { $0.name.lowercased() == field.lowercased() }) else { return }
        names.insert(field.lowercased())
        fields.append(CollectionField(field, "", isDisabled: true))
        guard field.lowercased() != "expect" else { return }
        notes.append(
            ImportNote(
                .unsupported, place, "curl leaves out the field \(field); this program may send its own",
                hint: "give the field a value"))
    }

    /// Inserts the fields that curl makes from other options before the user's. A field of the user
    /// replaces one of the same name.
    mutating func prepend(_ added: [CollectionField]) {
        fields.insert(contentsOf: added.filter { !names.contains($0.name.lowercased()) }, at: 0)
    }

    mutating func append(_ added: CollectionField) { if !names.contains(added.name.lowercased()) { fields.append(added) } }

    /// Fields that curl adds.
    private static let ownFields: Set<String> = [
        "host", "user-agent", "accept", "content-type", "content-length", "transfer-encoding", "expect",
    ]

    private static func trimmed(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        var bytes = bytes.drop(while: ShellByte.isBlank)
        while let last = bytes.last, ShellByte.isBlank(last) { bytes.removeLast() }
        return bytes
    }
}
