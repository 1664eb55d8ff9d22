// Fuzzes the reader of descriptions: the list, every operation, its schemas two levels deep, an
// example of its body.

import Catalog
import Document
import NetLayer

enum DescriptionInput {
    /// The most operations, links of a schema, and files per input: an input is small, but its
    /// references may multiply.
    private static let most = 24

    static func run(_ bytes: [UInt8]) throws(FuzzFinding) {
        let files = FuzzFiles.split(bytes)
        let (api, failure) = read(files)
        let (again, failureAgain) = read(files)
        try require(failure == failureAgain, "it fails in two ways")
        if let failure { try require(!failure.message.isEmpty, "the error has no words") }
        guard let api, let again else { return }
        try require(
            api.title == again.title && api.endpoints == again.endpoints && api.warnings == again.warnings, "two readings differ")
        for (place, endpoint) in api.endpoints.enumerated() {
            try require(endpoint.index == place, "the endpoint \(place) believes to be \(endpoint.index)")
        }
        let listed = api.groups.flatMap(\.endpoints)
        try require(Set(listed) == Set(api.endpoints.indices), "the groups do not hold the endpoints")
        _ = api.check()
        _ = api.incomingCalls()
        for index in api.endpoints.indices.prefix(most) {
            guard let operation = api.operation(index) else { throw FuzzFinding("operation \(index) does not open") }
            try open(operation)
        }
    }

    private static func read(_ files: [[UInt8]]) -> (APIDescription?, DescriptionError?) {
        do throws(DescriptionError) {
            let source = "api"
            var gathered = try DescriptionFiles(
                try DescriptionText(files.first ?? [], source: source), source: source, base: URI("file:///d/api"))
            var others = files.dropFirst()
            var rounds = 0
            while let place = gathered.next, rounds < most {
                rounds += 1
                do throws(DescriptionError) {
                    guard let bytes = others.popFirst() else {
                        gathered.markUnavailable(place, message: "it is not there", hint: "")
                        continue
                    }
                    gathered.add(try DescriptionText(bytes, source: "other"), at: place)
                } catch {
                    gathered.markUnavailable(place, message: error.message, hint: error.hint)
                }
            }
            return (try gathered.description(), nil)
        } catch {
            return (nil, error)
        }
    }

    private static func open(_ operation: Operation) throws(FuzzFinding) {
        for media in (operation.body?.media ?? []) + operation.responses.flatMap(\.media) {
            guard let link = media.schema else { continue }
            _ = link.name
            var links = [link]
            for _ in 0..<3 {
                links = Array(links.flatMap { below($0.resolve()) }.prefix(most))
            }
            let example = ExampleBody.makeJSON(link)
            _ = ExampleBody.makeText(link)
            do throws(JSONError) {
                let document = try JSONDocument(Array(example.utf8))
                _ = link.check(document.root)
            } catch {
                throw FuzzFinding("the example is no JSON: \(error): \(example)")
            }
            try require(ExampleBody.makeJSON(link) == example, "two examples differ")
        }
    }

    private static func below(_ schema: Schema) -> [SchemaLink] {
        schema.properties.map(\.schema) + schema.alternatives + [schema.items, schema.additional].compactMap { $0 }
    }
}
