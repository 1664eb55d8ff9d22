// A command that is not to be had gives its reason, changes nothing else, and does not stand in the footer.

import Canvas
import NetLayer
import Testing

@testable import Screen
@testable import Workbench

@Suite struct AvailabilityTests {
    @Test(arguments: [
        ("s", "The description is still loading"), ("enter", "The description is still loading"),
        ("/", "The description is still loading"),
        ("z", "The description is still loading"), ("X", "Nothing is running"),
        ("]", "There is no response to page through"),
        ("3 r", "Select a task that was sent from here"), ("3 x", "The result is not loading"),
        ("3 enter", "There is nothing to open in the result"),
        ("4 x", "The selected task is not running"), ("4 space", "There are no requests yet"),
        ("4 enter", "There are no requests yet"),
        ("4 *", "There are no requests yet"), ("4 F", "There are no requests yet"),
        ("4 S", "There are no requests yet"), ("4 o", "There are no requests yet"), ("4 t", "There are no requests yet"),
        ("4 /", "There are no requests yet"), ("3 t", "There is no task to trace"),
    ])
    func reasonIsGivenWhileTheDescriptionIsRead(_ keys: String, _ reason: String) {
        var driver = Driver(loading: "shop.json", width: 80, height: 24)
        driver.keys(keys)
        #expect(driver.model.notices.shown?.text == reason)
        #expect(driver.takeEffects() == [])
        #expect(!driver.model.isEditing)
    }

    @Test func failedDescriptionIsNotWaitedFor() {
        var driver = Driver(loading: "shop.json", width: 80, height: 24)
        driver.update(.source(.failedToDescribe(Failure(title: "no", detail: "nothing", hint: "look"))))
        driver.keys("s")
        #expect(driver.model.notices.shown?.text == "There is no description")
    }

    @Test(arguments: ["s", "enter"])
    func descriptionWithoutServersSaysWhatToDo(_ key: String) throws {
        var driver = Driver(try Shop.description(), ServicePool([]), width: 80, height: 24)
        driver.keys(key)
        #expect(driver.takeEffects() == [])
        #expect(driver.model.notices.shown?.text == "The description names no server: start with --base URL")
    }

    @Test func footerOffersOnlyWhatCanBeDone() throws {
        var driver = try Driver(width: 200, height: 24)
        func footer() -> String { driver.lines.last ?? "" }
        #expect(footer().contains("enter send") && !footer().contains("s send"), "one key for it is enough")
        #expect(!footer().contains("cancel") && !footer().contains("page") && footer().contains("tab panes"))
        driver.keys("4")
        #expect(!footer().contains("mark") && !footer().contains("resend"))
        driver.keys("1 s")
        driver.start()
        driver.keys("4")
        #expect(
            footer().contains("x cancel") && footer().contains("X cancel all") && footer().contains("space mark")
                && footer().contains("r resend"))
        driver.answer(TaskID(1), .page([("next", "?page=2")]))
        #expect(!footer().contains("cancel") && footer().contains("] next page") && !footer().contains("previous"))
    }

    @Test func noticesLeaveByThemselves() throws {
        var driver = try Driver()
        driver.keys("]")
        #expect(driver.model.nextDeadline == .seconds(4))
        driver.wait(.milliseconds(3_999))
        #expect(driver.lines.last?.contains("There is no response") == true)
        driver.wait(.milliseconds(1))
        #expect(driver.model.notices.shown == nil)
        #expect(driver.model.nextDeadline == nil)
    }

    @Test func timeNeverRunsBackwards() throws {
        var driver = try Driver()
        driver.update(.tick(.seconds(10)))
        driver.update(.tick(.seconds(3)))
        #expect(driver.model.now == .seconds(10))
    }
}
