// The alternatives of a value: `oneOf` and `anyOf` as a choice of the user.

extension Schema {
    /// The schema with one of its alternatives before the others.
    func leading(with alternative: Int?) -> Schema {
        guard let alternative, alternatives.indices.contains(alternative) else { return self }
        var schema = self
        schema.alternatives.insert(schema.alternatives.remove(at: alternative), at: 0)
        if discriminatorValues.indices.contains(alternative) {
            schema.discriminatorValues.insert(schema.discriminatorValues.remove(at: alternative), at: 0)
        }
        return schema
    }

    /// Each alternative is opened for its name, and users do not read longer lists.
    private static let mostNames = 500

    /// The names of the first alternatives, each name once: the discriminator's value, else the name of the
    /// definition, else the title, else the type. At most `mostNames`.
    public var alternativeNames: [String] {
        var seen: Set<String> = []
        return alternatives.prefix(Self.mostNames).enumerated().map { index, link in
            let schema = link.resolve()
            let value = discriminatorValues.indices.contains(index) ? discriminatorValues[index] : ""
            let name = [value, schema.name ?? "", schema.title, Self.words(schema)].first { !$0.isEmpty } ?? "any"
            if seen.insert(name).inserted { return name }
            let numbered = "\(name) (\(index + 1))"
            seen.insert(numbered)
            return numbered
        }
    }

    /// `object with name, price`: distinguishes nameless objects.
    private static func words(_ schema: Schema) -> String {
        let keys = schema.required.isEmpty ? schema.properties.map(\.name) : schema.required
        guard !keys.isEmpty else { return schema.type }
        return
            "\(schema.type == "any" ? "object" : schema.type) with \(keys.prefix(3).joined(separator: ", "))\(keys.count > 3 ? ", …" : "")"
    }
}
