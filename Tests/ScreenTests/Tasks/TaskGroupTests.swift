// Groups and chains in the task table: members below them, folded and unfolded, and what keys do there.

import Canvas
import Testing

@testable import NetLayer
@testable import Screen

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
        #expect(driver.text.contains("1/13 1✗"))
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
        #expect(driver.takeEffects().contains(.engine(.cancel([group]))))
    }

    @Test func theFooterSaysWhatEnterDoesToAGroup() throws {
        var (driver, _, _) = try driver(members: 3)
        #expect(driver.lines.last?.contains("enter open result") == true)
        driver.keys("j")
        #expect(driver.lines.last?.contains("enter fold") == true)
        driver.keys("enter")
        #expect(driver.lines.last?.contains("enter unfold") == true)
        driver.keys("l j")
        #expect(driver.lines.last?.contains("enter open result") == true)
    }

    @Test("a group has no request of its own", arguments: ["Y", "r", "W"])
    func aGroupHasNoRequestOfItsOwn(_ key: String) throws {
        var (driver, _, _) = try driver(members: 3)
        driver.keys("j")
        #expect(!driver.text.contains("copy curl"))
        _ = driver.takeEffects()
        driver.keys(key)
        #expect(driver.model.notices.shown?.text == "A group sends nothing itself: select one of its requests")
        #expect(driver.takeEffects() == [])
        driver.keys("t \(key)")
        #expect(driver.text.contains("0 of 3 done"))
        #expect(driver.model.notices.shown?.text == "A group sends nothing itself: select one of its requests")
    }

    /// Walk a16.
    @Test(arguments: [
        (3, 3, 30, "16/300 ▓░░░░░░ 3 cancelled"), (5, 3, 40, "16/300 ▓░░░░░░ 2 failed 3 cancelled"), (5, 3, 12, "16/300 2✗ 3⊘"),
    ])
    func whoWasCancelledAloneHasNotFailed(_ failed: Int, _ cancelled: Int, _ width: Int, _ text: String) {
        var members = MemberCounts(total: 300)
        (members.ended, members.failed, members.cancelled) = (16, failed, cancelled)
        let short = GroupText.short(members, .running(.waiting), width: width)
        #expect(short.replacing("▓", with: "░") == text.replacing("▓", with: "░"))
        #expect((GroupText.style(members, .running(.waiting)) == .error) == (failed > cancelled))
    }

    @Test(
        "failures are said before the bar, and what was cancelled has not failed",
        arguments: [
            (7, 12, 2, 21, TaskState.running(.waiting), "7/12 ▓▓▓▓░░░ 2 failed"),
            (7, 12, 2, 18, .running(.waiting), "7/12 ▓▓░░ 2 failed"), (7, 12, 2, 13, .failed, "7/12 2 failed"),
            (7, 12, 2, 12, .failed, "7/12 2✗"), (40, 40, 16, 25, .cancelled(.user), "40/40 ▓▓▓▓▓▓▓ 16 not done"),
            (40, 40, 16, 12, .cancelled(.user), "40/40 16⊘"), (21, 40, 0, 12, .running(.waiting), "21/40 ▓▓▓░░░"),
            (21, 40, 0, 6, .running(.waiting), "21/40"), (0, 0, 0, 20, .succeeded, "0/0 ▓▓▓▓▓▓▓"),
        ])
    func failuresAreSaidBeforeTheBar(
        _ ended: Int, _ total: Int, _ failed: Int, _ width: Int, _ state: TaskState, _ text: String
    ) {
        var members = MemberCounts(total: total)
        (members.ended, members.failed) = (ended, failed)
        #expect(GroupText.short(members, state, width: width) == text)
    }

    @Test func aGroupHasNoPhases() throws {
        var (driver, group, ids) = try driver(members: 3)
        driver.memberEnded(ids[0], .failed, of: group)
        driver.wait(.seconds(1))
        driver.resize(120, 40)
        let line = driver.lines.first { $0.contains("▾ group") }
        #expect(line?.contains("1/3 ▓▓░░░░░ 1 failed") == true && line?.contains("█") == false, "\(line ?? "")")
    }

    @Test func whoJoinedAnotherNamesItAndWhoMadeWaySaysForWhom() throws {
        var driver = try Driver(width: 120, height: 40)
        driver.keys("s s s")
        let ids = [driver.start(), driver.start(), driver.start()]
        var joined = try #require(driver.model.tasks.row(ids[1]))
        joined.joined = ids[0]
        driver.update(.engine(.network(.events([NetEvent(seq: 99, time: .zero, kind: .phase, row: joined)]), at: .zero)))
        #expect(driver.lines.contains { $0.contains(" \(ids[1]) ▶ running") && $0.contains("joined #\(ids[0])") })
        (joined.state, joined.status) = (.succeeded, 204)
        driver.update(.engine(.network(.events([NetEvent(seq: 100, time: .zero, kind: .ended, row: joined)]), at: .zero)))
        #expect(driver.lines.contains { $0.contains("✓ 204") && $0.contains("joined #\(ids[0])") })
        driver.resize(80, 24)
        #expect(driver.text.contains("204 · #\(ids[0]) "))
        driver.resize(120, 40)
        driver.end(ids[2], .superseded, reason: "1 is executing", errorKind: "duplicate")
        #expect(driver.text.contains("1 is executing") && !driver.text.contains("duplicate:"))
    }

    @Test func whatWasCancelledCountsDownNoLonger() throws {
        var driver = try Driver(width: 120, height: 40)
        driver.keys("s 4")
        let id = driver.start()
        driver.retry(id, after: .seconds(2), attempt: 2, of: 3, because: "503")
        #expect(driver.text.contains("2/3 in 2.0s"))
        driver.keys("x")
        driver.cancelAsAsked()
        #expect(driver.text.contains("⊘ cancelled") && !driver.text.contains("2/3 in"))
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
        #expect(driver.text.contains("attempt 2 of 3 in 1.5s: 503"))
        driver.retried(id, attempt: 2, .empty(204))
        #expect(driver.lines.contains { $0.contains("✓ 204") && $0.contains("try 2") && !$0.contains("204 · ") })
    }
}

