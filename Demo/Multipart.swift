// The parts of a multipart body (RFC 2046, RFC 7578), from a complete body.

struct Multipart {
    struct Part {
        var headers: [String: String] = [:]
        var body: ArraySlice<UInt8>

        /// A parameter of Content-Disposition.
        func parameter(_ name: String) -> String? { headers["content-disposition"]?.headerParameter(name) }
    }

    let parts: [Part]

    /// - Throws: ``Problem`` 400 when the type names no boundary, or the body does not follow it.
    init(_ body: [UInt8], type: String) throws {
        guard let boundary = type.headerParameter("boundary"), !boundary.isEmpty else {
            throw Problem(400, "Content-Type has no boundary")
        }
        let mark = Array("--\(boundary)".utf8)
        var parts: [Part] = []
        guard var place = Self.find(mark, in: body[...]) else { throw Problem(400, "the body does not have its boundary") }
        while !body[place...].dropFirst(mark.count).starts(with: "--".utf8) {
            let rest = body[place...].dropFirst(mark.count)
            guard let next = Self.find(Array("\r\n".utf8) + mark, in: rest) else {
                throw Problem(400, "part \(parts.count + 1) does not end with the boundary")
            }
            parts.append(try Self.part(body[rest.startIndex..<next], number: parts.count + 1))
            place = next + 2
        }
        self.parts = parts
    }

    private static func part(_ bytes: ArraySlice<UInt8>, number: Int) throws -> Part {
        let blank = Array("\r\n\r\n".utf8)
        guard let end = find(blank, in: bytes) else { throw Problem(400, "part \(number) has no blank line behind its headers") }
        var part = Part(body: bytes[(end + blank.count)...])
        for line in String(decoding: bytes[..<end], as: UTF8.self).split(whereSeparator: \.isNewline) {
            guard let colon = line.firstIndex(of: ":") else { continue }
            part.headers[line[..<colon].lowercased()] = String(line[line.index(after: colon)...].drop { $0 == " " })
        }
        return part
    }

    private static func find(_ needle: [UInt8], in bytes: ArraySlice<UInt8>) -> Int? {
        guard bytes.count >= needle.count else { return nil }
        var from = bytes.startIndex
        while let place = bytes[from...].firstIndex(of: needle[0]), place + needle.count <= bytes.endIndex {
            if bytes[place..<place + needle.count].elementsEqual(needle) { return place }
            from = place + 1
        }
        return nil
    }
}

extension String {
    /// `b` of `a; name=b` or `a; name="b"`, in which a backslash escapes the next character.
    func headerParameter(_ name: String) -> String? {
        var rest = self[...]
        while let start = rest.firstIndex(of: ";") {
            rest = rest[rest.index(after: start)...].drop { $0 == " " }
            guard let equals = rest.firstIndex(of: "=") else { return nil }
            let found = rest[..<equals].lowercased() == name
            rest = rest[rest.index(after: equals)...]
            var value = ""
            if rest.first == "\"" {
                rest = rest.dropFirst()
                while let character = rest.popFirst(), character != "\"" {
                    value.append(character == "\\" ? rest.popFirst() ?? "\\" : character)
                }
            } else {
                value = String(rest.prefix { $0 != ";" && $0 != " " })
                rest = rest.dropFirst(value.count)
            }
            if found { return value }
        }
        return nil
    }
}
