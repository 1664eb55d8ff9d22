// URI templates: the published examples of RFC 6570, and what is no template.

import Foundation
import TestSupport
import Testing

@testable import NetLayer

@Suite struct URITemplateTests {
    /// The published suite: per section its variables, and templates with what they expand to; `false` for none.
    @Test(.enabled(if: SharedData.isPresent, SharedData.whyAbsent), arguments: ["spec-examples", "spec-examples-by-section"])
    func theExamplesOfTheRFCExpand(_ file: String) throws {
        let data = Data(try SharedData.bytes("conformance/uritemplate-test/\(file).json"))
        let sections = try #require(try JSONSerialization.jsonObject(with: data) as? [String: [String: Any]])
        var count = 0
        for (section, content) in sections {
            let variables = try #require(content["variables"] as? [String: Any]).compactMapValues(Self.value)
            for test in try #require(content["testcases"] as? [[Any]]) {
                let template = try #require(test[0] as? String)
                let expected = (test[1] as? [String]) ?? [test[1] as? String].compactMap { $0 }
                let expanded = try? URITemplate(template).expand(variables)
                #expect(
                    expected.isEmpty ? expanded == nil : expected.contains(expanded ?? "?"),
                    "\(section): \(template) → \(expanded ?? "-")")
                count += 1
            }
        }
        #expect(count == (file == "spec-examples" ? 64 : 117))
    }

    private static func value(_ any: Any) -> URITemplate.Value? {
        switch any {
        case let text as String: .text(text)
        case let list as [Any]: .list(list.map { "\($0)" })
        case let map as [String: Any]: .map(map.map { .init($0.key, "\($0.value)") })
        case is NSNull: nil
        default: .text("\(any)")
        }
    }

    @Test func mapsKeepTheirOrder() throws {
        let map = URITemplate.Value.map([.init("z", "1"), .init("a", "ü"), .init("m", "")])
        func expanded(_ text: String) throws -> String { try URITemplate(text).expand(["m": map]) }
        #expect(try expanded("{?m*}") == "?z=1&a=%C3%BC&m=")
        #expect(try expanded("{;m*}") == ";z=1;a=%C3%BC;m")
        #expect(try expanded("{m*}") == "z=1,a=%C3%BC,m=")
        #expect(try expanded("{?m}") == "?m=z,1,a,%C3%BC,m,")
    }

    @Test func prefixesCountCharactersNotBytes() throws {
        func expanded(_ text: String, _ value: String) throws -> String { try URITemplate(text).expand(["v": .text(value)]) }
        #expect(try expanded("{v:2}", "aüb") == "a%C3%BC")
        #expect(try expanded("{v:9999}", "ab") == "ab")
        #expect(try expanded("{v:1}", "日本") == "%E6%97%A5")
        #expect(try expanded("{v:1,v:1}", "xy") == "x,x")
    }

    @Test func literalsAreEscapedWhereAURLNeedsIt() throws {
        #expect(try URITemplate("/ä b/%41?x=1#f|{v}").expand([:]) == "/%C3%A4%20b/%41?x=1#f%7C")
        #expect(try URITemplate("%zz{+v}").expand(["v": "%41%4"]) == "%25zz%41%254")
        #expect(try URITemplate("").expand([:]) == "")
    }

    @Test func namesAreListedOnce() throws {
        #expect(try URITemplate("/{a}{?b,c*,a:3,d.e,%41}").names == ["a", "b", "c", "d.e", "%41"])
    }

    @Test(
        arguments: [
            ("{", 0), ("a{b", 1), ("a}b", 1), ("{}", 1), ("{,a}", 1), ("{a,}", 3), ("{a{b}", 2), ("{=a}", 1), ("{!a}", 1),
            ("{@a}", 1),
            ("{|a}", 1), ("{?}", 2), ("{a:0}", 3), ("{a:}", 3), ("{a:10000}", 3), ("{a:x}", 3), ("{a:03}", 3), ("{a*b}", 2),
            ("{a**}", 2), ("{a:3*}", 3), ("{.a.}", 4), ("{a..b}", 3), ("{a b}", 2), ("{a-b}", 2), ("{%4}", 1), ("{a%4g}", 2),
            ("{ü}", 1), ("{a}}", 3),
        ] as [(String, Int)])
    func whatIsNoTemplateIsRefusedWithItsPlace(_ text: String, _ place: Int) {
        let error = #expect(throws: URITemplateError.self) { try URITemplate(text) }
        guard case .syntax(_, let at)? = error else { return }
        #expect(at == place, "\(error.map { "\($0)" } ?? "")")
    }

    @Test func aListHasNoPrefix() throws {
        for value in [URITemplate.Value.list(["a"]), .map([.init("a", "b")])] {
            let error = #expect(throws: URITemplateError.self) { try URITemplate("{v:3}").expand(["v": value]) }
            #expect(error == .prefixOfComposite("v"))
        }
        #expect(
            "\(URITemplateError.prefixOfComposite("v"))" == "the variable 'v' is a list or map, which has no prefix")
        #expect("\(URITemplateError.syntax("why", at: 3))" == "the URI template is wrong at byte 3: why")
    }

    @Test func anExpandedTemplateIsAPath() throws {
        let path = try URITemplate("/repos{/owner,repo}/issues{?state,labels*}").expand([
            "owner": "a/b", "repo": "c d", "labels": .list(["x", "y&z"]),
        ])
        let request = try RequestGenerator().request(for: Net.plan(path), on: Net.service)
        #expect(request.url.revealed == "http://api.test/v1/repos/a%2Fb/c%20d/issues?labels=x&labels=y%26z")
    }
}
