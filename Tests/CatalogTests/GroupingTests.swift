// Groups by tag and by path.

import Catalog
import Testing

struct GroupingTests {
    private func groups(_ api: APIDescription) -> [String] { api.groups.map { group in "\(group.name): \(group.endpoints)" } }

    @Test func declaredTagsComeFirstThenUsedOnesThenTheUntagged() throws {
        let api = try read(
            description(
                #""/1": {"get": {"tags": ["late"]}}, "/2": {"get": {}}, "/3": {"get": {"tags": ["b", "a"]}}, "/4": {"get": {"tags": ["a"]}}, "/5": {"get": {"tags": ["late"]}}"#,
                #""tags": [{"name": "a"}, {"name": "empty"}, {"name": "b"}]"#))
        #expect(groups(api) == ["a: [3]", "b: [2]", "late: [0, 4]", "untagged: [1]"])
    }

    @Test func withoutTagsTheFirstPathSegmentThatDiffersGroups() throws {
        let api = try read(
            description(#""/v1/users": {"get": {}}, "/v1/items/{id}": {"get": {}, "put": {}}, "/v1/users/{id}": {"get": {}}"#))
        #expect(groups(api) == ["users: [0, 3]", "items: [1, 2]"])
        let plain = try read(description(#""/users": {"get": {}}, "/items": {"get": {}}, "/": {"get": {}}"#))
        #expect(groups(plain) == ["endpoints: [0, 1, 2]"])
        let mixed = try read(description(#""/me": {"get": {}}, "/items": {"get": {}, "put": {}}, "/login": {"get": {}}"#))
        #expect(groups(mixed) == ["items: [1, 2]", "others: [0, 3]"])
        #expect(groups(try read(description(#""/a/b": {"get": {}}"#))) == ["b: [0]"])
        #expect(try read(description("")).groups.isEmpty)
    }

    @Test func everyEndpointIsInOneGroup() throws {
        let api = try read(
            description(#""/1": {"get": {"tags": ["a", "a"]}, "put": {"tags": "text"}}, "/2": {"get": {"tags": [7, "b", null]}}"#)
        )
        #expect(api.groups.flatMap(\.endpoints).sorted() == [0, 1, 2])
        #expect(groups(api) == ["a: [0]", "b: [2]", "untagged: [1]"])
    }
}
