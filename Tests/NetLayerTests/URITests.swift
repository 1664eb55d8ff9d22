// URLs: their parts, what is shown of them, and what they resolve to (RFC 3986).

import Testing

@testable import NetLayer

@Suite struct URITests {
    // MARK: Parts

    @Test func everyPartIsFound() {
        let uri = URI("HTTP://User:pa:ss@Example.COM:8080/a/b;c?x=1&y#frag?")
        #expect(uri.scheme == "http")
        #expect(uri.authority == "User:pa:ss@Example.COM:8080")
        #expect(uri.host == "example.com")
        #expect(uri.port == 8080)
        #expect(uri.path == "/a/b;c")
        #expect(uri.query == "x=1&y")
        #expect(uri.fragment == "frag?")
        #expect(uri.origin == "http://example.com:8080")
        #expect(uri.revealed == "http://User:pa:ss@Example.COM:8080/a/b;c?x=1&y#frag?")
    }

    /// RFC 3986 §1.1.2.
    @Test(arguments: [
        "ftp://ftp.is.co.za/rfc/rfc1808.txt", "http://www.ietf.org/rfc/rfc2396.txt", "ldap://[2001:db8::7]/c=GB?objectClass?one",
        "mailto:John.Doe@example.com", "news:comp.infosystems.www.servers.unix", "tel:+1-816-555-1212", "telnet://192.0.2.16:80/",
        "urn:oasis:names:specification:docbook:dtd:xml:4.1.2", "", "?", "#", "//", "http:", "a?", "a#", "//h", "/a?b=%zz",
    ])
    func parsingChangesNothingThatMayStandInAURL(_ text: String) { #expect(URI(text).revealed == text) }

    @Test func whatMayNotStandInAURLIsEscaped() {
        #expect(URI("http://h/a b\"<>\\^`{|}ä\u{1}\r\n").revealed == "http://h/a%20b%22%3C%3E%5C%5E%60%7B%7C%7D%C3%A4%01%0D%0A")
    }

    @Test(
        arguments: [
            ("http://h/", "h", 80), ("https://h/", "h", 443), ("http://h:/", "h", 80), ("http://h:81", "h", 81),
            ("http://[::1]/", "::1", 80),
            ("http://[2001:DB8::1]:8443/", "2001:db8::1", 8443), ("http://u@h:9/", "h", 9), ("http://u:80@h/", "h", 80),
            ("http://a@b@h:7/", "h", 7),
            ("http://H.test:00080/", "h.test", 80), ("ftp://h:21/", "h", 21),
        ] as [(String, String, Int)])
    func hostAndPort(_ text: String, _ host: String, _ port: Int) {
        #expect(URI(text).host == host)
        #expect(URI(text).port == port)
    }

    @Test(arguments: [
        ("http://h/", true), ("https://h", true), ("http://u:p@[::1]:1/", true), ("http://", false), ("http:///x", false),
        ("http://:80/", false),
        ("http://u@/", false), ("http:h", false), ("h", false), ("ftp://h/", false), ("http://h:0/", false),
        ("http://h:65535/", true),
        ("http://h:65536/", false), ("http://h:-1/", false), ("http://h:+80/", false), ("http://h:8 0/", false),
        ("http://h:80:80/", false),
        ("http://h:99999999999999999999/", false), ("http://[::1/", false), ("//h/", false),
    ])
    func isAbsoluteHTTP(_ text: String, _ expected: Bool) { #expect(URI(text).isAbsoluteHTTP == expected) }

    @Test func anOriginWithoutPortOrHostIsStillAText() {
        #expect(URI("ftp://h/").origin == "ftp://h:0")
        #expect(URI("/x").origin == "://:0")
        #expect(URI("http://h/a").origin == URI("HTTP://u:p@H:80/b").origin)
        #expect(URI("http://h/").origin != URI("https://h/").origin)
    }

    // MARK: Resolving

    /// RFC 3986 §5.4.1 and §5.4.2; the last is the strict reading.
    static let examples: [(String, String)] = [
        ("g:h", "g:h"), ("g", "http://a/b/c/g"), ("./g", "http://a/b/c/g"), ("g/", "http://a/b/c/g/"), ("/g", "http://a/g"),
        ("//g", "http://g"),
        ("?y", "http://a/b/c/d;p?y"), ("g?y", "http://a/b/c/g?y"), ("#s", "http://a/b/c/d;p?q#s"), ("g#s", "http://a/b/c/g#s"),
        ("g?y#s", "http://a/b/c/g?y#s"), (";x", "http://a/b/c/;x"), ("g;x", "http://a/b/c/g;x"),
        ("g;x?y#s", "http://a/b/c/g;x?y#s"),
        ("", "http://a/b/c/d;p?q"), (".", "http://a/b/c/"), ("./", "http://a/b/c/"), ("..", "http://a/b/"),
        ("../", "http://a/b/"),
        ("../g", "http://a/b/g"), ("../..", "http://a/"), ("../../", "http://a/"), ("../../g", "http://a/g"),
        ("../../../g", "http://a/g"),
        ("../../../../g", "http://a/g"), ("/./g", "http://a/g"), ("/../g", "http://a/g"), ("g.", "http://a/b/c/g."),
        (".g", "http://a/b/c/.g"),
        ("g..", "http://a/b/c/g.."), ("..g", "http://a/b/c/..g"), ("./../g", "http://a/b/g"), ("./g/.", "http://a/b/c/g/"),
        ("g/./h", "http://a/b/c/g/h"), ("g/../h", "http://a/b/c/h"), ("g;x=1/./y", "http://a/b/c/g;x=1/y"),
        ("g;x=1/../y", "http://a/b/c/y"),
        ("g?y/./x", "http://a/b/c/g?y/./x"), ("g?y/../x", "http://a/b/c/g?y/../x"), ("g#s/./x", "http://a/b/c/g#s/./x"),
        ("g#s/../x", "http://a/b/c/g#s/../x"), ("http:g", "http:g"),
    ]

    @Test(arguments: examples)
    func theExamplesOfTheRFCResolve(_ reference: String, _ target: String) {
        #expect(URI("http://a/b/c/d;p?q").resolving(URI(reference)).revealed == target)
    }

    @Test func referencesResolveAgainstABaseWithoutPath() {
        #expect(URI("http://a").resolving(URI("g")).revealed == "http://a/g")
        #expect(URI("http://a?q").resolving(URI("?y")).revealed == "http://a?y")
        #expect(URI("http://a/b").resolving(URI("//c/../d")).revealed == "http://c/d")
        #expect(URI("http://u:p@a/b").resolving(URI("/c")).revealed == "http://u:p@a/c")
    }

    /// RFC 3986 §5.2.4.
    @Test(arguments: [
        ("/a/b/c/./../../g", "/a/g"), ("mid/content=5/../6", "mid/6"), ("/", "/"), ("", ""), ("/.", "/"), ("/..", "/"),
        ("/a/..", "/"),
        ("/a//../b", "/a/b"), ("/a/../..//b", "//b"), ("/a/.hidden/..x/...", "/a/.hidden/..x/..."), ("/a/b/", "/a/b/"),
    ])
    func dotSegmentsAreRemoved(_ path: String, _ expected: String) { #expect(URI.removingDots(path) == expected) }

    // MARK: What is shown

    @Test(arguments: [
        ("http://user:secret@h/", "http://user:••••••@h/"), ("http://user:se:cr:et@h/", "http://user:••••••@h/"),
        ("http://user:se@cret@h/", "http://user:••••••@h/"), ("https://token@h/", "https://••••••@h/"),
        ("https://token:@h/", "https://••••••@h/"),
        ("https://:secret@h/", "https://:••••••@h/"), ("https://@h/", "https://@h/"),
        ("http://h/?api_key=secret&a=1", "http://h/?api_key=••••••&a=1"),
        ("http://h/?API_KEY=secret", "http://h/?API_KEY=••••••"), ("http://h/?api%5Fkey=secret", "http://h/?api%5Fkey=••••••"),
        ("http://h/?a=1&token=secret=x&b", "http://h/?a=1&token=••••••&b"),
        ("http://h/#access_token=secret", "http://h/#access_token=••••••"),
        ("http://h/?q=api_key", "http://h/?q=api_key"), ("//u:secret@h/x", "//u:••••••@h/x"),
    ])
    func credentialsAreMasked(_ text: String, _ shown: String) {
        #expect("\(URI(text))" == shown)
        #expect(URI(text).revealed == text)
    }

    @Test func secretNamesAndTextsAreMaskedAlsoAfterARedirect() {
        var uri = URI("http://h/bot12:AB/send?x=hush&y=1")
        uri.secretNames = ["x"]
        uri.secretTexts = [Secret("12:AB")]
        #expect("\(uri)" == "http://h/bot••••••/send?x=••••••&y=1")
        #expect("\(uri.resolving(URI("/bot12:AB/again?x=hush")))" == "http://h/bot••••••/again?x=••••••")
        #expect("\(uri.resolving(URI("http://other/bot12:AB")))" == "http://other/bot••••••")
    }

    @Test(
        "a secret text is masked in path, query and fragment",
        arguments: [
            ("http://h/s3cr3t/x?q=s3cr3t&a=1#s3cr3t", ["s3cr3t"], "http://h/••••••/x?q=••••••&a=1#••••••"),
            ("http://h/?q=as3cr3tb&token=s3cr3t", ["s3cr3t"], "http://h/?q=a••••••b&token=••••••"),
            ("http://h/?q=long-s3cr3t", ["s3cr3t", "long-s3cr3t"], "http://h/?q=••••••"),
            ("http://h/p?a=1&b=2#c", ["p?a=1&b=2"], "http://h/••••••#c"),
            ("http://h/p?a=1&b=2", ["1&b=2"], "http://h/p?a=••••••"),
            ("http://h/p?x=own", ["http://h/p?x=own"], "http://h••••••"), ("http://h/p", ["http://h"], "http://h/p"),
            ("http://s3cr3t/s3cr3t", ["s3cr3t"], "http://s3cr3t/••••••"),
            ("http://h/?token=abc", ["tok"], "http://h/?••••••en=••••••"),
        ] as [(String, [String], String)])
    func secretTextsAreMaskedBehindTheHost(_ text: String, _ secrets: [String], _ shown: String) {
        var uri = URI(text)
        uri.secretTexts = Set(secrets.map { Secret($0) })
        #expect("\(uri)" == shown)
        #expect(uri.revealed == text)
    }

    // MARK: Page numbers, for people

    @Test(
        arguments: [
            ("http://h/?page=3", 3), ("http://h/?a=1&_page=12", 12), ("http://h/?per_page=3", nil), ("http://h/?page=x", nil),
            ("http://h/", nil),
            ("http://h/?page", nil),
        ] as [(String, Int?)])
    func pageNumber(_ text: String, _ number: Int?) { #expect(URI(text).pageNumber == number) }

    // MARK: Hosts

    @Test(arguments: [
        ("http://a%2Fb/", false), ("http://a%20b/", false), ("http://a%zz/", false), ("http://a%C3%BC/", true),
        ("http://a%C3/", false),
        ("http://\u{fc}.example/", true), ("http://a|b/", false), ("http://a\\b/", false), ("http://a b/", false),
        ("http://[::1]/", true),
        ("http://[::1]x/", false), ("http://[::g]/", false), ("http://[1.2.3.4]/", false), ("http://[fe80::1%25eth0]/", true),
        ("http://[fe80::1%25]/", false), ("http://[fe80::1%25e/x]/", false), ("http://[]/", false), ("http://a[b/", false),
        ("http://a_b.c~d!$&'()*+,;=/", true), ("http://1.2.3.4/", true), ("http://2001::1]/", false), ("http://[::1]:8x/", false),
    ])
    func aHostIsOneForEveryReader(_ text: String, _ expected: Bool) { #expect(URI(text).isAbsoluteHTTP == expected) }

    @Test(arguments: [
        ("HTTP://User@Example.COM:80", "http://User@example.com/"), ("https://h:443/a/./b/../c", "https://h/a/c"),
        ("https://h:80/", "https://h:80/"), ("http://h:0080/", "http://h/"), ("http://h:/", "http://h/"),
        ("http://h/%7euser/%c3%bc%2f", "http://h/~user/%C3%BC%2F"), ("http://h/a%2e%2E/b?%41=%zz#%5f", "http://h/a../b?A=%zz#_"),
        ("http://h/a/%2e%2e/b", "http://h/b"), ("http://[2001:DB8:0:0::1]:8080/", "http://[2001:db8::1]:8080/"),
        ("http://%41b/", "http://ab/"), ("http://h%C3%9C/", "http://h%C3%9C/"), ("/a/../b", "/a/../b"),
        ("http://h?q", "http://h/?q"),
        ("ftp://h:21/", "ftp://h:21/"), ("http://[fe80::0:1%25eth0]/", "http://[fe80::1%25eth0]/"),
    ])
    func equalURLsAreEqualWhenNormalized(_ text: String, _ expected: String) {
        #expect(URI(text).normalized.revealed == expected)
        #expect(URI(text).normalized.normalized == URI(text).normalized)
    }
}
