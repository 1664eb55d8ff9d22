// Reading what messages say about caching: forgiving where RFC 9111 asks for it, strict where a mistake would show stale data.

import Testing

@testable import NetLayer

@Suite struct CacheControlTests {
    @Test func directivesAreReadWhateverTheirCaseAndQuotes() {
        let control = CacheControl([
            #"MAX-AGE="60" , no-cache="Set-Cookie, X-A", , ext="max-age=1, no-store""#, "Public,stale-if-error=5",
        ])
        #expect(control.maxAge == .seconds(60) && !control.noCache && control.unstoredFields == ["Set-Cookie", "X-A"])
        #expect(!control.noStore && control.isPublic && control.isStorable && control.staleIfError == .seconds(5))
    }

    @Test(arguments: [
        "max-age=-1", "max-age=1.5", "max-age=x", "max-age", "max-age =60", "max-age= 60", "max-age='60'", "max-age=",
    ])
    func aMaxAgeThatIsNoNumberIsZero(text: String) {
        #expect(CacheControl([text]).maxAge == .zero)
    }

    @Test func hugeNumbersAreBoundedAndTheFirstCounts() {
        #expect(CacheControl(["max-age=99999999999999999999999, max-age=1"]).maxAge == .seconds(2_147_483_648))
        #expect(CacheControl(["max-stale"]).maxStale == .seconds(2_147_483_648))
        #expect(CacheControl(["max-stale=7"]).maxStale == .seconds(7))
    }

    @Test func pragmaCountsOnlyWithoutCacheControl() {
        #expect(CacheControl(request: ["Pragma": "No-Cache"]).noCache)
        #expect(!CacheControl(request: ["Pragma": "no-cache", "Cache-Control": "max-age=5"]).noCache)
        #expect(!CacheControl(request: ["Pragma": "else"]).noCache)
    }

    @Test func membersAreDividedByCommasOutsideOfQuotes() {
        #expect(FieldList.members([" a , \"b, \\\" c\" ,, ", "d"]) == ["a", "\"b, \\\" c\"", "d"])
        #expect(FieldList.unquoted(#""a\"b""#) == #"a"b"# && FieldList.unquoted("a") == "a" && FieldList.unquoted("\"") == "\"")
    }

    @Test func datesAreReadInAnyCaseAndNoOtherForm() {
        let now = Duration.seconds(1_795_262_400)
        let moment = HTTPDate.moment("Sun, 06 Nov 1994 08:49:37 GMT", now: now)
        #expect(moment == .seconds(784_111_777))
        for text in ["SUN, 06 NOV 1994 08:49:37 gmt", "sunday, 06-nov-94 08:49:37 Gmt", "Sun Nov  6 08:49:37 1994"] {
            #expect(HTTPDate.moment(text, now: now) == moment, "\(text)")
        }
        for text in ["Sun, 06  Nov 1994 08:49:37 GMT", "Sun, 06 Nov 1994 08:49:37 UTC", "0", "", " "] {
            #expect(HTTPDate.moment(text, now: now) == nil, "\(text)")
        }
    }

    @Test func rangesAreOneAndWithinTheBody() {
        #expect(ByteRange("Bytes=0-0", count: 5)?.bytes == 0..<1 && ByteRange("bytes=3-", count: 5)?.bytes == 3..<5)
        #expect(ByteRange("bytes=-9", count: 5)?.bytes == 0..<5)
        for text in [
            "bytes=5-", "bytes=2-1", "bytes=-0", "bytes=-", "bytes=0-1,3-4", "items=0-1", "bytes=+1-2", "bytes 0-1", "bytes=a-b",
        ] {
            #expect(ByteRange(text, count: 5) == nil, "\(text)")
        }
        #expect(ByteRange("bytes=-1", count: 0) == nil && ByteRange("bytes=0-9223372036854775807", count: 5)?.bytes == 0..<5)
    }
}
