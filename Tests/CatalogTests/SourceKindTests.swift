// What files look like before they are read: by name and by their first bytes.

import Catalog
import Testing

@Suite struct SourceKindTests {
    private func kind(_ name: String, _ text: String = "") -> String? { SourceKind.kind(of: name, head: Array(text.utf8)) }

    @Test(arguments: [
        ("a.json", #"{"openapi": "3.1.0", "info": {}}"#, "OpenAPI 3.1"),
        ("a.json", "{\n  \"info\": {},\n  \"openapi\" : \"3.0.3\"", "OpenAPI 3.0"),
        ("a.JSON", #"{"swagger":"2.0","#, "Swagger 2.0"), ("a.yaml", "openapi: 3.1.0\ninfo:\n", "OpenAPI 3.1"),
        ("a.yml", "# mine\nswagger: '2.0'\n", "Swagger 2.0"), ("a.yaml", "\"openapi\": \"3.2.0\"\n", "OpenAPI 3.2"),
        (
            "a.json", #"{"info": {"schema": "https://schema.getpostman.com/json/collection/v2.1.0/collection.json"}}"#,
            "Postman collection"
        ),
        ("a.json", #"{"_type":"export","__export_format":4}"#, "Insomnia export"),
        ("a.yaml", "type: collection.insomnia.rest/5.0\n", "Insomnia export"), ("a.http", "", "HTTP requests"),
        ("A.REST", "", "HTTP requests"), ("a.bru", "", "Bruno request"), ("a.har", "", "HAR recording"),
        ("a.curl", "", "curl commands"), ("rec.json", #"{"log": {"version": "1.2", "entries": []}}"#, "HAR recording"),
        ("rec.json", "\u{feff}{\n  \"log\": {\"creator\": {\"name\": \"x\"}, \"pages\": [{", "HAR recording"),
        ("slumber.yml", "profiles:\n  a:\n    data: {}\nrequests:\n  b:\n    method: GET\n    url: x\n", "slumber collection"),
        ("a.yaml", "requests:\n  b:\n    method: GET\n    url: x\n    headers: {a: \"b", "slumber collection"),
        (
            "a.json", #"{"name": "x", "requests": [{"name": "y", "url": "z", "method": "GET", "params": []}]}"#,
            "ATAC collection"
        ), ("a.json", #"{"name": "x", "last_position": 0, "requests": [{"na"#, "ATAC collection"),
        ("a.json", #"{"openapi": "3.1.0", "x": {"log": {"entries": []}, "last_position": 1}}"#, "OpenAPI 3.1"),
        ("a.yaml", "openapi: 3.1.0\nrequests: {a: {url: b}}\nprofiles: {}\n", "OpenAPI 3.1"),
    ])
    func filesAreRecognized(_ name: String, _ text: String, _ expected: String) { #expect(kind(name, text) == expected) }

    @Test(arguments: [
        ("package.json", #"{"name": "x", "dependencies": {"openapi": "^1.0.0"}}"#), ("a.json", "[]"), ("a.json", ""),
        ("a.yaml", "name: x\n  openapi: 3.1.0\n"), ("a.yaml", "asyncapi: 3.0.0\n"), ("a.txt", "openapi: 3.1.0\n"),
        ("openapitools.json", #"{"generator-cli": {}}"#), ("a.json", "\u{0}\u{1}\u{2}"),
        ("a.json", #"{"_postman_variable_scope": "environment"}"#), ("a.json", #"{"log": "x", "level": 1}"#),
        ("a.yaml", "requests:\n  cpu: 100m\n"), ("package.json", #"{"name": "x", "version": "1", "log": {"entries"#),
    ])
    func otherFilesAreNot(_ name: String, _ text: String) { #expect(kind(name, text) == nil) }

    /// The keys of a generated file may be sorted: the version comes after all paths.
    @Test func theNameOfALongFileCounts() {
        let head = #"{"components": {"# + String(repeating: " ", count: SourceKind.headLength)
        let bytes = Array(head.utf8.prefix(SourceKind.headLength))
        #expect(SourceKind.kind(of: "shop-openapi.json", head: bytes) == "OpenAPI")
        #expect(SourceKind.kind(of: "Swagger.json", head: bytes) == "Swagger")
        #expect(SourceKind.kind(of: "data.json", head: bytes) == nil)
    }
}
