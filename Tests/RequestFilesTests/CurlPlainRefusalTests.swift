// What of a curl command has no place in a request, and what is found for it instead.

import RequestFiles
import Testing

struct CurlPlainRefusalTests {
    private func read(_ text: String) throws -> (CollectionRequest, [String]) {
        let collection = try CurlReader.readCollection(Array(text.utf8), file: "a.sh")
        return (
            try #require(collection.requests.count == 1 ? collection.requests.first : nil),
            collection.report.notes.map { "\($0.kind.rawValue) \($0)" }
        )
    }

    @Test func theUserOfAProxyStandsInItsURL() throws {
        for (words, proxy) in [
            ("-x p:1 -U me:pw", "me:pw@p:1"), ("-U 'a b:c:d@e' -x http://p:1", "http://a%20b:c%3Ad%40e@p:1"),
            ("--proxy-user me --socks5 p:1", "socks5://me@p:1"), ("-x http://x:y@p:1 -U me:pw", "http://x:y@p:1"),
        ] {
            let (request, notes) = try read("curl \(words) a.test")
            #expect(request.options.proxy == proxy)
            #expect(notes.isEmpty)
        }
        let (request, notes) = try read("curl -U me:pw a.test")
        #expect(request.options.proxy == nil)
        #expect(notes == ["unsupported a.sh:1: a user of a proxy is named, and no proxy; name it as -x"])
    }

    @Test func filesOfHeadersAndCookiesAreNamed() throws {
        #expect(
            try read("curl -H @h.txt a.test").1 == [
                "unsupported a.sh:1: the header fields in the file h.txt are not read; write them as -H"
            ])
        #expect(
            try read("curl -b jar.txt a.test").1 == [
                "unsupported a.sh:1: the cookies in the file jar.txt are not read; write them as -b 'name=value'"
            ])
    }

    @Test func anEmptyUserAgentIsLeftOutLikeAFieldWithoutAValue() throws {
        let left = [
            "unsupported a.sh:1: curl leaves out the field User-Agent; this program may send its own; give the field a value"
        ]
        for words in ["-A ''", "-H 'User-Agent:'", "-A '' -H 'User-Agent:'"] {
            let (request, notes) = try read("curl \(words) a.test")
            #expect(request.headers == [CollectionField("User-Agent", "", isDisabled: true)])
            #expect(notes == left)
        }
        #expect(try read("curl -A '' -H 'User-Agent: x' a.test").0.headers == [CollectionField("User-Agent", "x")])
    }

    @Test func filesAmongOtherDataAreNotSentInPart() throws {
        let (request, notes) = try read("curl -d @c.txt -d x=y --data-urlencode name@c.txt a.test")
        #expect(request.method == "POST")
        #expect(request.body == .file(path: "", mediaType: "application/x-www-form-urlencoded"))
        #expect(
            notes == [
                "unsupported a.sh:1: the file c.txt is sent together with other data, which is not supported: the request needs a file "
                    + "for its body; write all of the data to one file, and name it: --data-binary @FILE"
            ])
        let (moved, movedNotes) = try read("curl -G -d a=1 -d @c.txt a.test")
        #expect(moved.url == "http://a.test" && moved.body == .none)
        #expect(
            movedNotes == [
                "unsupported a.sh:1: -G puts the file c.txt into the URL, which is not supported: the data is left out; "
                    + "write it into the URL"
            ])
    }
}
