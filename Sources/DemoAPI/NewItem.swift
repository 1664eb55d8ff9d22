// What `POST /items` accepts, and the checks that name the field that is wrong.
import Foundation

/// The body of `POST /items`.
struct NewItem: Decodable {
    var name: String
    var price: Double
    var state: String?
    var user: String?
    var labels: [String]?
}

extension NewItem {
    /// Reads a body.
    /// - Throws: ``Problem`` 400 when it is not JSON, 422 when a field is missing or wrong.
    static func parse(_ body: Data) throws -> NewItem {
        do {
            let item = try JSONDecoder().decode(NewItem.self, from: body)
            try item.check()
            return item
        } catch DecodingError.keyNotFound(let key, _) {
            throw Problem.invalid(field: key.stringValue, "is required")
        } catch DecodingError.typeMismatch(let type, let context) where !context.codingPath.isEmpty {
            throw Problem.invalid(field: context.path, "must be \(Self.word(for: type))")
        } catch DecodingError.valueNotFound(let type, let context) where !context.codingPath.isEmpty {
            throw Problem.invalid(field: context.path, "must be \(Self.word(for: type)), not null")
        } catch is DecodingError {
            throw Problem(400, "the body is not a JSON object")
        }
    }

    private func check() throws {
        if name.isEmpty || name.count > 200 { throw Problem.invalid(field: "name", "must have 1 to 200 characters") }
        if !(0...1_000_000).contains(price) { throw Problem.invalid(field: "price", "must be between 0 and 1000000") }
        if let state, Item.State(rawValue: state) == nil { throw Problem.invalid(field: "state", "must be one of open, closed") }
        if let labels, labels.count > 20 { throw Problem.invalid(field: "labels", "must have at most 20 entries") }
    }

    private static func word(for type: any Any.Type) -> String {
        if type == String.self { return "a string" }
        if type == Double.self { return "a number" }
        return "an array of strings"
    }

    /// The item made of a checked draft.
    func item(id: Int) -> Item {
        Item(
            id: id, name: name, state: state.flatMap(Item.State.init(rawValue:)) ?? .open, user: user ?? "you", assignee: nil,
            labels: labels ?? [], comments: 0, price: Int((price * 100).rounded()), createdAt: Timestamp.now)
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
