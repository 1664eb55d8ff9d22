// Every row of the OpenAPI specification's table of styles, down to what stands in the URL and in the headers; and RFC 6570's own cases.

import Catalog
import Document
import NetLayer
import TestSupport
import Testing

struct ParameterStyleTests {
    private static let service = Service(name: "a", baseURL: URI("https://a.example"))

    /// The field of a parameter; in a path it stands behind a letter, so that a style that writes a dot leaves no segment of dots.
    private func field(_ place: String, _ style: String?, _ explode: Bool?, _ schema: String, _ more: String = "")
        throws -> ParameterField
    {
        var members = ["\"name\": \"color\"", "\"in\": \"\(place)\"", "\"required\": true"]
        if let style { members.append("\"style\": \"\(style)\"") }
        if let explode { members.append("\"explode\": \(explode)") }
        members.append(more.isEmpty ? "\"schema\": \(schema)" : more)
        let path = place == "path" ? "/c{color}" : "/c"
        let text = description("\"\(path)\": {\"get\": {\"parameters\": [{\(members.joined(separator: ", "))}]}}")
        return try #require(try read(text).operation(0)?.parameters.first)
    }

    /// What of the request comes from the parameters: behind the letter of the path, behind the question mark, or the value of the header.
    private func sent(_ parameters: [Parameter], _ place: String) throws -> String {
        var plan = RequestPlan(id: "a", title: "a", method: .get, path: place == "path" ? "/c{color}" : "/c")
        plan.parameters = parameters
        let request = try RequestGenerator().request(for: plan, on: Self.service)
        switch place {
        case "path": return String(request.url.path.dropFirst(2))
        case "header": return request.headers.first("color")?.value.revealed ?? ""
        case "cookie": return request.headers.first("Cookie")?.value.revealed ?? ""
        default: return request.url.query ?? ""
        }
    }

