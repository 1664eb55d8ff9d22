// Requests that no description has: every method, odd queries, header fields, and bodies of every kind.

import NetLayer
import TestSupport

enum HandMadePlans {
    static func plans(_ folder: TemporaryFolder) throws -> [RequestPlan] {
        var plans: [RequestPlan] = []
        let methods: [HTTPMethod] = [.get, .head, .post, .put, .patch, .delete, .options]
        for method in methods {
            plans.append(RequestPlan(id: "\(method)", method: method, path: "/a/it's%20;x,y/(b)?old=1&&e=&f#g"))
        }
        var query = RequestPlan(id: "query", path: "/q")
        for name in ["a[]", "a[]", "b.c", "é", "$d", "it's", "{{x}}"] {
            query.parameters.append(Parameter(name, .plain(ExampleCalls.odd), in: .query))
        }
        plans.append(query)

        var fields = RequestPlan(id: "fields", path: "/h")
        for (name, value) in [
            ("X-A", "1"), ("x-a", "2"), ("X-Empty", ""), ("X-B", "{{x}} {{ y }} {{{z"), ("Cookie", "a=b; c=\"d\""),
            ("X-Key", "'$(id)'"),
            ("Accept", "text/*;q=0.5, */*"), ("X-A", "#3"), ("X-Url", "https://a/?b=c#d"), ("Accept-Encoding", "br"),
        ] { fields.headers.add(HeaderField(name, value)) }
        plans.append(fields)

        let texts = [
            "", "{}", " ", "\n", "a\nb\n", "\r\n", "### x", "# y\nz", "@a = b", "< file", "GET https://x.example/",
            "it's \\ $x `y` \"z\"",
            "{{x}}", "{{BRACE}}", "-d", "@file", "%41%", "HTTP/1.1 200", "a=b&c=d", "query { a }", "<a>\n  <!-- é -->\n</a>",
            "\u{0}\u{1B}",
        ]
        for text in texts {
            for type in ["text/plain", "application/json", "application/x-www-form-urlencoded"] {
                plans.append(
                    RequestPlan(id: "text", method: .post, path: "/t", body: .bytes(Array(text.utf8), contentType: type)))
            }
        }
        for form in ["a=1+2", "a=%20", "a=%7e", "a=~*", "a", "=", "a=b=c", "a=%c3%a9", "a=%C3%A9&b=é", "a=%7B%7Bx%7D%7D"] {
            let body = RequestBody.bytes(Array(form.utf8), contentType: "application/x-www-form-urlencoded")
            plans.append(RequestPlan(id: "form", method: .put, path: "/f", body: body))
        }
        let path = try folder.file("it's a.bin", (0..<300).map { UInt8(truncatingIfNeeded: $0) })
        let text = try folder.file("b.txt", Array("one\ntwo\n".utf8))
        plans += [
            .file(path: path, contentType: "image/png"),
            .bytes((0..<256).map { UInt8($0) }, contentType: "application/octet-stream"),
            .multipart(MultipartBody([.init(name: "a", text: "b"), .init(name: "f", file: path), .init(name: "t", file: text)])),
            .multipart(
                MultipartBody([.init(name: "it's \"é\"\n", text: ExampleCalls.odd), .init(name: "{{x}}", text: "{{y}}")])),
            .multipart(
                MultipartBody([.init(name: "a", text: " b\r\nc\n "), .init(name: "f", file: text, contentType: "text/plain")])),
            .multipart(MultipartBody([.init(name: "a\\b", text: ""), .init(name: "g", text: "x", isFile: true)])),
        ].map { RequestPlan(id: "body", method: .post, path: "/b", body: $0) }
        // Longer than curl sends without asking first.
        let large = try folder.file("large", [UInt8](repeating: 65, count: 1_100_000))
        plans.append(RequestPlan(id: "large", method: .post, path: "/l", body: .file(path: large, contentType: "x/y")))
        plans.append(
            RequestPlan(id: "body", method: .delete, path: "/d", body: .bytes(Array("{}".utf8), contentType: "application/json")))
        return plans
    }
}
