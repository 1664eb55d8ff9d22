// Header fields in the order they were given, with names compared case-insensitively (RFC 9110 §5.1).

/// One header field. A name that carries credentials makes its value a ``Secret``, and so does a URL with
/// credentials in a field that contains URLs (`Location: https://…?token=…`).
public struct HeaderField: Sendable, Hashable, CustomStringConvertible {
    /// As it was written; compared without case.
    public let name: String
    /// A ``Secret`` where the name, or a URL in it, carries credentials.
    public let value: FieldValue

    /// A plain value becomes a secret where the name, or a URL in it, carries credentials.
    public init(_ name: String, _ value: FieldValue) {
        self.name = name
        if case .plain(let text) = value, SensitiveNames.isSecretHeader(name) || Self.pointsWithCredentials(name, text) {
            self.value = .secret(Secret(text))
        } else {
            self.value = value
        }
    }

    /// The same for a plain text.
    public init(_ name: String, _ text: String) { self.init(name, .plain(text)) }

    /// `Name: value`, masked when secret.
    public var description: String { "\(name): \(value)" }

    private static func pointsWithCredentials(_ name: String, _ text: String) -> Bool {
        let targets =
            if ["Location", "Content-Location", "Referer"].contains(where: name.isSameFieldName) {
                [text]
            } else if name.isSameFieldName(as: "Link") {
                WebLink.parse([text]).map(\.target)
            } else {
                [String]()
            }
        return targets.contains { URI($0).description.contains(Secret.mask) }
    }
}

/// An ordered list of header fields; it may contain a name more than once.
public struct Headers: Sendable, Hashable, ExpressibleByDictionaryLiteral, CustomStringConvertible {
    private enum Storage: Sendable {
        case fields([HeaderField])
        /// Lines as they were received; parsed on the first access to a field.
        case lines(FieldLines)
    }

    private var storage: Storage

    /// In the order in which they were given.
    public private(set) var fields: [HeaderField] {
        get {
            switch storage {
            case .fields(let fields): fields
            case .lines(let lines): lines.fields
            }
        }
        _modify {
            var changed = fields
            storage = .fields([])
            defer { storage = .fields(changed) }
            yield &changed
        }
    }

    /// These fields, in their order.
    public init(_ fields: [HeaderField] = []) { storage = .fields(fields) }
    public init(dictionaryLiteral elements: (String, String)...) {
        storage = .fields(elements.map { HeaderField($0.0, $0.1) })
    }
    init(_ lines: FieldLines) { storage = .lines(lines) }

    public static func == (a: Headers, b: Headers) -> Bool { a.fields == b.fields }
    public func hash(into hasher: inout Hasher) { hasher.combine(fields) }

    /// Their approximate size in memory, in bytes.
    var weight: Int {
        switch storage {
        case .fields(let fields): fields.reduce(0) { $0 + $1.name.utf8.count + $1.value.revealed.utf8.count + 64 }
        case .lines(let lines): lines.weight
        }
    }

    /// There is no field.
    public var isEmpty: Bool { fields.isEmpty }

    /// The first value of that name, as on the wire.
    public subscript(_ name: String) -> String? { first(name)?.value.revealed }

    /// The first field of that name.
    public func first(_ name: String) -> HeaderField? { fields.first { $0.name.isSameFieldName(as: name) } }

    /// Every value of that name, in order.
    public func allValues(_ name: String) -> [String] {
        fields.filter { $0.name.isSameFieldName(as: name) }.map(\.value.revealed)
    }

    /// Appends a field, keeping those of the same name.
    public mutating func add(_ field: HeaderField) { fields.append(field) }

    /// Replaces all fields of the same name with this one: the later layer takes precedence.
    public mutating func set(_ field: HeaderField) {
        remove(field.name)
        fields.append(field)
    }

    /// Removes every field of that name.
    public mutating func remove(_ name: String) { fields.removeAll { $0.name.isSameFieldName(as: name) } }

    public var description: String { fields.map(\.description).joined(separator: "\n") }
}

extension String {
    package func isSameFieldName(as other: String) -> Bool {
        utf8.count == other.utf8.count
            && zip(utf8, other.utf8).allSatisfy {
                $0 == $1 || ($0 | 0x20 == $1 | 0x20 && ($0 | 0x20) >= 0x61 && ($0 | 0x20) <= 0x7a)
            }
    }
}
