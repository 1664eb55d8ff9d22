// Generates descriptions of any size, always the same: like the merged APIs of a company, or
// one file per path.

enum MadeDescription {
    static let nouns = ["orders", "customers", "invoices", "shipments", "products", "reviews", "payments", "warehouses"]
    static let words = "the value that was given when it was made or changed for the last time by whoever may do so"

    /// One JSON text of at least this many bytes. It has 26 bytes a value and 5,700 an operation; five large
    /// real ones have 26 to 37, and 4,600 to 10,000.
    static func merged(bytes: Int) -> String {
        var paths: [String] = []
        var schemas: [String] = []
        var length = 0
        while length < bytes {
            let index = paths.count
            paths.append("\"\(path(index))\":\(item(index, schema: "#/components/schemas/Schema\(index)", prose: 8))")
            schemas.append("\"Schema\(index)\":\(schema(index, other: "#/components/schemas/Schema\(index / 2)", prose: 2))")
            length += paths[index].utf8.count + schemas[index].utf8.count + 2
        }
        return head
            + "\"paths\":{\(paths.joined(separator: ","))},\"components\":{\"schemas\":{\(schemas.joined(separator: ","))}}}"
    }

    /// The description itself, then equal numbers of path items and schemas, a file each;
    /// alternating JSON and YAML.
    /// - Parameter count: an odd number.
    static func files(count: Int) -> [(path: String, text: String)] {
        let pairs = (count - 1) / 2
        func name(_ index: Int) -> String { index % 2 == 0 ? "\(index).json" : "\(index).yaml" }
        let items = (0..<pairs).map { index in
            let schema = "../schemas/\(name(index))"
            return ("paths/\(name(index))", index % 2 == 0 ? item(index, schema: schema) : MadeYAML.item(index, schema: schema))
        }
        let schemas = (0..<pairs).map { index in
            let other = name(index / 2)
            return ("schemas/\(name(index))", index % 2 == 0 ? schema(index, other: other) : MadeYAML.schema(index, other: other))
        }
        let paths = (0..<pairs).map { "\"\(path($0))\":{\"$ref\":\"paths/\(name($0))\"}" }
        return [("openapi.json", head + "\"paths\":{\(paths.joined(separator: ","))}}")] + items + schemas
    }

    private static let head =
        "{\"openapi\":\"3.0.3\",\"info\":{\"title\":\"Merged\",\"version\":\"1\"},\"servers\":[{\"url\":\"https://api.example.com\"}],"

    private static func path(_ index: Int) -> String { "/\(nouns[index % nouns.count])\(index / nouns.count)/{id}" }

    /// - Parameter prose: the amount of documentation text.
    private static func item(_ index: Int, schema: String, prose: Int = 1) -> String {
        let noun = nouns[index % nouns.count]
        let content = "\"content\":{\"application/json\":{\"schema\":{\"$ref\":\"\(schema)\"}}}"
        let operations = ["get", "put", "delete"].map { method in
            let parameters = (0..<(prose + 3) / 4).map { number in
                "{\"name\":\"fields\(number)\",\"in\":\"query\",\"description\":\"\(text(prose / 2))\",\"schema\":{\"type\":\"array\",\"items\":{\"type\":\"string\"}}}"
            }
            let body = method == "put" ? "\"requestBody\":{\"required\":true,\(content)}," : ""
            return
                "\"\(method)\":{\"operationId\":\"\(noun)/\(method)-\(index)\",\"tags\":[\"\(noun)\"],\"summary\":\"One of the \(noun)\",\"description\":\"\(text(prose + 1)).\",\"parameters\":[\(parameters.joined(separator: ","))],\(body)\"responses\":{\"200\":{\"description\":\"It is there\",\(content)},\"404\":{\"description\":\"There is none: \(text(prose / 4))\"}}}"
        }
        return
            "{\"parameters\":[{\"name\":\"id\",\"in\":\"path\",\"required\":true,\"schema\":{\"type\":\"integer\",\"format\":\"int64\",\"minimum\":1}}],\(operations.joined(separator: ","))}"
    }

    private static func schema(_ index: Int, other: String, prose: Int = 1) -> String {
        let properties = (0..<12 * prose * prose).map { number in
            let about = prose > 1 ? "\"description\":\"\(text(prose))\"," : ""
            return switch number % 4 {
            case 0: "\"name\(number)\":{\"type\":\"string\",\"description\":\"\(text(prose))\",\"example\":\"a \(index)\"}"
            case 1: "\"count\(number)\":{\(about)\"type\":\"integer\",\"minimum\":0,\"maximum\":\(index + number),\"default\":0}"
            case 2: "\"state\(number)\":{\(about)\"type\":\"string\",\"enum\":[\"open\",\"closed\",\"lost\"],\"nullable\":true}"
            default: "\"other\(number)\":{\"$ref\":\"\(other)\"}"
            }
        }
        return "{\"type\":\"object\",\"required\":[\"name0\",\"count1\"],\"properties\":{\(properties.joined(separator: ","))}}"
    }

    private static func text(_ times: Int) -> String { Array(repeating: words, count: times).joined(separator: ", ") }
}
