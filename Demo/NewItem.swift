// The bodies of `POST`, `PUT` and `PATCH` for items, and the checks that name the faulty field.
import Foundation

/// A whole item, as a client writes it.
struct NewItem: Decodable {
    var name: String
    var price: Double
    var state: String?
    var user: String?
    var labels: [String]?

    /// Reads a body.
    /// - Throws: ``Problem`` 400 when it is not JSON, 422 when a field is missing or wrong.
    static func parse(_ body: Data) throws -> NewItem {
        let item: NewItem = try Draft.decode(body)
        try ItemChange(name: item.name, price: item.price, state: item.state, user: item.user, labels: item.labels).check()
        return item
    }

    /// The item made of a checked draft.
    func item(id: Int, createdAt: String) -> Item {
        Item(
            id: id, name: name, state: state.flatMap(Item.State.init(rawValue:)) ?? .open, user: user ?? "you", assignee: nil,
            labels: labels ?? [], comments: 0, price: Int((price * 100).rounded()), createdAt: createdAt)
    }
}

/// Some fields of an item; absent fields do not change.
struct ItemChange: Decodable {
    var name: String?
    var price: Double?
    var state: String?
    var user: String?
    var labels: [String]?

    /// Reads a body.
    /// - Throws: ``Problem`` 400 when it is not JSON, 422 when a field is wrong.
    static func parse(_ body: Data) throws -> ItemChange {
        let change: ItemChange = try Draft.decode(body)
        try change.check()
        return change
    }

    func apply(to item: inout Item) {
        item.name = name ?? item.name
        item.price = price.map { Int(($0 * 100).rounded()) } ?? item.price
        item.state = state.flatMap(Item.State.init(rawValue:)) ?? item.state
        item.user = user ?? item.user
        item.labels = labels ?? item.labels
    }

    fileprivate func check() throws {
        if let name, !(1...200).contains(name.count) { throw Problem.invalid(field: "name", "must have 1 to 200 characters") }
        if let price, !(0...1_000_000).contains(price) {
            throw Problem.invalid(field: "price", "must be between 0 and 1000000")
        }
        if let state, Item.State(rawValue: state) == nil { throw Problem.invalid(field: "state", "must be one of open, closed") }
        if let labels, labels.count > 20 { throw Problem.invalid(field: "labels", "must have at most 20 entries") }
    }
}

/// Decodes with errors for the author of the body.
private enum Draft {
    static func decode<Value: Decodable>(_ body: Data) throws -> Value {
        do {
            return try JSONDecoder().decode(Value.self, from: body)
        } catch DecodingError.keyNotFound(let key, _) {
            throw Problem.invalid(field: key.stringValue, "is required")
        } catch DecodingError.typeMismatch(let type, let context) where !context.codingPath.isEmpty {
            throw Problem.invalid(field: context.path, "must be \(word(for: type))")
        } catch DecodingError.valueNotFound(let type, let context) where !context.codingPath.isEmpty {
            throw Problem.invalid(field: context.path, "must be \(word(for: type)), not null")
        } catch is DecodingError {
            throw Problem(400, "the body is not a JSON object")
        }
    }

    private static func word(for type: any Any.Type) -> String {
        if type == String.self { return "a string" }
        if type == Double.self { return "a number" }
        return "an array of strings"
    }
}

extension DecodingError.Context {
    /// `labels[2]` for the third entry of `labels`.
    fileprivate var path: String {
        codingPath.reduce(into: "") { path, key in
            if let index = key.intValue {
                path += "[\(index)]"
            } else {
                path += path.isEmpty ? key.stringValue : "." + key.stringValue
            }
        }
    }
}
