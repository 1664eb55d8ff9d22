import TestSupport
import Testing

@testable import NetLayer

/// What a directive may look like, what of it is signed, and whom it is believed from.
struct DirectiveReaderTests {
    private static let secret = Secret(RemotePool.secret)

    @Test(.rows("HH-F6")) func bothFormsSayTheSame() throws {
        let expected = Directive(
            pool: "main", target: .index(2), epoch: 7, expires: .seconds(1_796_083_200), mode: .advise, wrapsIndex: true)
        let texts = [
            "pool=main;to=2;epoch=7;expires=1796083200;mode=advise;wrap=1",
            " pool = main ; to=2;epoch=7 ;expires=2026-12-01T00:00:00Z;mode=advise;wrap=true;\r\n",
            #"{"pool": "main", "to": 2, "epoch": 7, "expires": "2026-12-01T01:00:00.9+01:00", "mode": "advise", "wrap": true}"#,
            #"{"pool": "main", "to": "2", "epoch": "7", "expires": 1796083200, "mode": "advise", "wrap": 1, "sig": null}"#,
        ]
        for text in texts { #expect(try DirectiveReader().readDirective(text, isVouched: true) == expected, "\(text)") }
    }

    @Test func whatIsNotWrittenHasADefault() throws {
        let directive = try DirectiveReader().readDirective("pool=;to=api-2;epoch=18446744073709551615", isVouched: true)
        #expect(directive == Directive(pool: "", target: .name("api-2"), epoch: .max))
        #expect(directive.mode == .force && directive.expires == nil && !directive.wrapsIndex)
    }

    // The signatures were made by `openssl dgst -sha256 -hmac`.
    @Test(
        .rows("B-HH-F10"),
        arguments: [
            (
                Directive(pool: "main", target: .index(2), epoch: 7, expires: .seconds(1_796_083_200)),
                "f73d7adac9e2bc8cbb4d15d0a011306682c4ae44e348bf9ed560a13d4a9d3cf3"
            ),
            (
                Directive(pool: "main", target: .name("api-2"), epoch: .max, mode: .advise, wrapsIndex: true),
                "4ebece55d46fbffc8ba76db76ba2d294f561ec04a08b84920ff60db7c7bfeb8d"
            ),
        ])
    func aSignatureIsThatOfOtherPrograms(_ directive: Directive, _ signature: String) throws {
        let key = try #require(DirectiveKey(Self.secret))
        #expect(key.signature(of: directive) == signature)
        let read = try DirectiveReader(key: key).readDirective(directive.text(key), isVouched: false)
        #expect(read == directive)
        #expect(
            try DirectiveReader(key: key).readDirective(directive.text() + ";sig=" + signature.uppercased(), isVouched: false)
                == directive
        )
    }

