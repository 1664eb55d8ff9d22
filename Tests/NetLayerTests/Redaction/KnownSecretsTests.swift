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
            "pä/ss w+ö&quot;rd&amp;&lt;1&gt;",
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

    @Test func theOldestAreForgotten() {
        var known = KnownSecrets()
        known.learn((0...KnownSecrets.limit).map { "secret-\($0)." })
        #expect(known.count == KnownSecrets.limit)
        #expect(known.redacted("secret-0.") == "secret-0.")
        #expect(known.redacted("secret-1.") == Secret.mask)
        known.learn(["secret-0."])
        #expect(known.redacted("secret-0. secret-1. secret-2.") == "\(Secret.mask) secret-1. \(Secret.mask)")
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
}
