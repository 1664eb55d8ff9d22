// Real paths against templates.

import Catalog
import Testing

struct PathTemplateTests {
    private func values(_ template: String, _ path: String) -> [String: String]? {
        EndpointSummary(index: 0, method: .get, path: template, id: "x", summary: "", tags: [], isDeprecated: false, pointer: "")
            .pathValues(in: path)
    }

    @Test func variablesTakeOneSegment() {
        #expect(values("/items/{id}", "/items/5") == ["id": "5"])
        #expect(values("/items/{id}", "/items/5?page=2") == ["id": "5"])
        #expect(values("/a/{x}/b/{y}", "/a/1/b/2") == ["x": "1", "y": "2"])
        #expect(values("/items", "/items") == [:])
        #expect(values("/items/{id}", "/items/a%2Fb%20c") == ["id": "a/b c"])
    }

    @Test(arguments: [
        ("/items/{id}", "/items/"), ("/items/{id}", "/items"), ("/items/{id}", "/items/5/6"), ("/items/{id}", "/users/5"),
        ("/items", "/items/"),
        ("/x/{a}.json", "/x/.json"), ("/x/{a}.json", "/x/a.xml"), ("/x/{a}...{b}", "/x/1...."), ("/x/{a}...{b}", "/x/12"),
        ("/x/{a}...{b}", "/x/...2"),
    ])
    func whatDoesNotFitIsNil(template: String, path: String) {
        // "1...." fits {a}...{b} with b = ".", every other pair fits nothing.
        #expect(values(template, path) == (path == "/x/1...." ? ["a": "1", "b": "."] : nil))
    }

    @Test func literalsBesideVariablesMustStand() {
        #expect(values("/x/{a}.json", "/x/my.json.json") == ["a": "my.json"])
        #expect(values("/x/{base}...{head}", "/x/main...dev") == ["base": "main", "head": "dev"])
        #expect(values("/files/{id}#add", "/files/5#add") == ["id": "5"])
        #expect(values("/x/v{n}-{m}", "/x/v1-2-3") == ["n": "1", "m": "2-3"])
        #expect(values("/x/{a}{b}", "/x/12") == ["a": "1", "b": "2"])
    }

    @Test func bracesThatDoNotPairAreText() {
        #expect(values("/a/{b", "/a/{b") == [:])
        #expect(values("/a/b}", "/a/b}") == [:])
    }
}
