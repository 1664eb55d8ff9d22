// Link header fields (RFC 8288), as the RFC writes them, as GitHub sends them, and as broken servers do.

import Document
import TestSupport
import Testing

@testable import NetLayer

@Suite struct LinkHeaderTests {
    private func links(_ values: String...) -> [WebLink] { WebLink.parse(values) }

    /// RFC 8288 §3.5, every example whole.
    @Test func theExamplesOfTheRFC() {
        #expect(
            links(#"<http://example.com/TheBook/chapter2>; rel="previous"; title="previous chapter""#)
                == [WebLink(target: "http://example.com/TheBook/chapter2", relations: ["previous"], title: "previous chapter")])
        #expect(links(#"</>; rel="http://example.net/foo""#) == [WebLink(target: "/", relations: ["http://example.net/foo"])])
        #expect(
            links(##"</terms>; rel="copyright"; anchor="#foo""##)
                == [WebLink(target: "/terms", relations: ["copyright"], anchor: "#foo")])
        #expect(
            links(
                """
                </TheBook/chapter2>; rel="previous"; title*=UTF-8'de'letztes%20Kapitel, \
                </TheBook/chapter4>; rel="next"; title*=UTF-8'de'n%c3%a4chstes%20Kapitel
                """)
                == [
                    WebLink(target: "/TheBook/chapter2", relations: ["previous"], title: "letztes Kapitel"),
                    WebLink(target: "/TheBook/chapter4", relations: ["next"], title: "nächstes Kapitel"),
                ])
        #expect(
            links(#"<http://example.org/>; rel="start http://example.net/relation/other""#)
                == [WebLink(target: "http://example.org/", relations: ["start", "http://example.net/relation/other"])])
        #expect(
            links(#"<https://example.org/>; rel="start", <https://example.org/index>; rel="index""#)
                == [
                    WebLink(target: "https://example.org/", relations: ["start"]),
                    WebLink(target: "https://example.org/index", relations: ["index"]),
                ])
    }

    /// RFC 8288 §3.1–3.4 and B.2: how parameters win over each other.
    @Test func ofSeveralTitlesTheFirstReadableExtendedOneCounts() {
        #expect(links(#"<a>; title="b"; title="c""#).first?.title == "b")
        #expect(links(#"<a>; title="b"; title*=UTF-8''%e2%82%ac"#).first?.title == "€")
        #expect(links(#"<a>; title*=UTF-16''b; title="c""#).first?.title == "c", "a character set that nobody must know")
        #expect(links(#"<a>; title*=UTF-8''%zz; title="c""#).first?.title == "c")
        #expect(links("<a>; anchor=b; anchor=c").first?.anchor == "b")
    }

    /// RFC 8288 §3.2: such a link does not say where this list goes on.
    @Test func aLinkFromSomewhereElseTurnsNoPage() {
        func next(_ value: String) -> URI? {
            PageLinks(ResponseHead(status: 200, headers: ["Link": value]), at: URI("http://h/x?page=1")).next
        }
        #expect(next(##"<b>; rel=next; anchor="#part""##) == nil)
        #expect(next(#"<b>; rel=next; anchor="http://other/""#) == nil)
        #expect(next(#"<b>; rel=next; anchor="/x""#) == nil)
        #expect(next(#"<b>; rel=next; anchor="""#)?.revealed == "http://h/b", "the answer itself")
        #expect(next(#"<b>; rel=next; anchor="/x?page=1""#)?.revealed == "http://h/b")
        #expect(next(#"<b>; rel=next; anchor="/y", <c>; rel=next"#)?.revealed == "http://h/c")
    }

    /// Every `Link` that GitHub's own description gives as an example.
    @Test(.enabled(if: SharedData.isPresent, SharedData.whyAbsent)) func theExamplesOfGitHubsDescription() throws {
        let description = try JSONDocument(SharedData.bytes("openapi/octokit/api.github.com.json"))
        var values: Set<String> = []
        for id in 0..<description.nodeCount {
            guard let text = description.node(id)?.string, text.hasPrefix("<http"), text.contains("rel=") else { continue }
            values.insert(text)
        }
        #expect(values.count == 6)
        for value in values {
            let links = links(value)
            #expect(links.count == value.split(separator: "rel=").count - 1, "\(value)")
            #expect(links.first?.relations == ["next"], "\(value)")
            let pages = PageLinks(ResponseHead(status: 200, headers: ["Link": value]), at: URI("https://api.github.com/resource"))
            #expect(pages.next?.revealed == value.split(separator: ">").first.map { String($0.dropFirst()) }, "\(value)")
            #expect((pages.last == nil) == !value.contains("last"), "\(value)")
        }
    }

    @Test(
        arguments: [
            ("<a>;rel=next", "a", ["next"]),
            ("<a> ;\trel = next", "a", ["next"]),
            ("<a>; REL=\"Next\"", "a", ["next"]),
            ("<a>; rel=next\t; x=1", "a", ["next"]),
            ("<a>; rel=\"next\tlast  first\"", "a", ["next", "last", "first"]),
            ("<a>; rel=first; rel=next", "a", ["first"]),
            ("<a>; title=\"x, <b>; rel=next\"; rel=last", "a", ["last"]),
            ("<a>; title=\"quote \\\" ; rel=next\"; rel=last", "a", ["last"]),
            ("<a,b;c>; rel=next", "a,b;c", ["next"]),
            ("<a>; crossorigin; rel=next", "a", ["next"]),
            ("<a>;;; rel=next;", "a", ["next"]),
            ("<a>; rel=\"next", "a", ["next"]),
            ("<>; rel=self", "", ["self"]),
            ("< a > ; rel = \"next\"", "a", ["next"]),
            ("<\ta?b=1\t>; rel=next", "a?b=1", ["next"]),
            ("< >; rel=self", "", ["self"]),
            ("<a>", "a", []),
            ("<a>; rel", "a", []),
            ("<a>; rel=", "a", []),
            ("<a>; rel=\"\"", "a", []),
        ] as [(String, String, [String])])
    func oneLink(_ value: String, _ target: String, _ relations: [String]) {
        #expect(links(value).map(\.target) == [target])
        #expect(links(value).map(\.relations) == [relations])
    }

    @Test func severalLinksInOneValueAndInSeveral() {
        #expect(links("<a>; rel=prev, <b>;rel=next,<c>; rel=last", "<d>; rel=first").map(\.target) == ["a", "b", "c", "d"])
        #expect(links(",,<a>, ,<b>,").map(\.target) == ["a", "b"])
    }

    @Test(
        arguments: [
            ("", []), ("nonsense", []), ("<a", []), ("a>; rel=next", []), (";rel=next", []), ("rel=next, <b>; rel=last", ["b"]),
            ("http://x/; rel=next, <b>", ["b"]), ("<a> junk, <b>; rel=next", ["a", "b"]),
            ("<a>; rel=next junk; rel=x, <b>", ["a", "b"]),
            ("<a>; rel=next, <b", ["a"]), ("\"<a>\", <b>", ["b"]),
        ] as [(String, [String])])
    func brokenPartsArePassedOver(_ value: String, _ targets: [String]) { #expect(links(value).map(\.target) == targets) }

    @Test func aHugeBrokenFieldIsReadInOnePass() {
        let clock = ThreadTime()
        let small = clock.measure { #expect(links(String(repeating: "<,", count: 4_000)).isEmpty) }
        let large = clock.measure { #expect(links(String(repeating: "<,", count: 128_000)).isEmpty) }
        #expect(large < small * 32 * 8 + .milliseconds(200), "32 times the text took \(large / small) times as long")
        #expect(links(String(repeating: "<a>;rel=next,", count: 20_000)).count == 20_000)
    }

    @Test func gitHubsPages() {
        let head = ResponseHead(
            status: 200,
            headers: [
                "link": """
                <https://api.github.com/repositories/1300192/issues?page=2>; rel="prev", \
                <https://api.github.com/repositories/1300192/issues?page=4>; rel="next", \
                <https://api.github.com/repositories/1300192/issues?page=515>; rel="last", \
                <https://api.github.com/repositories/1300192/issues?page=1>; rel="first"
                """
            ])
        let pages = PageLinks(head, at: URI("https://api.github.com/repos/x/y/issues?page=3"))
        #expect(pages.next?.revealed == "https://api.github.com/repositories/1300192/issues?page=4")
        #expect(pages.previous?.pageNumber == 2)
        #expect(pages.last?.pageNumber == 515)
        #expect(pages.first?.pageNumber == 1)
        #expect(!pages.isEmpty)
    }

    @Test func targetsResolveAgainstTheURLThatAnswered() {
        let head = ResponseHead(
            status: 200,
            headers: Headers([
                HeaderField("Link", "<?page=2>; rel=next, <../a>; rel=previous"), HeaderField("LINK", "</z>; rel=\"last NEXT\""),
            ]))
        let pages = PageLinks(head, at: URI("http://h/x/y?page=1"))
        #expect(pages.next?.revealed == "http://h/x/y?page=2", "the first of a relation counts")
        #expect(pages.previous?.revealed == "http://h/a")
        #expect(pages.last?.revealed == "http://h/z")
        #expect(pages.first == nil)
    }

    @Test(arguments: ["next", "prev", "previous", "first", "last"]) func oneRelationIsEnough(_ relation: String) {
        let head = ResponseHead(status: 200, headers: ["Link": "<a>; rel=\(relation)"])
        #expect(!PageLinks(head, at: URI("http://h/")).isEmpty)
    }

    @Test func withoutLinksThereAreNoPages() {
        #expect(PageLinks().isEmpty)
        #expect(PageLinks(ResponseHead(status: 200), at: URI("http://h/")).isEmpty)
        #expect(PageLinks(ResponseHead(status: 200, headers: ["Link": "<a>; rel=help"]), at: URI("http://h/")).isEmpty)
    }
}
