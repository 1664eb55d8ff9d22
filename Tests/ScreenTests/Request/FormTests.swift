// The request form: tabs, choices, checks before sending, lines of one's own, credentials.

import Canvas
import Catalog
import NetLayer
import TestSupport
import Testing

@testable import Screen

@Suite struct FormTests {
    private func driver(_ operation: String, _ keys: String = "") throws -> Driver {
        var driver = try Library.driver(.medium)
        driver.select(operation)
        driver.keys("2 " + keys)
        return driver
    }

    private func parameters(_ driver: inout Driver) throws -> [String] {
        try #require(driver.takeEffects().first?.plan).parameters.map { "\($0.place) \($0.name)=\($0.value.revealed)" }
    }

    @Test func tabsAreThoseThatHaveSomething() throws {
        #expect(try driver("listBooks").model.form?.tabs == [.params, .headers, .auth, .docs])
        #expect(try driver("addBook").model.form?.tabs == [.params, .headers, .body, .auth, .docs])
        #expect(try driver("addBook").model.form?.tab == .body)
        #expect(try driver("listBooks", "l l l l l").model.form?.tab == .docs)
        #expect(try driver("listBooks", "right right left left left").model.form?.tab == .params)
        #expect(try driver("listBooks", "enter 'novel'").text.contains("Params 1/5"))
    }

    @Test func spaceTurnsChoicesAndComesBackToNothing() throws {
        var driver = try driver("listBooks")
        for expected in ["novel", "essay", "atlas", "", "novel"] {
            driver.keys("space")
            #expect(driver.model.form?.fields[0].input.text == expected)
        }
        driver.keys("j j space s")
        #expect(try parameters(&driver) == ["query kind=novel", "query lent=true"])
    }

    @Test func enterOpensChoicesAndTakesTheSelectedOne() throws {
        var driver = try driver("listBooks", "enter")
        #expect(driver.text.contains("(send nothing)") && driver.text.contains("atlas"))
        driver.keys("down down enter")
        #expect(driver.model.form?.fields[0].input.text == "essay")
        #expect(driver.model.isEditing, "and goes on to the next field")
        driver.keys("esc k enter up enter esc")
        #expect(driver.model.form?.fields[0].input.text == "novel")
    }

    @Test func typingNarrowsTheChoicesAndSomethingElseStays() throws {
        var driver = try driver("listBooks", "enter 'es' enter esc")
        #expect(driver.model.form?.fields[0].input.text == "essay")
        driver.keys("k enter C-u 'comic' enter esc")
        #expect(driver.model.form?.fields[0].input.text == "comic")
        #expect(driver.model.form?.fields[0].problem == "must be one of novel, essay, atlas")
        driver.keys("k enter 'x' esc")
        #expect(driver.model.form?.choices == nil)
    }

    @Test func defaultsAreShownAndNotSent() throws {
        var driver = try driver("listBooks")
        #expect(driver.text.contains("20 (default)"))
        driver.keys("s")
        #expect(try parameters(&driver) == [])
    }

    @Test func problemsAreSaidWhenAFieldIsLeftAndGoWhenItIsTyped() throws {
        var driver = try driver("listBooks", "j enter '500'")
        #expect(driver.model.form?.fields[1].problem == nil)
        driver.keys("esc")
        #expect(driver.text.contains("✗ limit must be 1–100") || driver.text.contains("✗ limit must be at most 100"))
        #expect(driver.text.contains("Params 1/5 !"))
        driver.keys("enter backspace")
        #expect(driver.model.form?.fields[1].problem == nil)
    }

    @Test func aDoubtfulValueIsSentAfterAWarning() throws {
        var driver = try driver("listBooks", "j enter '500' C-r")
        #expect(driver.takeEffects() == [])
        #expect(driver.model.notices.shown?.text == "limit must be at most 100 · C-r sends anyway")
        #expect(driver.model.isEditing)
        driver.keys("C-r")
        #expect(try parameters(&driver) == ["query limit=500"])
        // What was said of one value does not hold for the next.
        driver.keys("enter '0' C-r")
        #expect(driver.takeEffects() == [])
    }

