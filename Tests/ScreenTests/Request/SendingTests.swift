// Sending: which keys send what, and what comes of a request before, while and after it has a row.

import Canvas
import Testing

@testable import NetLayer
@testable import Screen
@testable import Workbench

@Suite struct SendingTests {
    @Test func sendingASelectedEndpointAsksForItsRequest() throws {
        var driver = try Driver()
        driver.keys("s")
        let effects = driver.takeEffects()
        let plan = try #require(effects.first?.plan)
        guard case .engine(.send(let order))? = effects.first else { return #expect(Bool(false), "nothing was sent") }
        #expect(effects.count == 1 && order.id == TaskID(1) && order.pool == Shop.pool)
        #expect(plan.path == "/items")
        #expect(plan.parameters == [])
    }

    @Test(arguments: ["s", "C-r", "enter"])
    func requiredFieldThatIsEmptyGetsTheKeysInstead(_ key: String) throws {
        var driver = try Driver()
        driver.select("get /items/{id}")
        driver.keys(key)
        #expect(driver.takeEffects() == [])
        #expect(driver.model.focus == .request)
        #expect(driver.model.isEditing)
        let form = try #require(driver.model.form)
        #expect(form.selectedField.map { form.fields[$0].name } == "id")
        #expect(driver.model.notices.shown?.text == "id is required")
        driver.keys("'17' C-r")
        #expect(driver.takeEffects().first?.plan?.parameters == [Parameter("id", "17", in: .path)])
        #expect(driver.model.notices.shown == nil)
    }

    /// The first of several missing ones, although another field is selected.
    @Test func everyRequiredFieldIsAskedForInTurn() throws {
        var driver = try Driver()
        driver.select("changeLine")
        driver.keys("2 G s 'a/b' C-r '2' C-r '3' C-r C-r")
        let plan = try #require(driver.takeEffects().first?.plan)
        #expect(plan.method == .put)
        #expect(
            plan.parameters == [
                Parameter("order", "a/b", in: .path), Parameter("line", "2", in: .path), Parameter("quantity", "3", in: .query),
            ])
    }

