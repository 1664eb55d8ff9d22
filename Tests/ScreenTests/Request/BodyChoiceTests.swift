// The Body tab: alternatives as a choice, null, minimal and full examples, bodies and parts that are files.

import Canvas
import Catalog
import NetLayer
import Testing

@testable import Screen

struct BodyChoiceTests {
    private func driver(_ operation: String, _ keys: String = "") throws -> Driver {
        var driver = try PostOffice.driver()
        driver.select(operation)
        driver.keys("2 " + keys)
        return driver
    }

    private func body(_ driver: Driver) -> String { driver.model.form?.body?.area.text ?? "" }

    private func compact(_ driver: Driver) -> String {
        body(driver).split(separator: "\n").map { $0.drop { $0 == " " } }.joined(separator: " ")
    }

    private static let letter = #"{ "kind": "letter", "to": { "name": "string" } }"#
    private static let parcel = #"{ "kind": "parcel", "to": { "name": "string" }, "grams": 1 }"#

    // MARK: Alternatives

    @Test func spaceTurnsTheAlternatives() throws {
        var driver = try driver("sendItem")
        #expect(driver.model.form?.rows == [.choice, .bodyText])
        #expect(driver.text.contains("one of") && driver.text.contains("letter ▾"))
        #expect(compact(driver) == Self.letter)
        driver.keys("space")
        #expect(compact(driver) == Self.parcel && driver.text.contains("parcel ▾"))
        driver.keys("space")
        #expect(compact(driver) == "null")
        driver.keys("space")
        #expect(compact(driver) == Self.letter)
    }

    @Test func whatWasTypedForOneIsThereWhenSomebodyComesBack() throws {
        var driver = try driver("sendItem", "j enter A-> 'x' esc k space space space")
        #expect(body(driver).hasSuffix("}x"))
        driver.keys("space")
        #expect(compact(driver) == Self.parcel)
        driver.keys("enter")
        #expect(driver.text.contains("null") && driver.text.contains("letter"))
        driver.keys("up enter")
        #expect(body(driver).hasSuffix("}x"))
    }

    @Test func theChosenAlternativeSaysWhatIsWrong() throws {
        var driver = try driver(
            "sendItem", "space j enter A-k '{\"kind\": \"parcel\", \"to\": {\"name\": \"\"}, \"grams\": 1}' esc")
        #expect(driver.model.form?.body?.problem == "line 1: /to/name must have at least 1 character, and has 0")
        // What fits another alternative is right all the same.
        driver.keys("enter A-k '{\"kind\": \"letter\", \"to\": {\"name\": \"Ann\"}}' esc")
        #expect(driver.model.form?.body?.problem == nil)
    }

    @Test func nullIsAChoiceWhereItIsAllowed() throws {
        var driver = try driver("putNote")
        #expect(driver.model.form?.body?.choice?.names == ["object", "null"])
        driver.keys("space s")
        #expect(driver.takeEffects().first?.plan?.body == .bytes(Array("null".utf8), contentType: "application/json"))
        driver.keys("space j enter A-k 'null' esc")
        #expect(driver.model.form?.body?.problem == nil, "and may be typed")
        driver = try self.driver("trackItem")
        let order = try #require(driver.model.form?.fields.first { $0.name == "order" })
        #expect(order.choices == ["up", "down", "null"])
    }

    @Test func aBodyWithoutAChoiceHasNoRowForIt() throws {
        var library = try Library.driver(.medium)
        library.select("addBook")
        #expect(library.model.form?.rows(of: .body) == [.contentType, .bodyText])
    }

    // MARK: Examples

