// Secrets that were sent are found again, however somebody spells them.

import Foundation
import TestSupport
import Testing

@testable import NetLayer

@Suite struct KnownSecretsTests {
    private func redacted(_ text: String, _ secrets: String...) -> String {
        var known = KnownSecrets()
        known.learn(secrets)
        return known.redacted(text)
    }

    @Test(
        "a secret as others write it",
        arguments: [
            "pä/ss w+ö\"rd&<1>", "p%C3%A4%2Fss%20w%2B%C3%B6%22rd%26%3C1%3E", "p%c3%a4%2fss%20w%2b%c3%b6%22rd%26%3c1%3e",
            "p%C3%A4%2Fss+w%2B%C3%B6%22rd%26%3C1%3E", #"pä/ss w+ö\"rd&<1>"#, #"pä\/ss w+ö\"rd&<1>"#,
            #"p\u00e4/ss w+\u00f6\"rd&<1>"#, #"p\u00E4\/ss w+\u00F6\"rd&<1>"#, #"p\u00e4/ss w+\u00f6\"rd\u0026\u003c1\u003e"#,
            "pä/ss w+ö&quot;rd&amp;&lt;1&gt;", "p&#228;/ss w&#43;&#xF6;&#34;rd&amp;&lt;1&gt;",
            // .NET, Gson, everything escaped, JSON in JSON, URLs in URLs.
            #"p\u00E4/ss w\u002B\u00F6\u0022rd\u0026\u003C1\u003E"#, #"p\u00e4/ss w+\u00f6\"rd\u0026\u003c1\u003e"#,
            #"\u0070\u00e4\u002f\u0073\u0073\u0020\u0077\u002b\u00f6\u0022\u0072\u0064\u0026\u003c\u0031\u003e"#,
            #"pä/ss w+ö\\\"rd&<1>"#, #"p\\u00e4\\/ss w+\\u00f6\\\"rd&<1>"#, #"pä/ss w+ö\\\\\\\"rd&<1>"#,
            "%70%C3%A4%2F%73%73%20%77%2B%C3%B6%22%72%64%26%3C%31%3E", "%70%c3%a4%2f%73%73+%77%2b%c3%b6%22%72%64%26%3c%31%3e",
            "p%25C3%25A4%252Fss%2520w%252B%25C3%25B6%2522rd%2526%253C1%253E", #"p\xe4/ss w+\xf6\"rd&<1>"#,
        ])
    func spellings(_ spelling: String) {
        #expect(redacted("before \(spelling) after", "pä/ss w+ö\"rd&<1>") == "before \(Secret.mask) after")
    }

    @Test func base64IsFoundWithAndWithoutItsPadding() {
        for text in ["user:pass", "user:passw", "user:passwo", "a?>~ÿ"] {
            let padded = Data(text.utf8).base64EncodedString()
            let bare = padded.replacing("=", with: "")
            let url = bare.replacing("+", with: "-").replacing("/", with: "_")
            for spelling in [padded, bare, url] {
                let shown = redacted("<\(spelling)>", text)
                #expect(shown.replacing("=", with: "") == "<\(Secret.mask)>", "\(text) \(spelling) \(shown)")
            }
        }
    }

    @Test func shortValuesStandInEveryText() {
        #expect(redacted("abc abcd", "abc") == "abc abcd")
        #expect(redacted("abc abcd", "abcd") == "abc \(Secret.mask)")
        #expect(redacted("äö", "äö") == Secret.mask)
    }

    @Test func everyPlaceAndTheEnds() {
        #expect(redacted("tokentoken", "token") == Secret.mask + Secret.mask)
        #expect(redacted("token", "token") == Secret.mask)
        #expect(redacted("toke", "token") == "toke")
        #expect(redacted("", "token") == "")
        #expect(redacted("xtokenx tokeN", "token") == "x\(Secret.mask)x tokeN")
    }

    @Test func theLongestIsTakenAndWhatOverlapsGoesAsOne() {
        #expect(redacted("token-12345", "token", "token-12345") == Secret.mask)
        #expect(redacted("abcdefgh!", "abcdef", "defgh") == Secret.mask + "!")
        #expect(redacted("abcdefgh!", "defgh", "abcdef") == Secret.mask + "!")
    }

    @Test func bytesThatAreNoTextStay() {
        var known = KnownSecrets()
        known.learn(["hunter22"])
        let bytes: [UInt8] = [0, 0xFF, 0xC3] + Array("hunter22".utf8) + [0xFE, 0]
        #expect(known.redacted(bytes) == [0, 0xFF, 0xC3] + Array(Secret.mask.utf8) + [0xFE, 0])
    }

