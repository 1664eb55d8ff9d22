// A resource that is edited: what is fetched, what the editor gets, what is asked, what is sent, and where the text stays.

import Canvas
import Catalog
import Testing
import Workbench

@testable import NetLayer
@testable import Screen

/// One item, with the operations that change it as the description of the test has them.
enum EditedItem {
    static func description(_ operations: String) throws -> APIDescription {
        let text = #"""
            {"openapi": "3.1.0", "info": {"title": "Items", "version": "1"}, "servers": [{"url": "https://item.example"}],
             "paths": {"/items/{id}": {"parameters": [{"name": "id", "in": "path", "required": true, "schema": {"type": "integer"}}],
              "get": {"operationId": "read"}\#(operations)}}}
            """#
        return try Shop.read(Array(text.utf8))
    }

    static let put = #", "put": {"operationId": "write", "requestBody": {"content": {"application/json": {}}}}"#
    static func patch(_ type: String) -> String {
        #", "patch": {"operationId": "change", "requestBody": {"content": {"\#(type)": {}}}}"#
    }
    static let mergePatch = patch("application/merge-patch+json")

    static let text = "{\n  \"name\": \"lamp\",\n  \"price\": 5\n}"

    static func reply(_ text: String = text, tag: String? = "\"v1\"") -> Reply {
        .json(text, headers: tag.map { [HeaderField("ETag", $0)] } ?? [])
    }

    /// Item 7 is shown, its resource was read again, and the editor has it.
    static func driver(
        _ operations: String, tag: String? = "\"v1\"", width: Int = 120, height: Int = 40
    ) throws -> (driver: Driver, edit: EditRequest) {
        var driver = try shown(operations, width: width, height: height)
        driver.keys("3 e")
        driver.answer(driver.start(), reply(tag: tag))
        let edit = try driver.takeEdit()
        return (driver, edit)
    }

    static func shown(_ operations: String, width: Int = 120, height: Int = 40) throws -> Driver {
        let pool = ServicePool([Service(name: "item", baseURL: URI("https://item.example"))])
        var driver = Driver(try description(operations), pool, width: width, height: height)
        driver.select("get /items")
        driver.keys("2 enter '7' esc s")
        driver.answer(driver.start(), reply())
        _ = driver.takeEffects()
        return driver
    }
}

extension Driver {
    /// The text that the editor is to open.
    mutating func takeEdit() throws -> EditRequest {
        let edits = takeEffects().compactMap { effect -> EditRequest? in
            if case .outside(.edit(let request)) = effect { request } else { nil }
        }
        try #require(edits.count == 1, "\(edits.count) \(text)")
        return edits[0]
    }

    /// The editor has ended with this text, and the dialog takes keys.
    mutating func edited(_ request: EditRequest, _ text: String) {
        update(.outside(.edited(request, .success(text))))
        wait(.seconds(1))
    }

    /// The next request that is sent; it stays among the effects.
    fileprivate func nextPlan() throws -> RequestPlan {
        guard case .engine(.send(let order))? = effects.first(where: \.isSend) else { throw CancellationError() }
        return order.plan
    }

    fileprivate var box: ResourceBox? { model.dialogs.open as? ResourceBox }
}

@Suite struct ResourceTests {
    private static let changed = EditedItem.text.replacing("lamp", with: "desk")

    /// Media type and text.
    private func body(_ plan: RequestPlan) -> String? {
        guard case .bytes(let bytes, let type) = plan.body else { return nil }
        return "\(type) \(String(decoding: bytes, as: UTF8.self))"
    }

    // MARK: Before the editor

    @Test func theEditorGetsTheResourceAsItIsNow() throws {
        var driver = try EditedItem.shown(EditedItem.put)
        driver.keys("3 e")
        guard case .engine(.send(let order))? = driver.effects.first(where: \.isSend) else { return #expect(Bool(false)) }
        #expect(order.plan.method == .get && order.asksServer)
        driver.answer(driver.start(), EditedItem.reply(Self.changed))
        let edit = try driver.takeEdit()
        #expect(edit.text == Self.changed && edit.fileName == "7.json" && edit.name == "/items/7")
    }

    @Test(arguments: [
        ("", "The description offers neither PUT nor PATCH for /items/{id}"),
        (
            EditedItem.patch("application/json-patch+json"),
            "PATCH takes application/json-patch+json here, which this program does not make"
        ),
    ]) func withoutAWayToChangeItNothingIsFetched(_ operations: String, _ reason: String) throws {
        var driver = try EditedItem.shown(operations)
        driver.keys("3 e")
        #expect(driver.model.notices.shown?.text == reason && driver.takeEffects().allSatisfy { !$0.isSend })
    }

    @Test func aResourceThatIsGoneIsNotEdited() throws {
        var driver = try EditedItem.shown(EditedItem.put)
        driver.keys("3 e")
        driver.answer(driver.start(), .json("{\n\"error\": 1\n}", status: 404, reason: "Not Found"))
        #expect(driver.model.resource == nil)
        #expect(driver.model.notices.shown?.text == "/items/7 could not be read again: 404 Not Found")
    }

    // MARK: Sending

    @Test func aMergePatchNamesWhatDiffers() throws {
        let (opened, edit) = try EditedItem.driver(EditedItem.put + EditedItem.mergePatch)
        var driver = opened
        driver.edited(edit, Self.changed + "\n")
        let text = driver.text
        #expect(text.contains("PATCH /items/7") && text.contains("application/merge-patch+json"))
        #expect(text.contains(#"~ changed /name "lamp" → "desk""#) && text.contains(#"If-Match "v1""#))
        #expect(driver.takeEffects().allSatisfy { !$0.isSend })
        driver.keys("y")
        let plan = try driver.nextPlan()
        #expect(plan.method == .patch && plan.id == "change" && plan.headers["If-Match"] == "\"v1\"")
        #expect(body(plan) == #"application/merge-patch+json {"name":"desk"}"#)
        driver.answer(driver.start(), EditedItem.reply(Self.changed, tag: "\"v2\""))
        #expect(driver.model.resource == nil && driver.model.notices.shown?.text == "PATCH /items/7: saved")
    }

    @Test func theOtherMethodIsAKeyAway() throws {
        let (opened, edit) = try EditedItem.driver(EditedItem.put + EditedItem.mergePatch)
        var driver = opened
        driver.edited(edit, Self.changed)
        driver.keys("m")
        #expect(driver.text.contains("PUT /items/7"))
        driver.keys("y")
        let plan = try driver.nextPlan()
        #expect(plan.method == .put && plan.headers["If-Match"] == "\"v1\"" && body(plan) == "application/json \(Self.changed)")
    }

    @Test func plainJSONIsPatchedWhereThereIsNoPUT() throws {
        let (opened, edit) = try EditedItem.driver(EditedItem.patch("application/json"))
        var driver = opened
        driver.edited(edit, Self.changed)
        driver.keys("y")
        #expect(try body(driver.nextPlan()) == #"application/json {"name":"desk"}"#)
    }

    @Test func nullGoesByPUT() throws {
        let (opened, edit) = try EditedItem.driver(EditedItem.put + EditedItem.mergePatch)
        var driver = opened
        driver.edited(edit, EditedItem.text.replacing("5", with: "null"))
        #expect(driver.text.contains("Not by PATCH: /price is null") && driver.text.contains("PUT /items/7"))
        driver.keys("y")
        #expect(try driver.nextPlan().method == .put)
    }

    @Test func nullWithoutPUTIsNotSent() throws {
        let (opened, edit) = try EditedItem.driver(EditedItem.mergePatch)
        var driver = opened
        driver.edited(edit, EditedItem.text.replacing("5", with: "null"))
        #expect(driver.text.contains("/price is null, and a merge patch cannot set a member to null"))
        driver.keys("y")
        #expect(driver.takeEffects().allSatisfy { !$0.isSend } && driver.box != nil)
    }

    @Test func withoutAChangeNothingIsSent() throws {
        let (opened, edit) = try EditedItem.driver(EditedItem.put)
        var driver = opened
        driver.edited(edit, #"{"price": 5.0, "name": "lamp"}"#)
        #expect(driver.model.resource == nil && driver.box == nil && driver.takeEffects().allSatisfy { !$0.isSend })
        #expect(driver.model.notices.log.all.last?.text == "/items/7 is unchanged: nothing is sent")
    }

    @Test func aResponseWithoutABodyIsFollowedByTheResource() throws {
        let (opened, edit) = try EditedItem.driver(EditedItem.put)
        var driver = opened
        driver.edited(edit, Self.changed)
        driver.keys("y")
        driver.answer(driver.start(), .empty(204))
        #expect(try driver.nextPlan().method == .get)
    }

    @Test(arguments: [
        (String?.none, "The server sends no ETag: a change that another makes meanwhile will be lost"),
        ("W/\"v1\"", "The server's ETag is weak: a change that another makes meanwhile will be lost"),
    ]) func aLostUpdateIsNamedBeforeItCanHappen(_ tag: String?, _ warning: String) throws {
        let (opened, edit) = try EditedItem.driver(EditedItem.put, tag: tag)
        var driver = opened
        driver.edited(edit, Self.changed)
        #expect(driver.text.contains(warning))
        driver.keys("y")
        #expect(try driver.nextPlan().headers["If-Match"] == nil)
    }

    /// A key that was meant for the editor is no answer.
    @Test func theDialogTakesNoKeyAtOnce() throws {
        let (opened, edit) = try EditedItem.driver(EditedItem.put)
        var driver = opened
        driver.update(.outside(.edited(edit, .success(Self.changed))))
        driver.keys("y")
        #expect(driver.box != nil && driver.takeEffects().allSatisfy { !$0.isSend })
    }

    // MARK: Texts that are not sent

    @Test func aTextThatIsNoJSONIsEditedAgain() throws {
        let (opened, edit) = try EditedItem.driver(EditedItem.put)
        var driver = opened
        let broken = "{\n  \"name\": \"desk\"\n  \"price\": 5\n}"
        driver.edited(edit, broken)
        #expect(driver.text.contains("line 3, column 3") && driver.text.contains("^"))
        driver.keys("e")
        #expect(try driver.takeEdit().text == broken)
    }

    @Test func aRefusedChangeIsEditedAgain() throws {
        let (opened, edit) = try EditedItem.driver(EditedItem.put)
        var driver = opened
        driver.edited(edit, Self.changed)
        driver.keys("y")
        driver.answer(driver.start(), .json("{\n\"error\": \"too dear\"\n}", status: 422, reason: "Unprocessable Content"))
        let notice = driver.model.notices.shown?.text ?? ""
        #expect(notice.hasPrefix("/items/7 was not saved: 422 Unprocessable Content; e edits your text again"))
        #expect(notice.contains("your text is in the form of PUT /items/{id}"))
        // The response with the reason is shown, and the text is the user's.
        #expect(driver.model.result.answer?.head?.status == 422)
        _ = driver.takeEffects()
        driver.keys("3 e")
        #expect(try driver.takeEdit().text == Self.changed)
    }

    @Test(arguments: ["esc", "n"]) func aChangeThatIsGivenUpStaysInTheForm(_ key: String) throws {
        let (opened, edit) = try EditedItem.driver(EditedItem.put)
        var driver = opened
        driver.edited(edit, Self.changed)
        driver.keys(key)
        #expect(driver.model.resource == nil && driver.box == nil)
        driver.keys("1")
        driver.select("put /items")
        #expect(driver.model.form?.body?.area.text == Self.changed)
        #expect(driver.model.form?.fields.first { $0.name == "id" }?.input.text == "7")
    }

    @Test func anEditorThatFailsKeepsTheTextBefore() throws {
        let (opened, edit) = try EditedItem.driver(EditedItem.put)
        var driver = opened
        driver.edited(edit, Self.changed)
        driver.keys("e")
        let again = try driver.takeEdit()
        driver.update(.outside(.edited(again, .failure(Failure(title: "vi", detail: "it exited with code 1", hint: "")))))
        driver.keys("3 e")
        #expect(try driver.takeEdit().text == Self.changed)
    }

    @Test func overAnotherDialogTheEditWaits() throws {
        let (opened, edit) = try EditedItem.driver(EditedItem.put)
        var driver = opened
        driver.keys("?")
        driver.edited(edit, Self.changed)
        #expect(driver.box == nil && driver.model.dialogs.open != nil)
        driver.keys("esc 3 e")
        #expect(driver.box != nil)
    }

    // MARK: Two changes

    /// The change was refused with 412, and this is the resource now.
    private func conflict(_ operations: String, mine: String, theirs: String) throws -> Driver {
        let (opened, edit) = try EditedItem.driver(operations)
        var driver = opened
        driver.edited(edit, mine)
        driver.keys("y")
        driver.answer(driver.start(), .json("{\n\"error\": \"stale\"\n}", status: 412, reason: "Precondition Failed"))
        driver.answer(driver.start(), EditedItem.reply(theirs, tag: "\"v2\""))
        driver.wait(.seconds(1))
        return driver
    }

    private static let dearer = EditedItem.text.replacing("5", with: "6")

    @Test func bothChangesAreShown() throws {
        let driver = try conflict(EditedItem.put, mine: Self.changed, theirs: Self.dearer)
        let text = driver.text
        #expect(text.contains("another change came first") && text.contains("No place is in both of them"))
        #expect(text.contains("~ changed /price 5 → 6") && text.contains(#"~ changed /name "lamp" → "desk""#))
    }

    @Test func mineGoesOnTopOfTheNewerVersion() throws {
        var driver = try conflict(EditedItem.put, mine: Self.changed, theirs: Self.dearer)
        driver.keys("a")
        #expect(driver.text.contains(#"If-Match "v2""#) && !driver.text.contains("/price"))
        driver.keys("y")
        let plan = try driver.nextPlan()
        #expect(plan.headers["If-Match"] == "\"v2\"")
        #expect(body(plan) == "application/json {\n  \"name\": \"desk\",\n  \"price\": 6\n}")
    }

    @Test func aPlaceOfBothIsMarked() throws {
        let driver = try conflict(EditedItem.put, mine: Self.changed, theirs: EditedItem.text.replacing("lamp", with: "sofa"))
        #expect(driver.lines.count { $0.contains("/name") && $0.contains("both") } == 2)
    }

    @Test func theTextIsEditedOnTheNewerVersion() throws {
        var driver = try conflict(EditedItem.put, mine: Self.changed, theirs: Self.dearer)
        driver.keys("e")
        let edit = try driver.takeEdit()
        #expect(edit.text == Self.changed)
        driver.edited(edit, Self.changed.replacing("5", with: "7"))
        #expect(driver.text.contains("~ changed /price 6 → 7"))
        driver.keys("y")
        #expect(try driver.nextPlan().headers["If-Match"] == "\"v2\"")
    }

    @Test func whatIsThereAlreadyIsNotSentAgain() throws {
        let driver = try conflict(EditedItem.put, mine: Self.changed, theirs: Self.changed)
        #expect(driver.model.resource == nil && driver.box == nil)
        #expect(driver.model.notices.log.all.last?.text == "/items/7 is as you wrote it: nothing is sent")
    }

    @Test func aNewTagOfTheSameVersionIsUsed() throws {
        var driver = try conflict(EditedItem.put, mine: Self.changed, theirs: EditedItem.text)
        #expect(driver.text.contains(#"If-Match "v2""#))
        driver.keys("y")
        #expect(try driver.nextPlan().headers["If-Match"] == "\"v2\"")
    }
}
