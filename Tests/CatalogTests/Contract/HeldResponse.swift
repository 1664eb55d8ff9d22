// Shorthands of these tests: a response that is held against a description of one operation.

import Catalog
import NetLayer
import Testing

/// Holds a response against the first operation of a description.
/// - Parameters:
///   - body: as it came.
///   - type: its Content-Type; `nil` without one.
func held(
    _ api: APIDescription, _ status: Int = 200, _ body: String = "", type: String? = "application/json",
    headers: [(String, String)] = [], limits: ContractLimits = .contract
) throws -> ContractReport {
    let contract = try #require(Contract(0, of: api))
    var fields = Headers()
    for (name, value) in headers { fields.add(HeaderField(name, value)) }
    if let type { fields.add(HeaderField("Content-Type", type)) }
    let response = RawResponse(
        head: ResponseHead(status: status, headers: fields), body: Array(body.utf8), url: URI("http://shop.example/items"))
    return contract.report(on: ContractResponse(response, to: api.endpoints[0].method), limits: limits)
}

/// A description whose only operation has these responses.
/// - Parameter schemas: the members of `components/schemas`.
func promising(
    _ responses: String, method: String = "get", version: String = "3.0.3", schemas: String = ""
) throws -> APIDescription {
    try read(
        #"{"openapi": "\#(version)", "info": {"title": "Shop", "version": "1"}, "#
            + #""paths": {"/items": {"\#(method)": {"responses": {\#(responses)}}}}, "#
            + #""components": {"schemas": {\#(schemas)}}}"#)
}

/// A response with that schema for JSON.
func promisingJSON(_ schema: String, version: String = "3.0.3", schemas: String = "") throws -> APIDescription {
    try promising(
        #""200": {"description": "", "content": {"application/json": {"schema": \#(schema)}}}"#, version: version,
        schemas: schemas)
}

extension ContractReport {
    /// The mismatches as people see them.
    var words: [String] { mismatches.map(\.description) }
}
