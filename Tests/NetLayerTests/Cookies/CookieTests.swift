// Cookies as RFC 6265 has them: reading, taking, sending, forgetting.

import TestSupport
import Testing

@testable import NetLayer

@Suite struct CookieTests {
    private static let now = Duration.seconds(1_600_000_000)
    private let scope = AccountScope(family: "shop")

    private func cookie(_ field: String, from url: String = "http://www.example.com/a/b") -> Cookie? {
        SetCookie(field)?.cookie(from: URI(url), now: Self.now, suffixes: .system)
    }

    private func sent(_ fields: [String], from: String = "http://www.example.com/a/b", to: String) -> String? {
        let jar = CookieJar(wallClock: { Self.now })
        jar.store(fields, from: URI(from), in: scope)
        return jar.header(for: URI(to), in: scope)?.reveal()
    }

    /// RFC 6265, section 3.1.
    @Test func theExamplesOfTheStandard() {
        let jar = CookieJar(wallClock: { Self.now })
        let site = URI("https://www.example.com/")
        func header(_ url: URI = site) -> String? { jar.header(for: url, in: scope)?.reveal() }
        jar.store(["SID=31d4d96e407aad42"], from: site, in: scope)
        #expect(header() == "SID=31d4d96e407aad42")
        jar.removeAll(in: scope)
        jar.store(["SID=31d4d96e407aad42; Path=/; Domain=example.com"], from: site, in: scope)
        #expect(header(URI("https://shop.example.com/x")) == "SID=31d4d96e407aad42")
        jar.removeAll(in: scope)
        jar.store(
            ["SID=31d4d96e407aad42; Path=/; Secure; HttpOnly", "lang=en-US; Path=/; Domain=example.com"], from: site, in: scope)
        #expect(header() == "SID=31d4d96e407aad42; lang=en-US" || header() == "lang=en-US; SID=31d4d96e407aad42")
        #expect(header(URI("http://www.example.com/")) == "lang=en-US")
        jar.store(["lang=; Path=/; Domain=example.com; Expires=Sun, 06 Nov 1994 08:49:37 GMT"], from: site, in: scope)
        #expect(header() == "SID=31d4d96e407aad42")
    }

