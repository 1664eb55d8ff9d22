// A collection's request as an operation: what a form, the docs and the exports know of it.

import RequestFiles

extension CollectedRequests {
    /// `nil` for a number that no request has.
    func operation(_ index: Int, _ endpoints: [EndpointSummary]) -> Operation? {
        guard requests.indices.contains(index), endpoints.indices.contains(index) else { return nil }
        let saved = requests[index]
        var operation = Operation(
            summary: endpoints[index].summary, details: saved.request.docs, responses: saved.request.examples.map(Self.response))
        operation.saved = saved
        return operation
    }

    /// An answer that was kept as an example.
    private static func response(_ example: CollectionExample) -> ResponseField {
        let type = example.headers.first { $0.name.lowercased() == "content-type" }?.value ?? ""
        let media =
            example.body.isEmpty ? [] : [MediaField(contentType: type.isEmpty ? "text/plain" : type, example: example.body)]
        return ResponseField(
            status: example.status.map(String.init) ?? "default", description: example.name,
            contentTypes: media.map(\.contentType), media: media)
    }
}