    @Test func aHoleInThePathIsNeverSent() throws {
        var driver = try driver("getBook", "s C-r C-r")
        #expect(driver.takeEffects() == [])
        #expect(driver.model.notices.shown?.text == "id is required")
        driver.keys("'x' C-r")
        #expect(driver.takeEffects() == [])
        driver.keys("C-r")
        #expect(try parameters(&driver) == ["path id=x"])
    }

    /// Enter in the list opens the form of what may change something, however often; only `s` sends it.
    @Test func aBodyMadeFromTheSchemaIsShownBeforeItIsSent() throws {
        var driver = try Library.driver(.medium)
        driver.select("addBook")
        driver.keys("enter")
        #expect(driver.takeEffects() == [])
        #expect(driver.model.focus == .request && driver.model.form?.tab == .body)
        driver.keys("1 enter")
        #expect(driver.takeEffects() == [] && driver.model.focus == .request)
        driver.keys("s")
        #expect(driver.takeEffects().map(\.isSend) == [true])
    }

    @Test func theOpenTabIsInViewWhereTheyDoNotFit() throws {
        var driver = try driver("addBook", "l l")
        driver.resize(20, 10)
        #expect(driver.text.contains("Docs"))
    }

    @Test func listsAreSentAnItemAPair() throws {
        var driver = try driver("listBooks", "j j j j enter 'new, old' C-r")
        #expect(try parameters(&driver) == ["query tags=new", "query tags=old"])
    }

    @Test func linesOfOnesOwnAreAddedAndTakenAway() throws {
        var driver = try driver(
            "listBooks", "G enter 'q=a=b' esc l G enter 'X-More: yes' esc j enter 'Authorization: hunter2' esc")
        #expect(!driver.text.contains("hunter2") && driver.text.contains("Authorization:"))
        driver.keys("s")
        let plan = try #require(driver.takeEffects().first?.plan)
        #expect(plan.parameters == [Parameter("q", "a=b", in: .query)])
        #expect(plan.headers.fields == [HeaderField("X-More", "yes"), HeaderField("Authorization", .secret(Secret("hunter2")))])
        #expect(!"\(plan)".contains("hunter2"))
        driver.keys("enter C-u enter s")
        #expect(driver.takeEffects().first?.plan?.headers.fields.count == 1)
        driver.keys("G enter esc")
        #expect(driver.model.form?.rows.count == 3, "an empty line is not kept")
        driver.keys("G enter 'no colon' esc")
        #expect(driver.text.contains("must be written as Name: value"))
    }

    @Test func credentialsAreTypedOnceForTheWholeAPI() throws {
        var driver = try driver("listBooks", "l l enter 'hunter2' esc s")
        let plan = try #require(driver.takeEffects().first?.plan)
        #expect(plan.parameters == [Parameter("Authorization", .secret(Secret("Bearer hunter2")), in: .header)])
        #expect(!driver.text.contains("hunter2") && !"\(plan)".contains("hunter2"))
        driver.select("getBook")
        driver.keys("2 enter '7' C-r")
        #expect(driver.takeEffects().first?.plan?.parameters.map(\.name) == ["Authorization", "id"])
        driver.keys("l l enter C-u esc s")
        #expect(driver.takeEffects().first?.plan?.parameters.map(\.name) == ["id"])
        driver.select("listBooks")
        driver.keys("s")
        #expect(driver.takeEffects().first?.plan?.parameters == [], "emptied there, gone here")
    }

