// A collection's request as an operation, for forms, docs and exports.

import RequestFiles

extension CollectedRequests {
    /// `nil` for an index out of range.
    func operation(_ index: Int, _ endpoints: [EndpointSummary]) -> Operation? {
        guard requests.indices.contains(index), endpoints.indices.contains(index) else { return nil }
        let saved = requests[index]
        var operation = Operation(
            summary: endpoints[index].summary, details: saved.request.docs, responses: saved.request.examples.map(Self.response))
        operation.saved = saved
        return operation
    }

    /// A response that the collection stores as an example.
    private static func response(_ example: CollectionExample) -> ResponseField {
        let type = example.headers.first { $0.name.lowercased() == "content-type" }?.value ?? ""
        let media =
            example.body.isEmpty ? [] : [MediaField(contentType: type.isEmpty ? "text/plain" : type, example: example.body)]
        return ResponseField(
            status: example.status.map(String.init) ?? "default", description: example.name,
            contentTypes: media.map(\.contentType), media: media)
    }
}
