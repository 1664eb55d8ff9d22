// What is typed on the start screen: a file that exists, or else an address.

import TestSupport
import Testing

@testable import Workbench

@Suite struct TypedSourceTests {
    @Test func aFileComesBeforeAnAddress() throws {
        let home = try TemporaryFolder()
        try home.file("example.com", "")
        #expect(TypedSource.resolve(home.path("example.com"), home: home.path) == home.path("example.com"))
        #expect(TypedSource.resolve("~/example.com", home: home.path) == home.path("example.com"))
        #expect(TypedSource.resolve("example.com/v1", home: home.path) == "https://example.com/v1")
        #expect(TypedSource.resolve("localhost:8080", home: home.path) == "http://localhost:8080")
        #expect(TypedSource.resolve("https://example.com/a b", home: home.path) == "https://example.com/a b")
        #expect(TypedSource.resolve("api/openapi.yaml", home: home.path) == "api/openapi.yaml")
    }
}
