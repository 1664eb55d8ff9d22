// Reader mode: each step says what is new, once, in words.

import Canvas
import NetLayer
import Testing
import Workbench

@testable import Screen

@Suite struct ReaderVoiceTests {
    private static let first = "GET /items, List items, a page at a time, 2 of 14"

    /// A listener who has heard how it begins.
    private func listener() throws -> Listener {
        var listener = try Listener()
        _ = listener.hear()
        return listener
    }

    @Test func itBeginsWithTheKeysThePlaceAndTheRow() throws {
        var listener = try Listener()
        #expect(
            listener.hear() == [
                "explorer in reader mode: ? lists the keys, C-l says where you are", "Shop", "reader is on",
                "Endpoints pane, 11 endpoints, 3 groups", Self.first,
            ])
        #expect(listener.hear().isEmpty)
    }

    @Test func aReadDescriptionIsSaidWithItsEndpoints() throws {
        var listener = try Listener(Driver(loading: "shop.json", width: 1_000, height: 40))
        #expect(listener.hear().last == "Endpoints pane, reading shop.json")
        let description = try Shop.description()
        let lines = listener.after { $0.update(.source(.described(description, Shop.pool))) }
        #expect(lines == ["Shop", "Endpoints pane, 11 endpoints, 3 groups", Self.first])
    }

    // MARK: Without a description

    private static let failure = Failure(
        title: "openapi.json cannot be read", detail: "there is no such file", hint: "Check the path.")

    /// Two APIs that are still being read.
    private func severalAPIs() throws -> Listener {
        let apis = ["shop", "billing"].map { ScreenAPI($0, workspace: nil) }
        var listener = try Listener(Driver(loading: "shop", width: 1_000, height: 40, apis: apis))
        _ = listener.hear()
        return listener
    }

    @Test func withoutASourceThePanesSayWhatToDo() throws {
        var driver = Driver(loading: Model.nameWithoutSource, width: 1_000, height: 40)
        driver.update(.source(.absent(ServicePool([]), request: "")))
        driver.keys("esc")
        var listener = try Listener(driver)
        let reason = "No API is open. explorer FILE or URL opens an API. n writes a request."
        #expect(listener.hear().suffix(2) == ["Endpoints pane", reason])
        #expect(listener.press("2") == ["Request pane, no form, n writes a request"])
    }

    @Test func aFilterWithoutAMatchSaysSo() throws {
        var listener = try listener()
        _ = listener.press("/")
        #expect(listener.press("'zzzzqqq'").last == "No match. esc clears the filter.")
    }

    @Test func aFailureIsSaidInSentences() throws {
        var listener = try Listener(Driver(loading: "openapi.json", width: 1_000, height: 40))
        _ = listener.hear()
        let lines = listener.after { $0.update(.source(.failedToDescribe(Self.failure))) }
        #expect(
            lines == [
                "No description: openapi.json cannot be read. There is no such file. Check the path.",
                "Endpoints pane, no description",
            ])
    }

    @Test func theFailureOfOneOfSeveralAPIsIsSaidOnce() throws {
        var listener = try severalAPIs()
        let lines = listener.after { $0.update(.api("shop", .source(.failedToDescribe(Self.failure)))) }
        #expect(lines.first == "Error: shop: openapi.json cannot be read; there is no such file; Check the path.")
        #expect(lines.count { $0.contains("there is no such file") || $0.contains("There is no such file") } == 1)
    }

    /// The API in use cannot be read; the list shows the endpoints of the other one.
    @Test func allListedAPIsCount() throws {
        var listener = try severalAPIs()
        let description = try Shop.description()
        _ = listener.after {
            $0.update(.api("shop", .source(.failedToDescribe(Self.failure))))
            $0.update(.api("billing", .source(.described(description, Shop.pool))))
        }
        let lines = listener.press("C-l")
        #expect(lines.first == "You are in: Endpoints pane, 2 APIs, 11 endpoints, 3 groups")
    }

    @Test func oneRequestOfAServiceIsSingular() throws {
        let pool = Services.pool(FailoverOptions())
        var driver = try Driver(services: pool)
        var services = Services(pool)
        services.lease(at: driver.now)
        driver.show(&services)
        let words = ServiceWords.spot(driver.model)?.text.split(separator: ", ") ?? []
        #expect(words.contains("1 request"), "\(words)")
    }

    // MARK: Rows

    @Test func aListIsSaidRowByRow() throws {
        var listener = try listener()
        #expect(listener.press("j") == ["POST /items, Add an item, 3 of 14"])
        #expect(listener.press("k k") == [Self.first, "group items, 4 endpoints, unfolded, 1 of 14"])
        #expect(listener.press("h") == ["group items, 4 endpoints, folded, 1 of 10"])
        #expect(listener.press("k").isEmpty)
    }

    @Test func aFilterIsSaidWhenItIsLeftAndItsBestMatchMeanwhile() throws {
        var listener = try listener()
        #expect(listener.press("/") == ["editing filter"])
        #expect(listener.press("'addItem'") == ["POST /items, Add an item, 1 of 1"])
        #expect(listener.press("enter") == ["filter is addItem, 1 of 11 endpoints"])
    }

    @Test func aSendAndItsEndAreSaidOnce() throws {
        var listener = try listener()
        #expect(listener.press("s").isEmpty)
        var id = TaskID(0)
        #expect(listener.after { id = $0.start() } == ["Sent: GET /items, task 1"])
        #expect(listener.after { $0.run(id, .receiving) }.isEmpty)
        let end = listener.after {
            $0.wait(.milliseconds(74))
            $0.answer(id, .json(TableTests.list(3)))
        }
        #expect(end.count == 1)
        #expect(end.first?.hasPrefix("Task 1: 200 OK, 3 rows, ") == true && end.first?.contains("74 ms") == true)
        #expect(listener.hear().isEmpty)
    }

    @Test func aFailureSaysItsReasonAndWhatToDo() throws {
        var listener = try listener()
        let id = listener.send()
        #expect(
            listener.after { $0.answer(id, .failed(.connect, "Connection refused")) } == [
                "Task 1 failed: Could not connect: Connection refused. Check that the server is running, and the port."
            ])
    }

    @Test func aFailoverNamesWhatFailedAndWhatAnswered() throws {
        var listener = try Listener(Driver(services: Services.pool, width: 1_000, height: 40))
        _ = listener.hear()
        let id = listener.send()
        _ = listener.after { $0.leave(id, .failed(.connect, "Connection refused"), for: "api-2") }
        let end = listener.after { $0.answer(id, .json(Scene.item)) }
        #expect(end.count == 1 && end.first?.hasSuffix(", api-1 no connection, api-2 answered") == true)
    }

    @Test func aTableSaysRowsAndCells() throws {
        var listener = try listener()
        let id = listener.send()
        _ = listener.after { $0.answer(id, .json(TableTests.list(3))) }
        let lines = listener.press("3")
        #expect(lines.count == 2 && lines.first?.hasPrefix("Result pane, GET /items, 200 OK, 3 rows, ") == true)
        #expect(lines.last == "row 1 of 3: id 1, name item 7, price 1.5")
        #expect(listener.press("j") == ["row 2 of 3: id 2, name item 4, price 2.5"])
        #expect(listener.press("l") == ["name item 4, column 2 of 3"])
        let tree = listener.press(".")
        #expect(tree.count == 2 && tree.first?.hasPrefix("Tree tab, 2 of ") == true && tree.last == "list of 3, unfolded")
        #expect(listener.press("space") == ["list of 3, folded"])
    }

    @Test func everyLineOfATextIsReached() throws {
        var listener = try listener()
        let id = listener.send()
        _ = listener.after { $0.answer(id, .text((1...5).map { "word \($0)" })) }
        #expect(listener.press("3").last == "line 1 of 5: word 1")
        #expect(listener.press("j") == ["line 2 of 5: word 2"])
        #expect(listener.press("G") == ["line 5 of 5: word 5"])
        #expect(listener.press("j").isEmpty)
    }

    @Test func aTaskIsSaidAsARowAndACancelOnce() throws {
        var listener = try listener()
        let id = listener.send()
        let lines = listener.press("4")
        #expect(lines.first == "Tasks pane, 1 task, 1 running")
        #expect(lines.last?.hasPrefix("task \(id), GET /items, running, ") == true)
        #expect(listener.press("x").isEmpty)
        let end = listener.after { $0.cancelAsAsked() }
        #expect(end.count == 1 && end.first?.hasPrefix("Task \(id) cancelled") == true)
    }

    @Test func timeAndNewTasksDoNotMoveTheVoice() throws {
        var listener = try listener()
        _ = listener.send()
        _ = listener.press("4")
        for _ in 1...20 { #expect(listener.after { $0.wait(.seconds(1)) }.isEmpty) }
        #expect(listener.press("s").isEmpty)
        // The newest task is selected by itself, and only its sending is said.
        #expect(listener.after { $0.start() } == ["Sent: GET /items, task 2"])
    }

    @Test func aGroupIsSaidAtItsQuartersAndItsMembersAreNot() throws {
        var listener = try listener()
        var id = TaskID(0)
        #expect(listener.after { id = $0.open(.group, "all pages", members: 8) } == ["Started: group all pages, task 1"])
        let ofMember = listener.after {
            let member = $0.member(of: id, "/items")
            $0.end(member, .succeeded, reason: "")
        }
        #expect(ofMember.isEmpty)
        let said = (1...8).map { count in
            listener.after { driver in
                var counts = MemberCounts(total: 8)
                counts.ended = count
                driver.progress(of: id, counts)
            }
        }
        #expect(said == [[], ["Task 1: 2 of 8 done"], [], ["Task 1: 4 of 8 done"], [], ["Task 1: 6 of 8 done"], [], []])
        #expect(listener.after { $0.end(id, .succeeded, reason: "") } == ["Task 1 succeeded: 8 of 8 done"])
    }

    @Test func aFormSaysFieldsAndTypedValuesWhenTheyAreLeft() throws {
        var listener = try listener()
        #expect(
            listener.press("2") == [
                "Request pane, GET /items, Params tab, 1 of 3, 0 of 3 filled", "Field page, integer, value 1, default",
            ])
        #expect(listener.press("j") == ["Field size, integer, value 20, default"])
        #expect(listener.press("enter") == ["editing size"])
        #expect(listener.press("'5' '0'").isEmpty)
        #expect(listener.press("enter") == ["size is 50", "editing state, one of new, sold, lost, value empty"])
        #expect(listener.press("down") == ["new, 2 of 4"])
        #expect(listener.press("enter") == ["state is new"])
        #expect(listener.press("k") == ["Field size, integer, value 50"])
        #expect(listener.press(".").first == "Headers tab, 2 of 3")
    }

    @Test func aWrongValueSaysItsError() throws {
        var listener = try listener()
        _ = listener.press("2 enter")
        let lines = listener.press("'x' esc")
        #expect(lines.count == 1)
        #expect(lines.first?.hasPrefix("page is x, error: page ") == true)
    }

    @Test func aSecretIsHiddenWhereverItIsSaid() throws {
        var listener = try listener()
        let lines = listener.press("2 . enter 'Authorization:tr0ub4dor' enter j k C-l")
        #expect(lines.contains("header is Authorization: hidden"))
        #expect(!lines.contains { $0.contains("tr0ub4dor") || $0.contains("•") })
    }

    @Test func aQuestionSaysItsKeysAndTheRowComesBackBehindIt() throws {
        var listener = try listener()
        _ = listener.send()
        #expect(listener.press("X") == ["Cancel 1 request?", "Keys: y yes, n no"])
        #expect(listener.press("n") == [Self.first])
    }

    @Test func thePaletteSaysTheSelectedCommand() throws {
        var listener = try listener()
        let lines = listener.press(":")
        #expect(
            lines.prefix(2) == [
                "Command line", "Keys: enter run, up and down choose or recall, tab complete, esc close",
            ])
        #expect(listener.press("'theme'").last?.hasPrefix("theme NAME, ") == true)
        #expect(listener.press("esc") == [Self.first])
    }

    @Test func helpSaysOneEntryAtATime() throws {
        var listener = try listener()
        let lines = listener.press("?")
        #expect(lines.first == "Keys in Endpoints" && lines.count == 3)
        let next = listener.press("j")
        #expect(next.count == 1 && next.first?.contains(" 2 of ") == true)
    }

    @Test func aNoticeThatComesAgainSaysSo() throws {
        var listener = try listener()
        let lines = listener.press("t")
        #expect(lines.count == 1)
        #expect(listener.after { $0.wait(.seconds(1)) }.isEmpty)
        #expect(listener.press("t") == lines.map { "Again: " + $0 })
    }

    @Test func oneKeySaysWhereTheUserIs() throws {
        var listener = try listener()
        let lines = ["You are in: Endpoints pane, 11 endpoints, 3 groups", Self.first, "0 tasks"]
        #expect(listener.press("C-l") == lines)
        #expect(listener.press("C-l") == lines)
    }

    @Test func commandsOfTheScreenAloneSayWhyTheyAreNot() throws {
        let listener = try listener()
        for command in [Command.jump, .mouse, .fullscreen, .narrower, .wider] {
            #expect(listener.driver.model.whyUnavailable(command)?.hasPrefix("Reader mode has no ") == true)
        }
    }

    @Test func theOptionTellsTheLoop() throws {
        var driver = try Driver()
        driver.keys(": 'set reader on' enter")
        let on = driver.takeEffects()
        #expect(on == [.screen(.useReader(true))] && driver.model.usesReader)
        driver.keys(": 'set reader off' enter")
        let off = driver.takeEffects()
        #expect(off == [.screen(.useReader(false))] && !driver.model.usesReader)
        driver.keys(": 'set wrap on' enter")
        #expect(driver.takeEffects().isEmpty)
    }

    @Test func aTerminalWithoutAScreenStaysWithLines() throws {
        var driver = try Driver()
        driver.update(.report(.readerStays("it cannot place its cursor")))
        #expect(driver.model.usesReader && driver.model.notices.shown?.text.contains("it cannot place its cursor") == true)
    }
}