    /// Wherever in a group of three bytes it begins, in both alphabets, also where the base64 itself is escaped.
    @Test func base64IsFoundWithinALongerText() {
        for secret in ["hunter22", "a?>~\u{ff}\u{fe}-long", "s3cr3t-1", "1234567"] {
            for before in ["", "x", "xy", "xyz", "{\"key\":\"", "user:"] {
                for after in ["", "x", "xy", "\"}"] {
                    let padded = Data((before + secret + after).utf8).base64EncodedString()
                    let url = padded.replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
                    for text in [padded, url, padded.replacing("/", with: "\\/"), padded.replacing("+", with: "%2B")] {
                        let shown = redacted("<\(text)>", secret)
                        #expect(shown.contains(Secret.mask), "\(before)|\(secret)|\(after): \(text)")
                        // What is left of it says nothing of the secret.
                        let rest = shown.replacing(Secret.mask, with: "").replacing("=", with: "")
                        let most = Data((before + after).utf8).base64EncodedString().count + 6
                        #expect(rest.count <= most, "\(shown)")
                    }
                }
            }
        }
    }

    @Test func surrogatePairsAreOneCharacter() {
        #expect(redacted(#"<key-\ud83d\ude00-1>"#, "key-😀-1") == "<\(Secret.mask)>")
        #expect(redacted(#"<key-\uD83D\uDE00-1>"#, "key-😀-1") == "<\(Secret.mask)>")
    }

    @Test func escapesAroundASecretStay() {
        #expect(redacted(#"{"a":"\n\u0041token\t\u0042"}"#, "token") == #"{"a":"\n\u0041\#(Secret.mask)\t\u0042"}"#)
        #expect(redacted("%41token%42 %zz &amp;token;", "token") == "%41\(Secret.mask)%42 %zz &amp;\(Secret.mask);")
        #expect(redacted("100%token", "token") == "100%\(Secret.mask)")
        // A secret that looks like an escape itself.
        for secret in ["a%41b", #"C:\new\table"#, "a&amp;b", "a+b c", "%%%%", #"\\\\"#] {
            #expect(redacted("<\(secret)>", secret) == "<\(Secret.mask)>", "\(secret)")
        }
    }

    @Test func whatIsInUseIsNeverForgotten() {
        var known = KnownSecrets()
        let many = (0..<2 * KnownSecrets.limit).map { "secret-\($0)." }
        known.learn(many)
        #expect(known.count == many.count, "an exchange may carry as many as it likes")
        for index in [0, 1, KnownSecrets.limit, many.count - 1] { #expect(known.redacted(many[index]) == Secret.mask) }
        known.learn(["secret-0."])
        known.forgetOldest()
        #expect(known.count <= KnownSecrets.limit && known.redacted("secret-0.") == Secret.mask, "it was learned last")
        known.forgetOldest()
        known.learn(many)
        #expect(known.count == many.count)
    }

    /// 1,000 of them in one run, learned one by one while each response repeats them all.
    @Test func aThousandAreFoundInTimeThatGrowsWithTheTextAlone() {
        var known = KnownSecrets()
        let clock = ThreadTime()
        // Of one beginning, as tokens are.
        let secrets = (0..<1_000).map { "eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.\($0 * 7_919).sig" }
        let learning = clock.measure { for secret in secrets { known.learn([secret]) } }
        let text = secrets.joined(separator: "\n") + String(repeating: "eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9. ", count: 2_000)
        var shown = ""
        let looking = clock.measure { shown = known.redacted(text) }
        #expect(secrets.allSatisfy { !shown.contains($0) })
        #expect(learning < .seconds(20) && looking < .seconds(20), "\(learning) \(looking)")
    }

    /// Against looking for each by itself, in texts of few letters, where everything overlaps.
    @Test func theScanFindsWhatLookingForEachFinds() {
        var generator = SplitMix64(seed: 11)
        for _ in 0..<400 {
            func text(_ count: Int) -> [UInt8] { (0..<count).map { _ in [0x78, 0x79].randomElement(using: &generator) ?? 0 } }
            let values = (0..<3).map { _ in String(decoding: text(.random(in: 4...6, using: &generator)), as: UTF8.self) }
            let body = text(.random(in: 0...40, using: &generator))
            var known = KnownSecrets()
            known.learn(values)
            var isHidden = [Bool](repeating: false, count: body.count)
            for value in values.map({ Array($0.utf8) }) where value.count <= body.count {
                for start in 0...(body.count - value.count) where Array(body[start..<start + value.count]) == value {
                    for index in start..<start + value.count { isHidden[index] = true }
                }
            }
            let visible = body.indices.filter { !isHidden[$0] }.map { body[$0] }
            let shown = String(decoding: known.redacted(body), as: UTF8.self).replacing(Secret.mask, with: "")
            #expect(shown == String(decoding: visible, as: UTF8.self), "\(values) in \(body)")
        }
    }

    /// From 0x80 on an escape in a program's text is a character of two bytes in UTF-8; one of a URL is a byte.
    @Test(
        arguments: [
            ("\\x7F", [0x7F]), ("\\x80", [0xC2, 0x80]), ("\\xff", [0xC3, 0xBF]), ("\\u007F", [0x7F]), ("\\u0080", [0xC2, 0x80]),
            ("%7f", [0x7F]), ("%80", [0x80]), ("%ff", [0xFF]),
        ] as [(String, [UInt8])])
    func escapesAtTheEdgeOfASCII(_ text: String, _ bytes: [UInt8]) {
        #expect(Unescaping.plain(Array(text.utf8)) == bytes)
    }
}
