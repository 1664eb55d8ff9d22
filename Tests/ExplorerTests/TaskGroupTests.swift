// Groups and chains in the task table: members below them, folded and unfolded, and what keys do there.

import Canvas
import Testing

@testable import Explorer
@testable import NetLayer

@Suite struct TaskGroupTests {
    /// A group with so many members, between two single tasks.
    private func driver(members: Int, kind: TaskKind = .group) throws -> (Driver, TaskID, [TaskID]) {
        var driver = try Driver()
        driver.keys("s")
        driver.start()
        let group = driver.open(kind, "all pages", members: members)
        let ids = (0..<members).map { driver.member(of: group, "page \($0 + 1)") }
        driver.keys("s 4 f")
        driver.start()
        return (driver, group, ids)
    }

    @Test func membersStandBelowTheirGroupMovedIn() throws {
        var (driver, group, _) = try driver(members: 3)
        let lines = driver.lines.filter { $0.contains("pages") || $0.contains("page ") }
        #expect(lines.count == 4)
        #expect(lines.first?.contains("▾ group all pages") == true)
        #expect(lines[1].contains("  GET page 1") && lines[3].contains("  GET page 3"))
        #expect(driver.model.tasks.counts.running == 5, "a group is none: its members are counted")
        driver.keys("j enter")
        #expect(driver.model.tasks.selectedID == group)
        #expect(driver.text.contains("▸ group all pages") && !driver.text.contains("page 1"))
        driver.keys("z")
        #expect(driver.text.contains("▾ group all pages") && driver.text.contains("page 1"))
    }

    @Test func aLargeGroupComesFoldedAndStaysAsSomebodyLeftIt() throws {
        var (driver, group, ids) = try driver(members: TaskTree.mostUnfolded + 1)
        #expect(driver.text.contains("▸ group") && driver.model.tasks.shownCount == 3)
        driver.keys("j l")
        #expect(driver.model.tasks.shownCount == 3 + ids.count)
        driver.memberEnded(ids[0], .failed, of: group)
        #expect(driver.model.tasks.shownCount == 3 + ids.count)
        #expect(driver.text.contains("1/13") && driver.text.contains("1 failed"))
        driver.keys("h")
        #expect(driver.model.tasks.shownCount == 3)
    }

    @Test func foldingAtAMemberGoesToItsGroupAndTakesItsMarks() throws {
        var (driver, group, ids) = try driver(members: 3)
        driver.keys("j j space")
        #expect(driver.model.tasks.marks == [ids[0]])
        driver.keys("z")
        #expect(driver.model.tasks.selectedID == group)
        #expect(driver.model.tasks.marks.isEmpty)
    }

    @Test func whoFiltersOrSortsSeesSingleTasks() throws {
        var (driver, group, ids) = try driver(members: 3)
        driver.keys("j z")
        driver.keys("/ 'group:\(group)' enter")
        #expect(driver.model.tasks.shownCount == 1 + ids.count)
        #expect(!driver.text.contains("▸"))
        driver.keys("esc S")
        #expect(driver.model.tasks.shownCount == 3 + ids.count)
        driver.keys("F")
        #expect(driver.model.tasks.shownCount == 3)
    }

    @Test func xOnAGroupAsksTheEngineForTheGroup() throws {
        var (driver, group, _) = try driver(members: 3)
        driver.keys("j x")
        #expect(driver.takeEffects().contains(.cancel([group])))
    }

    @Test func aTaskThatWillBeTriedAgainCountsDownAndSaysWhy() throws {
        var driver = try Driver(width: 120, height: 40)
        driver.keys("s")
        let id = driver.start()
        driver.retry(id, after: .milliseconds(2_500), attempt: 2, of: 3, because: "503")
        driver.keys("4")
        #expect(driver.text.contains("↻ retrying") && driver.text.contains("2/3 in 2.5s · 503"))
        driver.wait(.seconds(1))
        #expect(driver.text.contains("2/3 in 1.5s · 503"))
        driver.keys("t")
        #expect(driver.text.contains("attempt 2 of 3 in 1.5s, because: 503"))
        driver.retried(id, attempt: 2, .empty(204))
        #expect(driver.text.contains("204 · try 2"))
    }
}

@Suite struct SendRulesTests {
    private func plan(_ effects: [Effect]) -> RequestPlan? {
        for case .send(let plan, _, _) in effects { return plan }
        return nil
    }

    @Test func retriesHoldForWhatIsSentFromThenOn() throws {
        var driver = try Driver()
        driver.keys("s")
        #expect(plan(driver.takeEffects())?.policies.retry == .never)
        driver.keys(": 'set retries 2' enter s")
        #expect(plan(driver.takeEffects())?.policies.retry == RetryPolicy(attempts: 3))
    }

    @Test func aDuplicatePolicyIsTheEndpointsOwn() throws {
        var driver = try Driver(width: 120, height: 40)
        driver.select("list items")
        driver.keys(": 'dupes join' enter")
        #expect(driver.text.contains("duplicates: join"))
        driver.keys("s")
        let joins = try #require(plan(driver.takeEffects()))
        #expect(joins.policies.duplicates == .join && joins.policies.likeness == .sameRequest)
        driver.select("list orders")
        driver.keys("s")
        #expect(plan(driver.takeEffects())?.policies.duplicates == .allowAll)
        driver.select("list items")
        driver.keys(": 'dupes cancel-oldest' enter s")
        let newest = try #require(plan(driver.takeEffects()))
        #expect(newest.policies.duplicates == .cancelOldest && newest.policies.likeness == .sameEndpoint)
        driver.keys(": 'dupes sometimes' enter")
        #expect(driver.text.contains("There is no policy “sometimes”"))
    }

    @Test func repeatSendsTheRequestAsAGroup() throws {
        var driver = try Driver()
        driver.select("list items")
        driver.keys(": 'repeat 3 2' enter")
        let effects = driver.takeEffects()
        guard case .sendGroup(let order, let pool)? = effects.first(where: { if case .sendGroup = $0 { true } else { false } })
        else { return #expect(Bool(false), "nothing was sent: \(effects)") }
        #expect(order.tickets.count == 3 && Set(order.tickets).count == 3 && order.atOnce == 2)
        #expect(order.title.hasSuffix("× 3") && pool == Shop.pool)
    }

    @Test func repeatRefusesWhatMayChangeSomethingAndWhatIsNoNumber() throws {
        var driver = try Driver(width: 120, height: 40)
        driver.select("list items")
        for line in ["repeat many", "repeat 0", "repeat 1001", "repeat 3 0"] {
            driver.keys(": '\(line)' enter")
            #expect(driver.text.contains("a number from 1 to 1000"))
            driver.keys("esc")
        }
        driver.select("post /items")
        driver.keys(": 'repeat 3' enter")
        #expect(driver.text.contains("POST may change something each time"))
        #expect(driver.takeEffects().allSatisfy { if case .sendGroup = $0 { false } else { true } })
    }
}
