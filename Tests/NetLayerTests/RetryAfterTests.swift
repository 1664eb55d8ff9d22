// Dates of HTTP in their three forms, and what a Retry-After says.

import Testing

@testable import NetLayer

@Suite struct RetryAfterTests {
    private let now = 1_795_219_200  // 2026-11-21 00:00:00

    /// The three examples of RFC 9110 §5.6.7 are one moment.
    @Test(arguments: ["Sun, 06 Nov 1994 08:49:37 GMT", "Sunday, 06-Nov-94 08:49:37 GMT", "Sun Nov  6 08:49:37 1994"])
    func allThreeFormsAreUnderstood(_ text: String) { #expect(HTTPDate.parse(text, now: now) == 784_111_777) }

    @Test(arguments: [
        ("Thu, 01 Jan 1970 00:00:00 GMT", 0), ("Thu, 29 Feb 2024 23:59:59 GMT", 1_709_251_199),
        ("Fri, 01 Mar 2024 00:00:00 GMT", 1_709_251_200), ("Tue, 29 Feb 2000 12:00:00 GMT", 951_825_600),
        ("Sat, 31 Dec 2016 23:59:60 GMT", 1_483_228_800), ("Fri, 31 Dec 1999 23:59:59 GMT", 946_684_799),
        ("Sat, 01 Jan 2000 00:00:00 GMT", 946_684_800), ("Sun, 28 Feb 2100 00:00:00 GMT", 4_107_456_000),
        ("Mon, 01 Mar 2100 00:00:00 GMT", 4_107_542_400), ("Wed, 31 Dec 1969 23:59:59 GMT", -1),
        ("Sat Nov 21 00:00:00 2026", 1_795_219_200),
        ("Fri, 31 Dec 9999 23:59:59 GMT", 253_402_300_799), ("Mon, 30 Apr 2040 01:02:03 GMT", 2_219_360_523),
    ])
    func datesAreSecondsSince1970(_ text: String, _ seconds: Int) {
        #expect(HTTPDate.parse(text, now: now) == seconds)
    }

    @Test(arguments: [
        "", "GMT", "Sun, 06 Nov 1994 08:49:37", "Sun, 06 Nov 1994 08:49:37 UTC", "Sun, 6 Nov 1994 08:49:37 GMT",
        "sun, 06 Nov 1994 08:49:37 GMT", "Sun, 06 nov 1994 08:49:37 GMT", "Son, 06 Nov 1994 08:49:37 GMT",
        "Sun 06 Nov 1994 08:49:37 GMT", "Sunday, 06 Nov 1994 08:49:37 GMT", "Sun, 06-Nov-94 08:49:37 GMT",
        "Sunday, 06-Nov-1994 08:49:37 GMT", "Sunday, 06-Nov 08:49:37 GMT", "Sunday, 06-Nov-94 08:49:37 EST",
        "Sun, 00 Nov 1994 08:49:37 GMT", "Sun, 31 Nov 1994 08:49:37 GMT", "Wed, 29 Feb 2023 00:00:00 GMT",
        "Mon, 29 Feb 2100 00:00:00 GMT", "Sun, 32 Dec 1994 08:49:37 GMT", "Sun, 31 Apr 1994 08:49:37 GMT",
        "Sun, 06 Nov 1994 24:00:00 GMT", "Sun, 06 Nov 1994 08:60:37 GMT", "Sun, 06 Nov 1994 08:49:61 GMT",
        "Sun, 06 Nov 1994 8:49:37 GMT", "Sun, 06 Nov 1994 08:49 GMT", "Sun, 06 Nov 94 08:49:37 GMT",
        "Sun, 06 Nov 1994 08:-9:37 GMT", "Sunday, Nov  6 08:49:37 1994", "Sun Nov  6 08:49:37 94", "Sun Nov x 08:49:37 1994",
    ])
    func whatIsNoDateIsNone(_ text: String) { #expect(HTTPDate.parse(text, now: now) == nil) }

    /// RFC 9110 §5.6.7: what appears to be more than 50 years ahead is in the past.
    @Test func twoDigitsOfAYearAreWithin50YearsAhead() {
        let years = [
            ("Saturday, 21-Nov-76 00:00:00 GMT", "2076"), ("Sunday, 21-Nov-76 00:00:01 GMT", "1976"),
            ("Sunday, 22-Nov-76 00:00:00 GMT", "1976"), ("Friday, 20-Nov-76 00:00:00 GMT", "2076"),
            ("Sunday, 01-Jan-77 00:00:00 GMT", "1977"), ("Friday, 01-Jan-27 00:00:00 GMT", "2027"),
            ("Saturday, 01-Jan-00 00:00:00 GMT", "2000"),
        ]
        for (text, year) in years {
            #expect(HTTPDate.parse(text, now: now).map(HTTPDate.format)?.contains(" \(year) ") == true, "\(text)")
        }
        // In 2090, "05" is ahead.
        let later = 3_786_912_000
        #expect(HTTPDate.parse("Thursday, 01-Jan-05 00:00:00 GMT", now: later).map(HTTPDate.format)?.contains(" 2105 ") == true)
    }

    @Test func datesAreWrittenInThePreferredForm() {
        #expect(HTTPDate.format(784_111_777) == "Sun, 06 Nov 1994 08:49:37 GMT")
        #expect(HTTPDate.format(0) == "Thu, 01 Jan 1970 00:00:00 GMT")
        #expect(HTTPDate.format(-1) == "Wed, 31 Dec 1969 23:59:59 GMT")
        #expect(HTTPDate.format(1_709_251_199) == "Thu, 29 Feb 2024 23:59:59 GMT")
        for day in stride(from: -200_000, through: 2_000_000, by: 997) {
            let moment = day * 86_400 + 12_345
            #expect(HTTPDate.parse(HTTPDate.format(moment), now: now) == moment)
        }
    }

    private let wall = Duration.seconds(784_111_777)

    @Test func secondsAndDatesAreDistances() {
        #expect(RetryAfter("120", wallClock: wall) == RetryAfter(wait: .seconds(120), until: "Sun, 06 Nov 1994 08:51:37 GMT"))
        #expect(RetryAfter("0", wallClock: wall) == RetryAfter(wait: .zero, until: "Sun, 06 Nov 1994 08:49:37 GMT"))
        let date = "Sun, 06 Nov 1994 08:49:47 GMT"
        #expect(RetryAfter(date, wallClock: wall) == RetryAfter(wait: .seconds(10), until: date))
        #expect(RetryAfter(date, wallClock: wall + .milliseconds(500)) == RetryAfter(wait: .milliseconds(9_500), until: date))
        #expect(RetryAfter("Sunday, 06-Nov-94 08:49:47 GMT", wallClock: wall) == RetryAfter(wait: .seconds(10), until: date))
        #expect(RetryAfter("Sun Nov  6 08:49:47 1994", wallClock: wall) == RetryAfter(wait: .seconds(10), until: date))
        #expect(RetryAfter(date, wallClock: wall + .seconds(11)) == RetryAfter(wait: .zero, until: date))
    }

    @Test func numbersWithoutEndAreVeryLong() {
        for text in ["99999999999", String(repeating: "9", count: 400)] {
            guard let asked = RetryAfter(text, wallClock: wall) else {
                Issue.record("\(text) is no wait")
                continue
            }
            #expect(asked.wait == .seconds(10_000_000_000))
            #expect(asked.until.hasSuffix(" GMT"))
        }
    }

    @Test(arguments: ["", "-", "-1", "-0", "-99999999999999999999999", "+1", "1.5", "1 ", "2, 2", "soon", "--1", "1s", "٣"])
    func anythingElseIsAsIfThereWereNone(_ text: String) { #expect(RetryAfter(text, wallClock: wall) == nil) }

    @Test func only429And503AreAsked() {
        for status in [200, 301, 408, 429, 500, 503, 504] {
            let head = ResponseHead(status: status, headers: ["retry-after": "1"])
            #expect((RetryAfter(head, wallClock: wall) != nil) == (status == 429 || status == 503))
        }
        #expect(RetryAfter(ResponseHead(status: 503), wallClock: wall) == nil)
    }

    @Test func theWallClockIsTheSystems() {
        let now = WallClock.system()
        // 2026 … 2100.
        #expect(now > .seconds(1_767_225_600) && now < .seconds(4_102_444_800))
        #expect(WallClock.system() >= now)
    }
}