@Suite struct SendRulesTests {
    @Test("a policy is explained whole", arguments: DuplicatePolicy.allCases) func aPolicyIsExplainedWhole(
        _ policy: DuplicatePolicy
    ) throws {
        var driver = try Driver(width: 80, height: 24)
        driver.keys(": 'dupes \(policy.rawValue)' enter")
        #expect(driver.lines.last?.contains("\(policy.rawValue): \(policy.help)") == true)
    }

    private func plan(_ effects: [Effect]) -> RequestPlan? {
        for case .engine(.send(let order)) in effects { return order.plan }
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
        #expect(driver.text.contains("dupes: join"))
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
        guard
            case .engine(.sendGroup(let order))? = effects.first(where: {
                if case .engine(.sendGroup) = $0 { true } else { false }
            })
        else { return #expect(Bool(false), "nothing was sent: \(effects)") }
        #expect(order.members.count == 3 && Set(order.members).count == 3 && order.atOnce == 2)
        #expect(order.title.hasSuffix("× 3") && order.pool == Shop.pool)
    }

    @Test func repeatTakesAModeAndPolicies() throws {
        var driver = try Driver()
        driver.select("list items")
        driver.keys(": 'repeat 5 2 quorum:3 hedge:200ms priority:low deadline:10s' enter")
        let order = try #require(
            driver.takeEffects().lazy.compactMap { if case .engine(.sendGroup(let order)) = $0 { order } else { nil } }.first)
        #expect(order.mode == .quorum(3) && order.atOnce == 2 && order.members.count == 5)
        #expect(order.plan.policies.hedge == .after(.milliseconds(200)) && order.plan.policies.priority == .low)
        #expect(order.plan.policies.deadline == .seconds(10))
        driver.keys(": 'repeat 5 first' enter")
        let all = try #require(
            driver.takeEffects().lazy.compactMap { if case .engine(.sendGroup(let order)) = $0 { order } else { nil } }.first)
        #expect(all.mode == .firstSuccess && all.atOnce == nil && all.plan.policies.deadline == nil)
    }

    /// The words of the user come before the policies of the workspace.
    @Test func theWorkspacesPoliciesApplyToEachRequest() throws {
        var description = try Shop.description()
        description.policies = CallPolicies(hedge: .never, deadline: .seconds(10))
        description.policies.priority = .low
        var driver = Driver(description, Shop.pool, width: 120, height: 40)
        driver.select("list items")
        driver.keys(": 'repeat 2 priority:high' enter")
        let order = try #require(
            driver.takeEffects().lazy.compactMap { if case .engine(.sendGroup(let order)) = $0 { order } else { nil } }.first)
        #expect(order.plan.policies.priority == .high && order.plan.policies.hedge == .never)
        #expect(order.plan.policies.deadline == .seconds(10) && order.plan.policies.retry == .never)
    }

    @Test(arguments: [
        ("repeat 3 some", "write all, fail-fast, first, or quorum:N"),
        ("repeat 3 quorum:4", "quorum:4 needs 4 requests, and there are only 3: write a smaller number"),
        ("repeat 5 first all", "“all” is a second mode beside “first”: write one"),
        ("repeat 3 hedge:soon", "p95"), ("repeat 3 hedge:2h", "at most 1h"), ("repeat 3 deadline:25h", "at most 24h"),
        ("repeat 3 priority:top", "low, normal or high"), ("repeat 3 deadline:0s", "such as 10s"),
        ("repeat 3 rate:fast", "such as 50/s"), ("repeat 3 rate:20000/s", "at most 10000/s"), ("repeat 3 for:2h", "at most 1h"),
        ("repeat rate:5/s", "or for:30s"), ("repeat 3 first rate:5/s", "A measured run takes every response"),
        ("repeat 3 for:1h rate:1000/s warm-up:1h", "100000 is the most"),
    ])
    func repeatRefusesAWordThatItDoesNotKnow(_ line: String, _ words: String) throws {
        var driver = try Driver(width: 160, height: 40)
        driver.select("list items")
        driver.keys(": '\(line)' enter")
        #expect(driver.text.contains(words), "\(driver.text)")
        #expect(driver.takeEffects().allSatisfy { if case .engine(.sendGroup) = $0 { false } else { true } })
    }

    /// The limit for a host applies only where the user did not ask for more.
    @Test(arguments: [("repeat 300 20", true), ("repeat 300 16", false), ("repeat 300", false)])
    func repeatTakesMoreAtOnceThanTheLimits(_ line: String, _ isBeside: Bool) throws {
        var driver = try Driver(width: 120, height: 40)
        driver.select("list items")
        driver.keys(": '\(line)' enter")
        let order = try #require(
            driver.takeEffects().lazy.compactMap { if case .engine(.sendGroup(let order)) = $0 { order } else { nil } }.first)
        #expect(order.ignoresLimits == isBeside && order.pace == nil)
    }

    @Test func repeatRefusesWhatIsNoNumber() throws {
        var driver = try Driver(width: 120, height: 40)
        driver.select("list items")
        for line in ["repeat many", "repeat 0", "repeat 1001", "repeat 3 0"] {
            driver.keys(": '\(line)' enter")
            #expect(driver.text.contains("a number from 1 to 1000"))
            driver.keys("esc")
        }
        #expect(driver.takeEffects().allSatisfy { if case .engine(.sendGroup) = $0 { false } else { true } })
    }
}