    @Test(.rows("B-HH-F10")) func everyFieldIsSigned() throws {
        let key = try #require(DirectiveKey(Self.secret))
        let directive = Directive(pool: "main", target: .index(2), epoch: 7, expires: .seconds(2_000))
        let signature = ";sig=" + key.signature(of: directive)
        let changes: [(inout Directive) -> Void] = [
            { $0.pool = "other" }, { $0.target = .index(1) }, { $0.target = .name("b") }, { $0.epoch = 8 },
            { $0.expires = .seconds(2_001) }, { $0.expires = nil }, { $0.mode = .advise }, { $0.wrapsIndex = true },
        ]
        for change in changes {
            var forged = directive
            change(&forged)
            #expect(throws: DirectiveRefusal.badSignature) {
                try DirectiveReader(key: key).readDirective(forged.text() + signature, isVouched: true)
            }
        }
        let other = try #require(DirectiveKey(Secret("another secret of 16")))
        #expect(throws: DirectiveRefusal.badSignature) {
            try DirectiveReader(key: other).readDirective(directive.text(key), isVouched: true)
        }
        let cut = String(directive.text(key).dropLast(2))
        #expect(throws: DirectiveRefusal.badSignature) { try DirectiveReader(key: key).readDirective(cut, isVouched: true) }
    }

    @Test func withAKeyNobodyIsBelievedAndWithoutOneWhoIsVouchedFor() throws {
        let text = "pool=main;to=2;epoch=7"
        let key = try #require(DirectiveKey(Self.secret))
        #expect(throws: DirectiveRefusal.unsigned) { try DirectiveReader(key: key).readDirective(text, isVouched: true) }
        #expect(throws: DirectiveRefusal.unsigned) { try DirectiveReader().readDirective(text, isVouched: false) }
        #expect(try DirectiveReader().readDirective(text + ";sig=00", isVouched: true).epoch == 7)
        #expect(DirectiveKey(Secret("fifteen bytes..")) == nil)
        #expect("\(key)".contains(RemotePool.secret) == false)
    }

    @Test(arguments: [
        ("", "it names no pool"), ("pool=main", "it names no service, 'to=…'"), ("pool=main;to=2", "it has no epoch"),
        ("to=1;epoch=2", "it names no pool"), ("pool=main;to=2;epoch=-1", "its epoch is not a whole number from 0"),
        ("pool=main;to=2;epoch=18446744073709551616", "its epoch is not a whole number from 0"),
        ("pool=main;to=99999999999999999999;epoch=1", "no pool has a service 99999999999999999999"),
        ("pool=main;to=2;epoch=7;mode=perhaps", "its mode is neither advise nor force"),
        ("pool=main;to=2;epoch=7;wrap=2", "its wrap is neither 0 nor 1"),
        ("pool=main;to=2;epoch=7;sig=xy", "its signature is not written in hexadecimal digits"),
        ("pool=main;to=2;epoch=7;sig=abc", "its signature is not written in hexadecimal digits"),
        ("pool=main;to=2;epoch=7;until=9", "it has a name other than pool, to, epoch, expires, mode, wrap and sig"),
        ("pool=main;to=2;to=1;epoch=7", "'to' occurs twice"),
        ("pool=main;to=2;epoch=7;expires=tomorrow", "its expiry is not a time: seconds since 1970, or 2026-12-01T00:00:00Z"),
        ("pool=main;to", "part of it is not name=value"),
        (#"{"pool":"main","to":[2],"epoch":7}"#, "one of its values is neither a text nor a number"),
        (#"{"pool":"main","to":2,"epoch":7.5}"#, "its epoch is not a whole number from 0"),
        (#"{"pool":"main\nto=1","to":2,"epoch":7}"#, "the value of 'pool' has a control character in it"),
    ])
    func whatCannotBeReadIsRefused(_ text: String, _ detail: String) {
        #expect(throws: DirectiveRefusal.malformed(detail)) { try DirectiveReader().readDirective(text, isVouched: true) }
    }

    @Test func ofAHalfWrittenOneNothingIsBelieved() throws {
        let key = try #require(DirectiveKey(Self.secret))
        let directive = Directive(pool: "main", target: .index(2), epoch: 70, expires: .seconds(2_000))
        let signed = Array(directive.text(key).utf8)
        for count in signed.indices {
            let half = String(decoding: signed[..<count], as: UTF8.self)
            #expect(throws: DirectiveRefusal.self) { try DirectiveReader(key: key).readDirective(half, isVouched: true) }
        }
        let json = Array(#"{"pool":"main","to":12,"epoch":70}"#.utf8)
        for count in json.indices {
            let half = String(decoding: json[..<count], as: UTF8.self)
            #expect(throws: DirectiveRefusal.self) { try DirectiveReader().readDirective(half, isVouched: true) }
        }
        let long = "pool=main;to=2;epoch=7;mode=" + String(repeating: "x", count: WrittenDirective.longest)
        #expect(throws: DirectiveRefusal.malformed("it has more than 4096 bytes")) {
            try DirectiveReader().readDirective(long, isVouched: true)
        }
    }

    @Test(arguments: [
        ("1970-01-01T00:00:00Z", 0), ("2000-02-29t12:30:15z", 951_827_415), ("2026-12-01 00:00:00.123456Z", 1_796_083_200),
        ("2026-12-01T05:30:00+05:30", 1_796_083_200), ("2026-11-30T19:00:00-05:00", 1_796_083_200), ("1969-12-31T23:59:59Z", -1),
    ])
    func momentsAsRFC3339WritesThem(_ text: String, _ seconds: Int) { #expect(HTTPDate.seconds(rfc3339: text) == seconds) }

    @Test(arguments: [
        "", "2026-12-01", "2026-12-01T00:00:00", "2026-13-01T00:00:00Z", "2026-02-29T00:00:00Z", "2026-12-01T24:00:00Z",
        "2026-12-01T00:60:00Z", "2026-12-01T00:00:00.Z", "2026-12-01T00:00:00Zx", "2026-12-01T00:00:00+24:00",
        "2026-12-00T00:00:00Z", "26-12-01T00:00:00Z",
    ])
    func andWhatIsNone(_ text: String) { #expect(HTTPDate.seconds(rfc3339: text) == nil) }

    @Test(arguments: [
        ("1970-01-01T00:00:01.5Z", 1_500_000_000), ("1970-01-01T00:00:00.123456789123Z", 123_456_789),
        ("1970-01-01T01:00:02.000001+01:00", 2_000_001_000), ("1969-12-31T23:59:59.25Z", -750_000_000),
    ])
    func fractionsCount(_ text: String, _ nanoseconds: Int) {
        #expect(HTTPDate.time(rfc3339: text) == .nanoseconds(nanoseconds))
    }
}
