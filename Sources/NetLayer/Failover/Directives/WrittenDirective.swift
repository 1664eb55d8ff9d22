// The text formats of a directive, and its signed part.
//
//     pool=main;to=2;epoch=7;expires=2026-12-01T00:00:00Z;mode=force;wrap=0;sig=9f86d0…
//     {"pool": "main", "to": 2, "epoch": 7, "expires": 1796083200, "mode": "force", "wrap": false,
//      "sig": "9f86d0…"}

import Document

extension Directive {
    /// The signed text: these seven lines in this order, separated by line feeds,
    /// without a line feed at the end.
    ///
    ///     netlayer-switch
    ///     pool=main
    ///     to=2
    ///     epoch=7
    ///     expires=1796083200
    ///     mode=force
    ///     wrap=0
    ///
    /// `to` is the index or the name; `expires` is in whole seconds since 1970-01-01 UTC, or empty; `wrap` is
    /// 0 or 1. All lines are present; a missing value has its default. In a shell: `printf '…'
    /// openssl dgst -sha256 -hmac KEY`.
    public var canonicalText: String {
        let target =
            switch target {
            case .index(let index): String(index)
            case .name(let name): name
            }
        return [
            "netlayer-switch", "pool=\(pool)", "to=\(target)", "epoch=\(epoch)",
            "expires=\(expires.map { String($0.components.seconds) } ?? "")", "mode=\(mode.rawValue)",
            "wrap=\(wrapsIndex ? 1 : 0)",
        ].joined(separator: "\n")
    }
}

/// A directive as received, with its unchecked signature. Refusals do not repeat its text: the configured
/// place may hold something else, with secrets.
struct WrittenDirective: Sendable, Hashable {
    private enum Field: String { case pool, to, epoch, expires, mode, wrap, sig }

    /// The limit in bytes.
    static let longest = DirectiveLine.longest

    var directive: Directive
    var signature: [UInt8]?

    init(_ text: String) throws(DirectiveRefusal) {
        guard text.utf8.count <= Self.longest else { throw .malformed("it has more than \(Self.longest) bytes") }
        let text = text.trimmed
        let fields = try text.hasPrefix("{") ? Self.members(text) : Self.pairs(text)
        guard let pool = fields[.pool] else { throw .malformed("it names no pool") }
        guard let target = fields[.to] else { throw .malformed("it names no service, 'to=…'") }
        guard let epoch = fields[.epoch] else { throw .malformed("it has no epoch") }
        guard let epoch = UInt64(epoch) else { throw .malformed("its epoch is not a whole number from 0") }
        directive = Directive(pool: pool, target: try Self.target(target), epoch: epoch)
        if let text = fields[.expires] {
            guard let seconds = Int64(text) ?? HTTPDate.seconds(rfc3339: text).map(Int64.init) else {
                throw .malformed("its expiry is not a time: seconds since 1970, or 2026-12-01T00:00:00Z")
            }
            directive.expires = .seconds(seconds)
        }
        if let text = fields[.mode] {
            guard let mode = Directive.Mode(rawValue: text) else {
                throw .malformed("its mode is neither advise nor force")
            }
            directive.mode = mode
        }
        if let text = fields[.wrap] {
            guard ["0", "1", "true", "false"].contains(text) else { throw .malformed("its wrap is neither 0 nor 1") }
            directive.wrapsIndex = text == "1" || text == "true"
        }
        if let text = fields[.sig] {
            guard let bytes = Self.bytes(hexadecimal: text) else {
                throw .malformed("its signature is not written in hexadecimal digits")
            }
            signature = bytes
        }
    }

    // MARK: Its two forms

    private static func pairs(_ text: String) throws(DirectiveRefusal) -> [Field: String] {
        var fields: [Field: String] = [:]
        for pair in text.split(separator: ";") where !pair.allSatisfy(\.isBlank) {
            guard let mark = pair.firstIndex(of: "=") else { throw .malformed("part of it is not name=value") }
            try insertField(String(pair[pair.index(after: mark)...]).trimmed, as: String(pair[..<mark]).trimmed, into: &fields)
        }
        return fields
    }

    private static func members(_ text: String) throws(DirectiveRefusal) -> [Field: String] {
        let document: JSONDocument
        do throws(JSONError) {
            document = try JSONDocument(Array(text.utf8))
        } catch {
            throw .malformed("\(error)")
        }
        var fields: [Field: String] = [:]
        for member in document.root.members {
            let value = member.value
            guard let text = value.string ?? value.number ?? value.bool.map({ $0 ? "1" : "0" }) else {
                // A null equals a missing member.
                if value.kind == .null { continue }
                throw .malformed("one of its values is neither a text nor a number")
            }
            try insertField(text, as: member.key, into: &fields)
        }
        return fields
    }

    // Unknown names would not be signed, and of two values either could be meant.
    private static func insertField(_ value: String, as name: String, into fields: inout [Field: String]) throws(DirectiveRefusal)
    {
        guard let field = Field(rawValue: name) else {
            throw .malformed("it has a name other than pool, to, epoch, expires, mode, wrap and sig")
        }
        guard fields[field] == nil else { throw .malformed("'\(name)' occurs twice") }
        // A line break would split a line of the signed text.
        guard value.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7f }) else {
            throw .malformed("the value of '\(name)' has a control character in it")
        }
        fields[field] = value
    }

    // MARK: Its values

    private static func target(_ text: String) throws(DirectiveRefusal) -> Directive.Target {
        let digits = text.hasPrefix("-") ? text.dropFirst() : text[...]
        guard !digits.isEmpty, digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return .name(text) }
        guard let index = Int(text) else { throw .malformed("no pool has a service \(text)") }
        return .index(index)
    }

    private static func bytes(hexadecimal text: String) -> [UInt8]? {
        let digits = text.compactMap(\.hexDigitValue)
        guard digits.count == text.count, digits.count.isMultiple(of: 2), !digits.isEmpty else { return nil }
        return stride(from: 0, to: digits.count, by: 2).map { UInt8(digits[$0] << 4 | digits[$0 + 1]) }
    }
}

extension Character {
    fileprivate var isBlank: Bool { self == " " || self == "\t" || self == "\n" || self == "\r" || self == "\r\n" }
}

extension String {
    fileprivate var trimmed: String {
        String(drop(while: \.isBlank).reversed().drop(while: \.isBlank).reversed())
    }
}