    @Test func controlRSendsFromInsideAFieldAndEnterDoesNot() throws {
        var driver = try Driver()
        driver.keys("2 enter '5' enter")
        #expect(driver.takeEffects() == [])
        driver.keys("'50' C-r")
        #expect(
            driver.takeEffects().first?.plan?.parameters == [
                Parameter("page", "5", in: .query), Parameter("size", "50", in: .query),
            ])
        #expect(!driver.model.isEditing)
    }

    @Test func secretFieldsAreSentButNeverShown() throws {
        var driver = try Driver()
        driver.select("changeLine")
        driver.keys("2 enter '123e4567-e89b-12d3-a456-426614174000' enter '1' enter '2' enter 'tok3n' esc l enter 'hunter2'")
        #expect(!driver.text.contains("hunter2"))
        driver.keys("C-r")
        let plan = try #require(driver.takeEffects().first?.plan)
        #expect(plan.parameters.last?.value == .secret(Secret("hunter2")))
        #expect(plan.parameters.last { $0.place == .query }?.value == .secret(Secret("tok3n")))
        #expect(!"\(plan)".contains("hunter2") && !"\(plan)".contains("tok3n"))
    }

    @Test func exampleBodyIsFilledInAndGoesWithItsType() throws {
        var driver = try Driver()
        driver.select("addItem")
        driver.keys("s")
        let body = try #require(driver.takeEffects().first?.plan?.body)
        let text = "{\n  \"name\": \"lamp\",\n  \"price\": 12.5\n}"
        #expect(body == .bytes(Array(text.utf8), contentType: "application/json"))
    }

    @Test func theOptionsOfTheCommandLineGoIntoEveryRequest() throws {
        var connection = ConnectionOptions()
        connection.insecure = true
        let defaults = RequestDefaults(timeouts: Timeouts(total: .seconds(7)), connection: connection)
        var model = Model(size: .small, source: "shop", defaults: defaults)
        _ = model.update(.source(.described(try Shop.description(), Shop.pool)))
        let plan = try #require(model.update(.user(.key(.character("s")))).first?.plan)
        #expect(plan.timeouts == defaults.timeouts)
        #expect(plan.connection == connection)
    }

    // MARK: Rows and responses

    @Test func responseMayComeBeforeTheRow() throws {
        var driver = try Driver()
        driver.keys("s")
        let plan = try #require(driver.effects.first?.plan)
        let id = TaskID(1)
        driver.update(.engine(.answered(Answer(task: id, head: ResponseHead(status: 200), url: nil, bytes: 2, kind: .json))))
        #expect(driver.effects.filter(\.isWindow).count == 1)
        driver.queue()
        #expect(driver.model.result.task == id)
        #expect(driver.model.result.plans[id] == plan)
    }

    @Test func pageIsKnownWhateverComesFirst() throws {
        var driver = try Driver()
        driver.exchange(.page([("next", "?page=2")]))
        driver.keys("]")
        let id = TaskID(2)
        driver.update(.engine(.answered(Answer(task: id, head: ResponseHead(status: 200), url: nil, bytes: 2, kind: .json))))
        driver.queue()
        #expect(driver.model.result.task == id)
        #expect(driver.model.result.page == 2)
    }

    /// Whatever the order of rows and responses, the pane shows the request that was sent last.
    @Test(arguments: [[0, 1, 2, 3], [0, 2, 1, 3], [2, 0, 1, 3], [2, 3, 0, 1], [0, 2, 3, 1], [2, 0, 3, 1]])
    func resultShowsTheNewestRequest(_ order: [Int]) throws {
        var driver = try Driver()
        driver.keys("s s")
        let plans = driver.takeEffects().compactMap(\.plan)
        var table = TaskTable(limits: DispatchLimits(total: 10, perHost: 10), keepEnded: 10)
        let events: [Event] = (0...1).flatMap { index -> [Event] in
            let id = TaskID(UInt64(index + 1))
            _ = table.openRow(TaskInfo(plans[index]), number: id, at: .zero)
            return [
                .engine(.network(.events(table.drainEvents()), at: .zero)),
                .engine(.answered(Answer(task: id, head: ResponseHead(status: 200), url: nil, bytes: 0, kind: .empty))),
            ]
        }
        order.forEach { driver.update(events[$0]) }
        #expect(driver.model.result.task == TaskID(2))
        #expect(driver.model.result.plans == [TaskID(1): plans[0], TaskID(2): plans[1]])
        #expect(driver.model.result.awaited == nil)
    }

    @Test func lookingAtAnotherTaskIsNotDisturbedByTheAnswer() throws {
        var driver = try Driver()
        let first = driver.exchange(.json(Scene.item))
        driver.keys("s")
        let second = driver.start()
        #expect(driver.model.result.task == second)
        driver.keys("4 j enter")
        #expect(driver.model.result.task == first)
        driver.answer(second, .json(Scene.item))
        #expect(driver.model.result.task == first)
    }

    // MARK: Again

    @Test func resendingSendsWhatWasSentAndNotWhatTheFormSaysNow() throws {
        var driver = try Driver()
        driver.keys("2 enter '5' C-r")
        let sent = try #require(driver.effects.first?.plan)
        driver.answer(driver.start(), .json(Scene.item))
        driver.keys("enter '6' esc 4 r")
        #expect(driver.takeEffects().first?.plan == sent)
    }

    @Test func resendingAPageKeepsItsNumber() throws {
        var driver = try Driver()
        driver.exchange(.page([("next", "?page=2")]))
        driver.keys("]")
        driver.answer(driver.start(), .page([("prev", "?page=1")]))
        driver.keys("3 r")
        driver.answer(driver.start(), .page([("prev", "?page=1")]))
        #expect(driver.text.contains("page 2"))
    }

    @Test func taskThatWasNotSentFromHereCannotBeResent() throws {
        var driver = try Driver()
        driver.update(.engine(.network(.events([]), at: .zero)))
        driver.keys("4 r")
        #expect(driver.takeEffects() == [])
        #expect(driver.model.notices.shown?.text == "Select a task that was sent from here")
    }
}

extension Effect {
    var isWindow: Bool { bodyTask != nil }
}