    @Test func theExampleTurnsBetweenFullAndMinimal() throws {
        var driver = try driver("sendItem", "space E")
        #expect(
            compact(driver)
                == #"{ "kind": "parcel", "to": { "name": "string", "mail": "name@example.com" }, "grams": 1, "code": "AA000000000AA", "speed": "slow", "inside": [], "insured": false }"#
        )
        #expect(driver.model.notices.shown?.text == "The full example: all fields; E switches back")
        #expect(driver.model.form?.body?.problem == nil)
        driver.keys("E")
        #expect(compact(driver) == Self.parcel)
        #expect(driver.model.notices.shown?.text == "The minimal example: required fields only; E switches back")
    }

    @Test func undoBringsBackWhatWasTyped() throws {
        var driver = try driver("putNote", "j enter A-k '{\"text\": \"mine\"}' esc E")
        #expect(compact(driver) == #"{ "text": "string" }"#)
        driver.keys("enter C-_ esc")
        #expect(compact(driver) == #"{"text": "mine"}"#)
    }

    @Test func whereNoExampleCanBeMadeTheReasonIsSaid() throws {
        #expect(try driver("trackItem").model.whyUnavailable(.example) == "The endpoint takes no body")
        #expect(try driver("putScan", "l l g space").model.whyUnavailable(.example) != nil)
        var driver = try driver("putNote", "space E")
        #expect(driver.model.notices.shown?.text.hasPrefix("Examples need a JSON body") == true)
        driver.keys(": 'example' enter")
        #expect(body(driver) == "null")
    }

    // MARK: Files

    /// The effects that are requests to look at a file.
    private func looks(_ driver: inout Driver) -> [String] {
        driver.takeEffects().compactMap { if case .outside(.look(let path)) = $0 { path } else { nil } }
    }

    @Test func aBinaryBodyIsAFile() throws {
        var driver = try driver("putScan", "g enter 'AB123456789CD' esc l l")
        driver.keys("g")
        if driver.model.form?.body?.contentType != "application/octet-stream" { driver.keys("space") }
        #expect(driver.model.form?.body?.style == .file)
        driver.keys("s")
        #expect(driver.model.notices.shown?.text == "file is required · C-r sends anyway")
        driver.keys("'@~/scan.png' C-r")
        #expect(looks(&driver) == ["~/scan.png"])
        driver.update(.outside(.looked("~/scan.png", .missing("is missing"))))
        #expect(driver.takeEffects() == [], "it is said before anything is sent")
        #expect(driver.model.notices.shown?.text == "@~/scan.png is missing")
        #expect(driver.text.contains("✗ @~/scan.png is missing"))
        // It is there now.
        driver.keys("C-r")
        #expect(looks(&driver) == ["~/scan.png"])
        driver.update(.outside(.looked("~/scan.png", .there(path: "/home/ann/scan.png"))))
        let plan = try #require(driver.takeEffects().first?.plan)
        #expect(plan.body == .file(path: "/home/ann/scan.png", contentType: "application/octet-stream"))
    }

    /// Whoever insists would get a request that cannot be built, a failed row, and an entry of the history that was never sent.
    @Test func aMissingFileIsNeverSent() throws {
        var driver = try driver("claimItem", "g enter 'AB123456789CD' esc l l g enter 'lost' enter '@photo.jpg' esc s")
        for _ in 0..<3 {
            #expect(looks(&driver) == ["photo.jpg"])
            driver.update(.outside(.looked("photo.jpg", .missing("is missing"))))
            #expect(driver.takeEffects() == [])
            #expect(driver.model.notices.shown?.text == "@photo.jpg is missing")
            driver.keys("C-r")
        }
        #expect(looks(&driver) == ["photo.jpg"])
        driver.update(.outside(.looked("photo.jpg", .there(path: "photo.jpg"))))
        let plan = try #require(driver.takeEffects().first?.plan)
        let parts = MultipartBody([.init(name: "why", text: "lost"), .init(name: "photo", file: "photo.jpg")])
        #expect(plan.body == .multipart(parts))
    }

    /// Without the @ the path itself would be uploaded.
    @Test func aPathWithoutAnAtSignIsSaid() throws {
        var driver = try driver("claimItem", "g enter 'AB123456789CD' esc l l g enter 'lost' enter '/etc/hostname' esc s")
        #expect(looks(&driver) == ["/etc/hostname"])
        driver.update(.outside(.looked("/etc/hostname", .there(path: "/etc/hostname"))))
        #expect(driver.takeEffects() == [])
        let hint = "photo would be sent as this text; @/etc/hostname sends the file"
        #expect(driver.model.notices.shown?.text.hasPrefix(hint) == true && driver.text.contains("@/etc/hostname sends the file"))
        driver.keys("C-r")
        driver.update(.outside(.looked("/etc/hostname", .there(path: "/etc/hostname"))))
        #expect(driver.takeEffects().last?.plan != nil, "whoever insists sends the text")
    }

    @Test func aTextThatIsNoFileIsSentAsItIs() throws {
        var driver = try driver("claimItem", "g enter 'AB123456789CD' esc l l g enter 'lost' enter '/no/file' esc s")
        driver.update(.outside(.looked("/no/file", .missing("is missing"))))
        #expect(driver.takeEffects().last?.plan != nil)
    }

    @Test func aTextOfOneLineWithAnAtSignIsAFile() throws {
        var driver = try driver("putNote", "j enter A-k '@note.json' esc")
        #expect(driver.model.form?.body?.problem == nil)
        #expect(driver.text.contains("The body is the file note.json"))
        driver.keys("s")
        driver.update(.outside(.looked("note.json", .there(path: "/w/note.json"))))
        #expect(
            driver.takeEffects().last?.plan?.body == .file(path: "/w/note.json", contentType: "application/json"))
        driver.keys("enter A-> enter esc")
        #expect(driver.model.form?.body?.filePath == nil && driver.model.form?.body?.problem != nil)
    }

    @Test func whatIsLookedAtWhileSomethingElseIsSelectedIsNotSent() throws {
        var driver = try driver("putNote", "j enter A-k '@note.json' C-r")
        driver.select("sendItem")
        _ = driver.takeEffects()
        driver.update(.outside(.looked("note.json", .there(path: "/w/note.json"))))
        #expect(driver.takeEffects() == [])
        #expect(driver.model.notices.shown?.text == "Nothing was sent: another endpoint is selected now")
    }

    // MARK: Members of forms

    @Test func membersOfAFormAreWrittenAsTheirEncodingSays() throws {
        var driver = try driver("fillForm", "g j enter 'a,b' enter 'x,y' enter '{\"name\": \"A B\"}' enter 'c/d' esc s")
        let plan = try #require(driver.takeEffects().first?.plan)
        let request = try RequestGenerator().request(for: plan, on: PostOffice.pool.services.first)
        guard case .bytes(let bytes) = request.body else { throw CancellationError() }
        #expect(
            String(decoding: bytes, as: UTF8.self)
                == "tags%5B0%5D=a&tags%5B1%5D=b&codes=x,y&to%5Bname%5D=A%20B&way=c/d")
    }

    @Test func partsAreAPartAnItemAndObjectsAreJSON() throws {
        var driver = try driver("fillForm", "g space j enter 'a,b' enter '{\"name\": 1}' enter '@s.png' esc s")
        driver.update(.outside(.looked("s.png", .there(path: "/w/s.png"))))
        let plan = try #require(driver.takeEffects().last?.plan)
        let parts: [MultipartBody.Part] = [
            .init(name: "tags", text: "a"), .init(name: "tags", text: "b"),
            .init(name: "to", content: .bytes(Array(#"{"name": 1}"#.utf8)), contentType: "application/json"),
            .init(name: "scan", file: "/w/s.png", contentType: "image/png"),
        ]
        #expect(plan.body == .multipart(MultipartBody(parts)))
    }
}
