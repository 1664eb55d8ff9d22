// What is missing or doubtful is shown before anything is sent, the first problem first, and sending again sends all the same.

import Canvas
import NetLayer
import Testing

@testable import Screen

struct MissingValuesTests {
    private func driver(_ operation: String, _ keys: String = "") throws -> Driver {
        var driver = try PostOffice.driver()
        driver.select(operation)
        driver.keys("2 " + keys)
        return driver
    }

    private static let uuid = "123e4567-e89b-12d3-a456-426614174000"

    /// Every problem of a form, one after the other, until it goes out.
    private func problems(_ driver: inout Driver) throws -> [String] {
        var said: [String] = []
        for _ in 0..<9 {
            driver.keys("C-r")
            if let effect = driver.takeEffects().first {
                #expect(effect.isSend)
                return said
            }
            let notice = try #require(driver.model.notices.shown?.text)
            guard notice != said.last else { return said }
            said.append(notice)
        }
        return said
    }

    @Test func whatIsRequiredIsAskedForOneByOne() throws {
        var driver = try driver("trackItem")
        #expect(try problems(&driver) == ["code is required"], "a hole in the path is final")
        driver.keys("'AB123456789CD' C-r")
        #expect(driver.model.notices.shown?.text == "since is required · C-r sends anyway")
        driver.keys("'2026-01-31' C-r")
        #expect(driver.model.form?.tab == .headers)
        #expect(driver.model.notices.shown?.text == "X-Office is required · C-r sends anyway")
        driver.keys("'\(Self.uuid)' C-r")
        #expect(driver.takeEffects().map(\.isSend) == [true])
    }

    @Test func requiredValuesThatAreMissingCanBeLeftOut() throws {
        var driver = try driver("trackItem", "g enter 'AB123456789CD' esc")
        #expect(
            try problems(&driver) == ["since is required · C-r sends anyway"],
            "what was said once is not asked again, and what is said is the first problem")
    }

    @Test(arguments: [
        ("limit", "0", "limit must be at least 1"), ("limit", "101", "limit must be at most 100"),
        ("limit", "x", "limit must be a whole number, such as 42"), ("order", "left", "order must be one of up, down"),
        ("since", "soon", "since must be a date, such as 2026-01-31"),
        ("code", "ab", "code must match ^[A-Z]{2}\\d{9}[A-Z]{2}$"), ("slow", "b", "slow must match ^(a+)+$"),
    ])
    func aDoubtfulValueIsSaidAndThenSent(_ name: String, _ value: String, _ problem: String) throws {
        var driver = try driver("trackItem")
        let values = ["code": "AB123456789CD", "since": "2026-01-31", "X-Office": Self.uuid].merging([name: value]) { $1 }
        for (tab, keys) in [(RequestTab.params, "g"), (.headers, "l g")] {
            driver.keys(keys)
            for row in try #require(driver.model.form).rows(of: tab) {
                if case .field(let index) = row, let field = driver.model.form?.fields[index], let text = values[field.name] {
                    driver.keys("enter C-u '\(text)' esc")
                }
                driver.keys("j")
            }
        }
        driver.keys("s")
        #expect(driver.takeEffects() == [])
        #expect(driver.model.notices.shown?.text == "\(problem) · C-r sends anyway")
        #expect(driver.model.form?.fields.map(\.problem).contains { $0.map { problem.hasSuffix($0) } == true } == true)
        driver.keys("C-r")
        #expect(driver.takeEffects().map(\.isSend) == [true])
    }

    @Test(arguments: [
        (#"{"kind": "letter"}"#, "line 1: the body must have 'to'"),
        (#"{"kind": "letter", "to": {"name": ""}}"#, "line 1: /to/name must have at least 1 character, and has 0"),
        (#"{"kind": "letter", "to": {"name": "A"}, "stamps": 10}"#, "line 1: /stamps must be at most 9"),
        (
            #"{"kind": "letter", "to": {"name": "A", "mail": "no"}}"#,
            "line 1: /to/mail must be an e-mail address, such as name@example.com"
        ),
        ("[", "line 1, "),
        ("", "a body is required"),
    ])
    func aDoubtfulBodyIsSaidAndThenSent(_ body: String, _ problem: String) throws {
        var driver = try driver("sendItem", "j enter A-k '\(body)' C-r")
        #expect(driver.takeEffects() == [])
        #expect(driver.model.form?.tab == .body && driver.model.form?.selectedRow == .bodyText)
        let notice = try #require(driver.model.notices.shown?.text)
        #expect(notice.hasPrefix(problem) && notice.hasSuffix(" · C-r sends anyway"))
        driver.keys("C-r")
        #expect(driver.takeEffects().map(\.isSend) == [true])
    }

    @Test func theBodyOfTheOtherAlternativeIsHeldAgainstThatOne() throws {
        var driver = try driver(
            "sendItem", "space j enter A-k '{\"kind\": \"parcel\", \"to\": {\"name\": \"A\"}, \"grams\": 31500}' C-r")
        #expect(driver.model.notices.shown?.text.hasPrefix("line 1: /grams must be less than 31500") == true)
        driver.keys("A-k '{\"kind\": \"parcel\", \"to\": {\"name\": \"A\"}, \"grams\": 5, \"code\": \"x\"}' C-r")
        #expect(driver.model.notices.shown?.text.hasPrefix("line 1: /code must match ^[A-Z]{2}") == true)
        driver.keys("A-k '{\"kind\": \"parcel\", \"to\": {\"name\": \"A\"}, \"grams\": 5, \"speed\": \"faster\"}' C-r")
        #expect(driver.model.notices.shown?.text.hasPrefix("line 1: /speed must be one of slow, fast") == true)
        #expect(driver.takeEffects() == [])
    }

    @Test func whatCannotBeCheckedIsSaidAndNoProblem() throws {
        var driver = try driver("trackItem")
        driver.resize(160, 40)
        driver.keys("j j j j enter")
        driver.update(.user(.pasted(String(repeating: "a", count: 50_000) + "!")))
        driver.keys("esc")
        #expect(driver.model.form?.fields.first { $0.name == "slow" }?.problem == nil)
        #expect(driver.text.contains("slow is not checked against its pattern: the check takes too long"))
        driver.keys("j enter 'x' esc")
        #expect(driver.text.contains("odd is not checked against its pattern: it is not a valid regular expression"))
    }
}
