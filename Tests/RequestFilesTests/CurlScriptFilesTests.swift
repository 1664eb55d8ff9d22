// Which texts without a telling name are scripts with curl commands, and which only speak of curl.

import RequestFiles
import Testing

struct CurlScriptFilesTests {
    @Test(arguments: [
        "set -e\ncurl https://a.test/x\n", "TOKEN=x\ncurl -H \"X: $TOKEN\" https://a.test/x",
        "#!/bin/sh\n\ncd /\n\tsudo curl a.test",
        "set -e\r\nA=\"b c\" time curl \\\r\n  https://a.test", "echo hello\nif ! curl localhost; then echo no; fi",
        "{ printf a; } |\ncurl -d @- https://a.test",
    ])
    func aScriptMayBeginWithSomethingElse(_ text: String) throws {
        let collection = try #require(try CollectionReader.readCollection(Array(text.utf8), file: "calls.sh"))
        #expect(collection.format == "curl" && collection.requests.count == 1)
    }

    @Test(arguments: [
        "name: curl\nrun: |\n  curl https://a.test\n", "name: \"curl\n  curl https://a.test\n",
        "# It\n\nUse it:\n```sh\ncurl https://a.test\n```\n",
        "What you need is\ncurl is on every machine\nor `curl https://a.test`\n", "use curl https://a.test",
        "<pre>\ncurl https://a.test\n</pre>", "{\"a\": \"curl x.test\"}", "echo curl https://a.test\n", "",
    ])
    func whatSpeaksOfCurlIsNoScript(_ text: String) throws {
        #expect(try CollectionReader.readCollection(Array(text.utf8), file: "notes") == nil)
    }

    @Test func environmentsHoldBelowTheirFolder() throws {
        func environment(_ name: String) -> [UInt8] { Array(#"{"\#(name)": {"a": "1"}}"#.utf8) }
        let files: [CollectionReader.File] = [
            ("a/http-client.env.json", environment("inA")), ("b/http-client.env.json", environment("inB")),
            ("a/deep/x.http", Array("GET http://h.test/".utf8)), ("bb/x.txt", Array("word".utf8)),
        ]
        let collection = try #require(try CollectionReader.readCollection(folder: "f", files))
        #expect(collection.environments.map(\.name) == ["inA"])
    }
}
