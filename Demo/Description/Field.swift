// A parameter of an operation in the description.

/// One parameter.
struct Field: Sendable {
    enum Place: String { case path, query, header }

    let name: String
    let place: Place
    let schema: Schema
    let about: String
    let isRequired: Bool
    let example: JSON?

    static func query(_ name: String, _ schema: Schema, _ about: String, required: Bool = false, example: JSON? = nil) -> Field {
        Field(name: name, place: .query, schema: schema, about: about, isRequired: required, example: example)
    }

    static func path(_ name: String, _ schema: Schema, _ about: String, example: JSON) -> Field {
        Field(name: name, place: .path, schema: schema, about: about, isRequired: true, example: example)
    }

    static func header(_ name: String, _ schema: Schema, _ about: String, example: JSON? = nil) -> Field {
        Field(name: name, place: .header, schema: schema, about: about, isRequired: false, example: example)
    }

    var json: JSON {
        var members: [(String, JSON)] = [("name", .string(name)), ("in", .string(place.rawValue))]
        if isRequired { members.append(("required", .bool(true))) }
        members += [("description", .string(about)), ("schema", schema.json)]
        if let example { members.append(("example", example)) }
        return .object(members)
    }
}

extension Field {
    /// The number of items on a page.
    static func pageSize(_ name: String) -> Field {
        .query(name, .integer(from: 1, to: Page.maximumSize, default: Page.defaultSize), "Items on a page")
    }

    static let itemID = path(
        "id", .integer(from: 1), "The item's number, 1 to \(ItemStore.initialCount) at the start", example: .integer(42))
}