    private static let schemas = [
        #"{"type": "string"}"#, #"{"type": "string"}"#, #"{"type": "array", "items": {"type": "string"}}"#,
        #"{"type": "object"}"#,
    ]
    private static let typed = ["", "blue", "blue,black,brown", #"{"R": 100, "G": 200, "B": 150}"#]

    /// Style Examples of 3.0.4, 3.1.1 and 3.2.1: style, explode, then the empty text (the columns `empty` of 3.0 and 3.1: 3.2 has one for
    /// what is undefined instead, which no form sends), string, array and object. `nil` is `n/a`.
    @Test(arguments: [
        ("path", "matrix", false, [";color", ";color=blue", ";color=blue,black,brown", ";color=R,100,G,200,B,150"]),
        ("path", "matrix", true, [";color", ";color=blue", ";color=blue;color=black;color=brown", ";R=100;G=200;B=150"]),
        ("path", "label", false, [".", ".blue", ".blue,black,brown", ".R,100,G,200,B,150"]),
        ("path", "label", true, [".", ".blue", ".blue.black.brown", ".R=100.G=200.B=150"]),
        ("path", "simple", false, [nil, "blue", "blue,black,brown", "R,100,G,200,B,150"]),
        ("path", "simple", true, [nil, "blue", "blue,black,brown", "R=100,G=200,B=150"]),
        ("header", "simple", false, ["", "blue", "blue,black,brown", "R,100,G,200,B,150"]),
        ("header", "simple", true, ["", "blue", "blue,black,brown", "R=100,G=200,B=150"]),
        ("query", "form", false, ["color=", "color=blue", "color=blue,black,brown", "color=R,100,G,200,B,150"]),
        ("query", "form", true, ["color=", "color=blue", "color=blue&color=black&color=brown", "R=100&G=200&B=150"]),
        ("query", "spaceDelimited", false, [nil, nil, "color=blue%20black%20brown", "color=R%20100%20G%20200%20B%20150"]),
        ("query", "pipeDelimited", false, [nil, nil, "color=blue%7Cblack%7Cbrown", "color=R%7C100%7CG%7C200%7CB%7C150"]),
        ("query", "deepObject", true, [nil, nil, nil, "color%5BR%5D=100&color%5BG%5D=200&color%5BB%5D=150"]),
        ("query", "deepObject", false, [nil, nil, nil, "color%5BR%5D=100&color%5BG%5D=200&color%5BB%5D=150"]),
        ("cookie", "form", false, ["color=", "color=blue", "color=blue,black,brown", "color=R,100,G,200,B,150"]),
        // The table has an ampersand here, which stands in no cookie: 3.2 says so, and so do we.
        ("cookie", "form", true, ["color=", "color=blue", "color=blue; color=black; color=brown", "R=100; G=200; B=150"]),
        ("cookie", "cookie", false, ["color=", "color=blue", nil, nil]),
        ("cookie", "cookie", true, ["color=", "color=blue", "color=blue; color=black; color=brown", "R=100; G=200; B=150"]),
    ])
    func theTableOfStylesIsKept(_ place: String, _ style: String, _ explode: Bool, _ row: [String?]) throws {
        for (column, expected) in row.enumerated() {
            guard let expected else { continue }
            let field = try field(place, style, explode, Self.schemas[column])
            #expect(try sent(field.parameters(for: Self.typed[column]), place) == expected)
        }
    }

    /// Several values of one name are what a list of them is, whatever stands in them.
    @Test(arguments: [
        ("path", "simple", false, "a,b%20c,d%2Ce"), ("path", "matrix", true, ";color=a;color=b%20c;color=d%2Ce"),
        ("path", "matrix", false, ";color=a,b%20c,d%2Ce"), ("path", "label", true, ".a.b%20c.d%2Ce"),
        ("header", "simple", false, "a,b c,d,e"), ("query", "form", true, "color=a&color=b%20c&color=d%2Ce"),
        ("query", "form", false, "color=a,b%20c,d%2Ce"), ("query", "pipeDelimited", false, "color=a%7Cb%20c%7Cd%2Ce"),
        ("query", "spaceDelimited", false, "color=a%20b%20c%20d%2Ce"),
        ("query", "deepObject", true, "color%5B0%5D=a&color%5B1%5D=b%20c&color%5B2%5D=d%2Ce"),
        ("cookie", "form", false, "color=a,b%20c,d%2Ce"),
    ])
    func severalValuesAreAList(_ place: String, _ style: String, _ explode: Bool, _ expected: String) throws {
        for schema in [Self.schemas[2], "{}"] {
            let field = try field(place, style, explode, schema)
            #expect(field.takesList)
            #expect(try sent(field.parameters(forAll: ["a", "b c", "d,e"]), place) == expected)
        }
        #expect(try !field(place, style, explode, Self.schemas[1]).takesList)
    }

    @Test func itemsKeepTheirTypesWhereJSONIsSent() throws {
        let list = #""content": {"application/json": {"schema": {"type": "array", "items": {"type": "integer"}}}}"#
        let numbers = try field("query", nil, nil, "", list)
        #expect(numbers.makeText(ofAll: ["1", "2"]) == "[1,2]")
        #expect(numbers.rules.problem(with: numbers.makeText(ofAll: ["1", "x"])) == "item 2 must be a whole number, such as 42")
        let objects = try field("query", "deepObject", true, #"{"type": "array", "items": {"type": "object"}}"#)
        #expect(
            try sent(objects.parameters(forAll: [#"{"a": 1}"#, #"{"a": 2}"#]), "query")
                == "color%5B0%5D%5Ba%5D=1&color%5B1%5D%5Ba%5D=2")
        let texts = try field("query", "form", true, Self.schemas[2])
        #expect(texts.makeText(ofAll: ["1", "true"]) == #"["1","true"]"#)
    }

    /// What the rows do not say: the defaults of each place.
    @Test(arguments: [
        ("path", ["blue", "blue,black,brown", "R,100,G,200,B,150"]),
        ("header", ["blue", "blue,black,brown", "R,100,G,200,B,150"]),
        ("query", ["color=blue", "color=blue&color=black&color=brown", "R=100&G=200&B=150"]),
        ("cookie", ["color=blue", "color=blue; color=black; color=brown", "R=100; G=200; B=150"]),
    ])
    func eachPlaceHasItsDefault(_ place: String, _ row: [String]) throws {
        for (column, expected) in row.enumerated() {
            let field = try field(place, nil, nil, Self.schemas[column + 1])
            #expect(try sent(field.parameters(for: Self.typed[column + 1]), place) == expected)
        }
    }

    /// A path is never sent with a hole in it, nor with a segment that leads out of it.
    @Test func aPathKeepsItsShape() throws {
        let simple = try field("path", "simple", false, Self.schemas[0])
        #expect(throws: NetError.self) { try sent(simple.parameters(for: ""), "path") }
        var plan = RequestPlan(id: "a", title: "a", method: .get, path: "/c/{color}/d")
        for (style, text) in [("label", ""), ("label", "."), ("simple", ".."), ("simple", ".")] {
            plan.parameters = try field("path", style, false, Self.schemas[0]).parameters(for: text)
            #expect(throws: NetError.self) { try RequestGenerator().request(for: plan, on: Self.service) }
        }
        plan.parameters = try field("path", "simple", false, Self.schemas[2]).parameters(for: #"["../x", "a/b"]"#)
        #expect(try RequestGenerator().request(for: plan, on: Self.service).url.path == "/c/..%2Fx,a%2Fb/d")
    }

    @Test(arguments: [
        // A comma in an item is another one than that between two.
        ("query", "form", false, #"["a,b", "c d", "e&f"]"#, "color=a%2Cb,c%20d,e%26f"),
        ("query", "form", true, #"["a,b", "ü"]"#, "color=a%2Cb&color=%C3%BC"),
        ("query", "pipeDelimited", false, #"["a|b", "c"]"#, "color=a%7Cb%7Cc"),
        ("path", "simple", false, #"["a,b", "c/d?e#f"]"#, "a%2Cb,c%2Fd%3Fe%23f"),
        ("path", "matrix", true, #"["a;b", ""]"#, ";color=a%3Bb;color"),
        ("header", "simple", false, #"["a,b", "ü"]"#, "a,b,ü"),
        ("cookie", "form", true, #"["a;b"]"#, "color=a%3Bb"), ("cookie", "cookie", true, #"["a b!"]"#, "color=a b!"),
        ("query", "form", true, "[]", ""), ("path", "matrix", false, "[]", ""),
        ("query", "form", false, #"[{"a": 1}, [2]]"#, "color=%7B%22a%22%3A%201%7D,%5B2%5D"),
    ])
    func itemsAreEscapedOneByOne(_ place: String, _ style: String, _ explode: Bool, _ text: String, _ expected: String) throws {
        let parameters = try field(place, style, explode, Self.schemas[2]).parameters(for: text)
        guard !(place == "path" && expected.isEmpty) else { return #expect(parameters.map(\.value.revealed) == [""]) }
        #expect(try sent(parameters, place) == expected)
    }

    /// Further down than OpenAPI says, as PHP, Rails, qs and Stripe's own libraries do.
    @Test func deepObjectsGoAllTheWayDown() throws {
        let object = try field("query", "deepObject", true, Self.schemas[3])
        let text = #"{"a": {"b": 1}, "list": [{"x": "y z"}, 2], "none": {}}"#
        #expect(
            try sent(object.parameters(for: text), "query")
                == "color%5Ba%5D%5Bb%5D=1&color%5Blist%5D%5B0%5D%5Bx%5D=y%20z&color%5Blist%5D%5B1%5D=2")
        let list = try field("query", "deepObject", true, Self.schemas[2])
        #expect(try sent(list.parameters(for: "a,b"), "query") == "color%5B0%5D=a&color%5B1%5D=b")
        let untyped = try field("query", "deepObject", true, "{}")
        #expect(try sent(untyped.parameters(for: #"{"a": 1}"#), "query") == "color%5Ba%5D=1")
        let deepest = String(repeating: "[", count: 5_000) + String(repeating: "]", count: 5_000)
        #expect(try !sent(object.parameters(for: "{\"a\": \(deepest)}"), "query").isEmpty)
    }

    @Test(arguments: [
        ("query", "a/b?c=d:@,;+", "color=a/b?c=d:@,;+"), ("query", "a&b#c[d] é%2F", "color=a&b%23c%5Bd%5D%20%C3%A9%2F"),
        ("path", "a/b:c?d#e", "a/b:c%3Fd%23e"),
    ])
    func reservedCharactersStayWhereTheyMay(_ place: String, _ text: String, _ expected: String) throws {
        let more = #""schema": {"type": "string"}, "allowReserved": true"#
        #expect(try sent(field(place, nil, nil, "", more).parameters(for: text), place) == expected)
        let strict = try field(place, nil, nil, Self.schemas[0])
        #expect(try sent(strict.parameters(for: "a/b,c"), place).hasSuffix("a%2Fb%2Cc"))
    }

    @Test func aValueOfAMediaTypeGoesAsItIsTyped() throws {
        let more = #""content": {"application/json": {"schema": {"type": "object"}}}"#
        let text = #"{"lat":40.6,"long":-73.9}"#
        let expected = "%7B%22lat%22%3A40.6%2C%22long%22%3A-73.9%7D"
        #expect(try sent(field("query", nil, nil, "", more).parameters(for: text), "query") == "color=" + expected)
        #expect(try sent(field("path", nil, nil, "", more).parameters(for: text), "path") == expected)
        #expect(try sent(field("header", nil, nil, "", more).parameters(for: text), "header") == text)
    }

    @Test func anEmptyValueIsSentWhereItMeansSomething() throws {
        let field = try field("query", nil, nil, "", #""schema": {"type": "integer"}, "allowEmptyValue": true"#)
        #expect(try sent(field.parameters(for: "\"\""), "query") == "color=")
        let other = try self.field("query", nil, nil, Self.schemas[0])
        #expect(!other.allowsEmpty && !other.isEmptyValue("\"\""))
        #expect(try sent(other.parameters(for: "\"\""), "query") == "color=%22%22")
    }

    /// The examples of OpenAPI 3.2 for a parameter that is the whole query.
    @Test(arguments: [
        ("application/x-www-form-urlencoded", #"{"foo": "a + b", "bar": true}"#, "foo=a+%2B+b&bar=true"),
        ("application/x-www-form-urlencoded", "foo=a%20b&c", "foo=a%20b&c"),
        ("application/json", #"{"numbers":[1,2],"flag":null}"#, "%7B%22numbers%22%3A%5B1%2C2%5D%2C%22flag%22%3Anull%7D"),
        ("application/jsonpath", "$.a.b[1:1]", "%24.a.b%5B1%3A1%5D"),
    ])
    func aParameterMayBeTheWholeQuery(_ type: String, _ text: String, _ expected: String) throws {
        let field = try field("querystring", nil, nil, "", "\"content\": {\"\(type)\": {\"schema\": {}}}")
        #expect(field.place == .querystring)
        #expect(try sent(field.parameters(for: text), "query") == expected)
    }

    @Test func secretsStaySecret() throws {
        let list = try field("query", "form", false, Self.schemas[2])
        let parameters = list.parameters(for: "hunter2,a b", isSecret: true)
        #expect(!"\(parameters)".contains("hunter2"))
        var plan = RequestPlan(id: "a", title: "a", method: .get, path: "/c")
        plan.parameters = parameters
        let request = try RequestGenerator().request(for: plan, on: Self.service)
        #expect(request.url.query == "color=hunter2,a%20b" && !"\(request.url)".contains("hunter2"))
        let path = try field("path", "matrix", false, Self.schemas[2]).parameters(for: "hunter2,b", isSecret: true)
        plan = RequestPlan(id: "a", title: "a", method: .get, path: "/c{color}")
        plan.parameters = path
        #expect(!"\(try RequestGenerator().request(for: plan, on: Self.service).url)".contains("hunter2"))
    }

    // MARK: RFC 6570

    /// The operators that styles have: none, `;`, `.`, `?` and `&`; a variable's value as somebody would type it.
    @Test(.enabled(if: SharedData.isPresent, SharedData.whyAbsent))
    func theTemplateTestsAreKept() throws {
        var count = 0
        for file in ["spec-examples.json", "spec-examples-by-section.json"] {
            let root = try JSONDocument(SharedData.bytes("conformance/uritemplate-test/\(file)")).root
            for group in root.entries {
                let variables = group.value["variables"]
                for test in group.value["testcases"]?.elements.map({ $0 }) ?? [] {
                    guard let template = test[0]?.string, let expected = test[1], let expression = Expression(template) else {
                        continue
                    }
                    guard let written = try expand(expression, variables) else { continue }
                    let allowed = expected.kind == .array ? expected.elements.compactMap(\.string) : [expected.string ?? ""]
                    #expect(allowed.contains(written), "\(file) \(template): \(written)")
                    count += 1
                }
            }
        }
        #expect(count >= 72)
    }

    /// A template that is one expression without prefixes: `{?x,y*}`.
    private struct Expression {
        let sign: Character?
        let variables: [(name: String, explodes: Bool)]

        init?(_ template: String) {
            guard template.hasPrefix("{"), template.hasSuffix("}"), template.filter({ $0 == "{" }).count == 1,
                !template.contains(":")
            else { return nil }
            var inside = template.dropFirst().dropLast()
            guard let first = inside.first else { return nil }
            if "+#/|!@=,".contains(first) { return nil }
            sign = ";.?&".contains(first) ? first : nil
            if sign != nil { inside.removeFirst() }
            variables = inside.split(separator: ",").map {
                ($0.hasSuffix("*") ? String($0.dropLast()) : String($0), $0.hasSuffix("*"))
            }
        }
    }

    /// `nil` for a value that no form can hold.
    private func expand(_ expression: Expression, _ variables: JSONNode?) throws -> String? {
        var parts: [String] = []
        for variable in expression.variables {
            guard let value = variables?[variable.name], value.kind != .null else { continue }
            var field = ParameterField(
                name: variable.name, place: expression.sign.map { "?&".contains($0) } == true ? .query : .path)
            field.style = [";": "matrix", ".": "label"][expression.sign] ?? (field.place == .path ? "simple" : "form")
            field.explode = variable.explodes
            field.rules.kinds = [value.kind == .array ? .array : value.kind == .object ? .object : .string]
            let parameters = field.parameters(
                for: value.kind == .array || value.kind == .object ? value.source : value.displayText)
            if field.place == .query {
                if !parameters.isEmpty { parts.append(try sent(parameters, "query")) }
                continue
            }
            // An empty list has no value, and a path with a hole in it is not sent.
            guard let parameter = parameters.first, !parameter.value.revealed.isEmpty else {
                if value.kind == .string { parts.append("") }
                continue
            }
            let named = Parameter("color", parameter.value, in: .path, isEncoded: parameter.isEncoded)
            let text = try sent([named], "path")
            parts.append(expression.sign == nil ? text : String(text.dropFirst()))
        }
        guard !parts.isEmpty else { return "" }
        let between = [";": ";", ".": ".", "?": "&", "&": "&"][expression.sign] ?? ","
        return (expression.sign.map(String.init) ?? "") + parts.joined(separator: between)
    }
}