    @Test func ofAlternativesTheFirstCompleteOneIsSent() throws {
        var driver = try driver("addBook", "l j enter 'ann' enter 'pass' enter 'k3y' esc s C-r")
        let names = driver.takeEffects().first?.plan?.parameters.map { "\($0.name)=\($0.value.revealed)" }
        #expect(names == ["Authorization=Basic YW5uOnBhc3M=", "X-Library-Key=k3y"])
        driver.keys("g enter 'tok' esc s C-r")
        #expect(driver.takeEffects().first?.plan?.parameters.map(\.value.revealed) == ["Bearer tok"])
    }

    @Test func anotherDescriptionForgetsTheCredentials() throws {
        var driver = try driver("listBooks", "l l enter 'hunter2' esc")
        driver.update(.source(.described(try Shop.description(), Shop.pool)))
        #expect(driver.model.sending.credentials == Credentials())
    }

    @Test func theEditorGetsTheSelectedTextAndNeverASecret() throws {
        var driver = try driver("addBook", "j")
        var edited = try #require(driver.model.editableText)
        #expect(edited.text.hasPrefix("{\n  \"title\"") && edited.name == "body" && edited.contentType == "application/json")
        var model = driver.model
        edited.text = "{}\n"
        let isBack = model.replaceEditable(edited)
        #expect(isBack && model.editableText?.text == "{}")
        #expect(model.form?.body?.problem == "line 1: the body must have 'title'")
        driver.keys("l enter 'hunter2' esc")
        #expect(driver.model.editableText == nil)
        driver.keys("j")
        var user = try #require(driver.model.editableText)
        user.text = "ann"
        model = driver.model
        _ = model.replaceEditable(user)
        #expect(model.sending.credentials["desk", .user] == "ann")
        driver.select("listBooks")
        driver.keys("2 j enter '5' esc")
        model = driver.model
        edited = try #require(model.editableText)
        #expect(edited.text == "5")
        edited.text = "7777\n"
        _ = model.replaceEditable(edited)
        #expect(model.form?.fields[1].problem == "must be at most 100")
    }

    @Test func aClickFindsTabsAndLines() throws {
        var form = try #require(try driver("listBooks").model.form)
        #expect(RequestPane.tab(at: 2, form, width: 80) == .params)
        #expect(RequestPane.tab(at: 20, form, width: 80) == .headers)
        #expect(RequestPane.tab(at: 79, form, width: 80) == nil)
        form.startEditing()
        form.pick(3, height: 4)
        #expect(form.list.selected == 3 && !form.isEditing)
        #expect(form.lineCount == 6)
    }

    /// Whatever is pressed, in whatever window: what is drawn is whole and harmless, and a secret is never in it.
    @Test(arguments: 1...UInt64(Thoroughness.count(6, nightly: 25)))
    func anyKeysLeaveAFormThatCanBeDrawn(_ seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        var driver = try Library.driver(.small)
        let keys =
            "2 enter esc space z h l j k g G tab S-tab up down left right C-r C-u C-k backspace pgdn pgup end home A-> C-_ A-r s"
            .split(separator: " ")
        for _ in 0..<150 {
            switch Int.random(in: 0..<12, using: &random) {
            case 0: driver.resize(Int.random(in: 0...130, using: &random), Int.random(in: 0...40, using: &random))
            case 1: driver.select(["listBooks", "addBook", "getBook", "changeBook"].randomElement(using: &random) ?? "getBook")
            case 2: driver.update(.user(.pasted("x\u{1b}[31m\r\n日本\t{")))
            default: driver.keys(String(keys.randomElement(using: &random) ?? "2"))
            }
            if driver.model.form?.tab == .auth, driver.model.isEditing,
                driver.model.form?.selectedField.map({ driver.model.form?.fields[$0].isPassword == true }) == true
            {
                driver.keys("'hunter2'")
            }
            let screen = driver.screen
            #expect(screen.isHarmless && screen.size == driver.model.view.size)
            #expect(!screen.makeText().contains("unter2"))
            if let cursor = screen.cursor { #expect(screen.bounds.contains(cursor)) }
        }
    }
}