    @Test(arguments: [
        ("a=b", "a", "b"), ("  a  =  b  ; x", "a", "b"), ("a=b=c", "a", "b=c"), ("a=", "a", ""), ("=b", "", "b"), ("b", "", "b"),
        (#"a="b c""#, "a", #""b c""#), ("a=b;Secure", "a", "b"), ("a=é", "a", "é"),
    ]) func namesAndValuesAreTakenAsTheyAre(_ field: String, _ name: String, _ value: String) {
        let read = SetCookie(field)
        #expect(read?.name == name && read?.value == value)
    }

    @Test(arguments: ["", ";", " = ", "a=b\u{1}", "a=\u{7f}", "a=" + String(repeating: "x", count: 4_096)])
    func whatIsNoCookieIsLeftOut(_ field: String) { #expect(SetCookie(field) == nil) }

    @Test(arguments: [
        // Field, from, domain, path, host only.
        ("a=1", "http://www.example.com/a/b", "www.example.com", "/a", true),
        ("a=1; Domain=example.com", "http://www.example.com/a/b", "example.com", "/a", false),
        ("a=1; Domain=.Example.COM; Path=/x", "http://www.example.com/", "example.com", "/x", false),
        ("a=1; Domain=; Path=x", "http://www.example.com/a/", "www.example.com", "/a", true),
        ("a=1; Domain=other.com; Domain=example.com", "http://www.example.com/a", "example.com", "/", false),
        ("a=1", "http://127.0.0.1/", "127.0.0.1", "/", true),
        ("a=1; Domain=127.0.0.1", "http://127.0.0.1/", "127.0.0.1", "/", true),
        ("a=1; Domain=co.uk", "http://co.uk/", "co.uk", "/", true),
        ("a=1; Domain=localhost", "http://localhost/", "localhost", "/", true),
    ]) func domainAndPathAreThoseOfTheAnswerOrItsOwn(
        _ field: String, _ url: String, _ domain: String, _ path: String, _ isHostOnly: Bool
    ) {
        let cookie = cookie(field, from: url)
        #expect(cookie?.domain == domain && cookie?.path == path && cookie?.isHostOnly == isHostOnly)
    }

    @Test(arguments: [
        // Domains that are others', addresses, and suffixes (RFC 6265 §5.3, steps 5 and 6).
        ("a=1; Domain=other.com", "http://www.example.com/"), ("a=1; Domain=shop.example.com", "http://www.example.com/"),
        ("a=1; Domain=ample.com", "http://www.example.com/"), ("a=1; Domain=com", "http://example.com/"),
        ("a=1; Domain=co.uk", "http://shop.co.uk/"), ("a=1; Domain=github.io", "http://me.github.io/"),
        ("a=1; Domain=0.0.1", "http://127.0.0.1/"), ("a=1; Domain=1", "http://127.0.0.1/"),
        ("a=1; Domain=kawasaki.jp", "http://a.b.kawasaki.jp/"),
        // Secure from where it is not, and prefixes that do not hold what they promise.
        ("a=1; Secure", "http://www.example.com/"), ("__Secure-a=1", "https://www.example.com/"),
        ("__Host-a=1; Secure", "https://www.example.com/a/b"), ("__Host-a=1; Secure; Path=/a", "https://www.example.com/"),
        ("__Host-a=1; Secure; Path=/; Domain=www.example.com", "https://www.example.com/"),
        ("__host-a=1; Path=/", "https://www.example.com/"), ("__Secure-a", "https://www.example.com/"),
    ]) func whatAServerMayNotSetIsNotSet(_ field: String, _ url: String) { #expect(cookie(field, from: url) == nil) }

    @Test func prefixesThatHoldAreSet() {
        #expect(cookie("__Host-a=1; Secure; Path=/", from: "https://www.example.com/a/b") != nil)
        #expect(cookie("__Secure-a=1; Secure; Domain=example.com", from: "https://www.example.com/") != nil)
        #expect(cookie("a=1; Secure", from: "http://localhost/")?.isSecure == true)
    }

    @Test func attributesAreKept() {
        let full = cookie("a=1; HttpOnly; SameSite=Lax; Secure", from: "https://www.example.com/")
        #expect(full?.isHTTPOnly == true && full?.isSecure == true && full?.sameSite == .lax)
        #expect(cookie("a=1; samesite=STRICT")?.sameSite == .strict)
        #expect(cookie("a=1; SameSite=what")?.sameSite == nil)
        #expect("\(full.map { "\($0)" } ?? "")".contains("1") == true && full?.value == Secret("1"))
    }

    @Test(
        arguments: [
            ("a=1", nil), ("a=1; Max-Age=60", 60), ("a=1; Max-Age=60; Expires=Wed, 09 Jun 1999 10:18:14 GMT", 60),
            ("a=1; Max-Age=6x; Expires=Sun, 13 Sep 2020 12:27:40 GMT", 60), ("a=1; Max-Age=99999999999999999999", 400 * 86_400),
            ("a=1; Expires=nonsense", nil), ("a=1; Expires=Fri, 31 Dec 9999 23:59:59 GMT", 400 * 86_400),
        ] as [(String, Int?)]) func itLastsAsLongAsItSays(_ field: String, _ seconds: Int?)
    {
        #expect(cookie(field)?.expiresAt == seconds.map { Self.now + .seconds($0) })
    }

    @Test(arguments: ["a=1; Max-Age=0", "a=1; Max-Age=-1", "a=1; Expires=Thu, 01 Jan 1970 00:00:00 GMT"])
    func whatIsOverRemovesWhatThereWas(_ field: String) {
        #expect(sent(["a=0", field], to: "http://www.example.com/a/b") == nil)
    }

    @Test(
        arguments: [
            ("Sun, 06 Nov 1994 08:49:37 GMT", 784_111_777), ("Sunday, 06-Nov-94 08:49:37 GMT", 784_111_777),
            ("Sun Nov  6 08:49:37 1994", 784_111_777), ("06 nov 1994 8:49:37", 784_111_777),
            ("8:49:37 1994 november 6", 784_111_777),
            ("Nov-6-94,08:49:37pm", 784_111_777), ("1 Jan 70 00:00:00", 0), ("1 Jan 69 00:00:00", 3_124_224_000),
            ("29 Feb 2000 0:0:0", 951_782_400), ("31 Dec 9999 23:59:59", 253_402_300_799),
            ("06 Nov 1994 08:49:37 1995", 784_111_777),
            ("6th Nov 1994a 08:49:37x", 784_111_777),
            ("", nil), ("06 Nov 1994", nil), ("06 Nov 1994 24:00:00", nil), ("06 Nov 1994 08:60:00", nil),
            ("06 Nov 1994 08:49:60", nil),
            ("32 Jan 1994 08:49:37", nil), ("30 Feb 1994 08:49:37", nil), ("29 Feb 1900 00:00:00", nil),
            ("0 Jan 1994 08:49:37", nil),
            ("06 Nov 1600 08:49:37", nil), ("06 Nov 19945 08:49:37", nil), ("006 Nov 94 08:49:37", nil),
            ("06 Nox 1994 08:49:37", nil),
            ("06 Nov 1994 08:49", nil), ("06 Nov 1994 008:49:37", nil), ("06 Nov 1 08:49:37", nil),
        ] as [(String, Int?)]) func datesAreReadByTheCookiesOwnRules(_ text: String, _ seconds: Int?)
    {
        #expect(CookieDate.parse(text) == seconds)
    }

    @Test(arguments: [
        // Field from http://www.example.com/a/b, asked for.
        ("a=1", "http://www.example.com/a/x", true), ("a=1", "http://www.example.com/a", true),
        ("a=1", "http://www.example.com/ab", false), ("a=1", "http://www.example.com/", false),
        ("a=1", "http://sub.www.example.com/a", false), ("a=1", "http://example.com/a", false),
        ("a=1; Domain=example.com", "http://sub.example.com/a", true), ("a=1; Domain=example.com", "http://example.com/a", true),
        ("a=1; Domain=example.com", "http://notexample.com/a", false), ("a=1; Path=/a/", "http://www.example.com/a/b", true),
        ("a=1; Path=/a/", "http://www.example.com/a", false), ("a=1", "http://WWW.example.com:8080/a", true),
        ("a=1; Path=/A", "http://www.example.com/a", false),
    ]) func itGoesWhereItIsMeantToGo(_ field: String, _ url: String, _ goes: Bool) {
        #expect(sent([field], to: url) == (goes ? "a=1" : nil))
    }

    @Test func longerPathsComeFirstThenOlderOnes() {
        let clock = VirtualClock()
        let jar = CookieJar(wallClock: { Self.now + clock.now })
        let url = URI("http://www.example.com/a/b/c")
        for field in ["old=1; Path=/", "deep=1; Path=/a/b", "new=1; Path=/", "old=2; Path=/"] {
            jar.store([field], from: url, in: scope)
            clock.advance(by: .seconds(1))
        }
        // A new value keeps the place of the old.
        #expect(jar.header(for: url, in: scope)?.reveal() == "deep=1; old=2; new=1")
    }

    @Test func whatIsSecureIsNotHiddenByWhatIsNot() {
        #expect(
            sent(["a=evil; Domain=example.com"], from: "http://www.example.com/", to: "https://www.example.com/") == "a=evil")
        let jar = CookieJar(wallClock: { Self.now })
        jar.store(["a=good; Secure; Path=/"], from: URI("https://www.example.com/"), in: scope)
        jar.store(["a=evil; Domain=example.com; Path=/"], from: URI("http://www.example.com/"), in: scope)
        jar.store(["a=evil; Path=/"], from: URI("http://www.example.com/"), in: scope)
        #expect(jar.header(for: URI("https://www.example.com/"), in: scope)?.reveal() == "a=good")
    }

    @Test func tooManyMakeRoom() {
        let clock = VirtualClock()
        let jar = CookieJar(wallClock: { Self.now + clock.now })
        let url = URI("https://www.example.com/")
        jar.store(["kept=1; Secure"], from: url, in: scope)
        for number in 0..<200 {
            clock.advance(by: .seconds(1))
            jar.store(["n\(number)=1"], from: url, in: scope)
        }
        let names = Set(jar.cookies(in: scope).map(\.name))
        #expect(names.count == CookieStore.perDomain)
        #expect(names.contains("kept") && names.contains("n199") && !names.contains("n0"))
        for number in 0..<3_100 { jar.store(["a=1"], from: URI("http://h\(number).test/"), in: scope) }
        #expect(jar.cookies(in: scope).count == CookieStore.perScope)
    }

    @Test func publicSuffixesAreTheList() {
        for suffix in ["com", "co.uk", "github.io", "kawasaki.jp", "x.kawasaki.jp", "nonsense"] {
            #expect(PublicSuffixes.system.contains(suffix), "\(suffix)")
        }
        for name in ["example.com", "example.co.uk", "me.github.io", "city.kawasaki.jp", "a.nonsense"] {
            #expect(!PublicSuffixes.system.contains(name), "\(name)")
        }
    }
}
