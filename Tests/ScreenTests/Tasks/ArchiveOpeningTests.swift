// An archive as the source: its entries are ordered once, and their rows act like those of this program's requests.

import Catalog
import Testing

@testable import NetLayer
@testable import Screen
@testable import Workbench

@Suite struct ArchiveOpeningTests {
    private static let archive = #"""
        {"log": {"version": "1.2", "entries": [
          {"request": {"method": "GET", "url": "https://api.shop.example/items?page=1",
            "headers": [{"name": "Authorization", "value": "Bearer hunter22"}, {"name": "X-Token", "value": "••••••"}]}},
          {"request": {"method": "GET", "url": "wss://api.shop.example/live"}},
          {"request": {"method": "POST", "url": "https://api.shop.example/items",
            "postData": {"mimeType": "application/json", "text": "{}"}}},
          {"request": {"method": "GET", "url": "https://api.shop.example/items?page=2"}},
          {"request": {"method": "GET", "url": "https://api.shop.example/me?token=••••••"}}]}}
        """#
    private static let place = URI("file:///recordings/a%20b.har")

    private static func description(file: URI? = place) throws -> APIDescription {
        let read = try CollectionFiles.description(Array(archive.utf8), source: "a.har", name: "a.har")
        return try #require(read).relocated(from: [place], file: file)
    }

    private static func orders(_ driver: inout Driver) -> [ArchiveOpening] {
        driver.takeEffects().compactMap { if case .engine(.openArchive(let order)) = $0 { order } else { nil } }
    }

    // MARK: The order

    @Test func theEntriesAreOrderedOnce() throws {
        let description = try Self.description()
        let ids = description.endpoints.map(\.id)
        #expect(ids.count == 4)
        var driver = Driver(description, ServicePool(description), width: 120, height: 40)
        #expect(
            Self.orders(&driver) == [
                ArchiveOpening(path: "/recordings/a b.har", endpoints: [0: ids[0], 2: ids[1], 3: ids[2], 4: ids[3]])
            ])
        // The user edits the file, or comes back to it.
        let change = description.changes(since: description)
        driver.update(.source(.reread(description, ServicePool(description), change)))
        driver.update(.source(.described(description, ServicePool(description))))
        #expect(Self.orders(&driver) == [])
    }

    @Test func aFolderAndAWorkspaceHaveNoRows() throws {
        let folder = try Self.description(file: nil)
        var driver = Driver(folder, ServicePool(folder), width: 120, height: 40)
        #expect(Self.orders(&driver) == [])
        var workspace = Driver(loading: "explorer.yaml", width: 120, height: 40, workspace: WorkspaceWork())
        let description = try Self.description()
        workspace.update(.source(.described(description, ServicePool(description))))
        #expect(Self.orders(&workspace) == [])
    }

    @Test(arguments: [
        (1, 0, "1 request of the archive is in the task table"),
        (1_200, 1, "1,200 requests of the archive are in the task table; 1 WebSocket entry is left out"),
        (2, 3, "2 requests of the archive are in the task table; 3 WebSocket entries are left out"),
    ])
    func theEndIsSaid(_ tasks: Int, _ webSockets: Int, _ text: String) throws {
        var driver = try Driver()
        driver.update(.engine(.openedArchive(ArchiveOpened(path: "a.har", tasks: tasks, webSockets: webSockets))))
        #expect(driver.model.notices.shown?.text == text)
    }

    @Test func aFileThatCannotBeReadIsSaid() throws {
        var driver = try Driver()
        let failure = Failure(title: "a.har cannot be read", detail: "it is gone", hint: "")
        driver.update(.engine(.openedArchive(ArchiveOpened(path: "a.har", failure: failure))))
        #expect(driver.model.notices.shown?.text == "a.har cannot be read: it is gone")
    }

    // MARK: The rows

    /// The screen on the archive, with these of its entries as rows; the last of them is selected.
    private static func driver(_ numbers: [Int], confirm: String = "never") throws -> (driver: Driver, rows: [TaskID]) {
        let description = try description()
        var driver = Driver(description, ServicePool(description), width: 120, height: 40)
        driver.keys(": 'set confirm \(confirm)' enter")
        driver.wait(.seconds(1))
        var rows: [TaskID] = []
        for number in numbers {
            let endpoint = description.endpoints[number]
            let query = ["?page=1", "", "?page=2", "?token=••••••"][number]
            rows.append(driver.archived(task(endpoint, query), .json("[\n  {\n    \"id\": \(number)\n  }\n]")))
        }
        _ = driver.takeEffects()
        return (driver, rows)
    }

    private static func task(_ endpoint: EndpointSummary, _ query: String, failed: Bool = false) -> EndedTask {
        let url = URI("https://api.shop.example\(endpoint.path)\(query)")
        let request = WireRequest(
            method: endpoint.method, url: url, headers: Headers([HeaderField("Authorization", "Bearer hunter22")]))
        var metrics = TransferMetrics()
        (metrics.sendingBegan, metrics.firstByte, metrics.total) = (.zero, .milliseconds(20), .milliseconds(30))
        let record = ExchangeRecord(
            attempt: 1, service: "api.shop.example", request: request, head: failed ? nil : ResponseHead(status: 200),
            failure: failed ? TransferFailure(.transport, "net::ERR_FAILED") : nil, metrics: metrics,
            startedAt: .seconds(-120))
        var task = EndedTask(
            TaskInfo(endpoint: endpoint.id, title: "\(endpoint.path)\(query)", method: endpoint.method, tag: .archive),
            state: failed ? .failed : .succeeded, openedAt: .seconds(-120), endedAt: .milliseconds(-119_970),
            exchanges: [record])
        if failed { (task.reason, task.errorKind) = ("net::ERR_FAILED", "transport") }
        return task
    }

    private static func sends(_ driver: inout Driver) -> [RequestPlan] { driver.takeEffects().compactMap(\.plan) }

    @Test func aRowHasItsAgeAndItsHost() throws {
        let (driver, _) = try Self.driver([0, 2])
        let line = try #require(driver.lines.first { $0.contains("/items?page=2") && $0.contains("api.shop") })
        #expect(line.contains("✓ 200") && line.contains("30ms") && line.contains("2m"), "\(line)")
    }

    @Test(arguments: [TaskColumn.took, .ago, .number]) func rowsAreSortedWhileTheyCome(_ column: TaskColumn) throws {
        let description = try Self.description()
        var (driver, rows) = try Self.driver([0])
        driver.keys("4")
        driver.sortTasks(by: column)
        #expect(driver.model.tasks.order.column == column)
        rows.append(driver.archived(Self.task(description.endpoints[2], "?page=2"), .empty(200)))
        #expect(Set((0..<2).compactMap { driver.model.tasks.row(at: $0)?.id }) == Set(rows))
    }

    @Test func oldFailuresAreNoNewsButFailures() throws {
        let description = try Self.description()
        var (driver, _) = try Self.driver([0])
        let failed = driver.archived(
            Self.task(description.endpoints[2], "?page=2", failed: true), .failed(.transport, "net::ERR_FAILED"))
        #expect(driver.model.tasks.counts.failed == 1 && driver.model.tasks.newFailures == 0)
        driver.keys("4 !")
        #expect(driver.model.tasks.shownCount == 1 && driver.model.tasks.row(at: 0)?.id == failed)
        #expect(driver.text.contains("✗ failed"))
    }

    @Test func theTraceIsThatOfTheRecording() throws {
        var (driver, rows) = try Self.driver([0])
        driver.keys("4 enter f")
        #expect(driver.model.result.task == rows[0] && driver.text.contains("from the archive"))
        driver.keys("t")
        #expect(driver.text.contains("Authorization: ••••••") && !driver.text.contains("hunter22"))
        #expect(!driver.text.contains("added by curl"))
    }

    @Test(arguments: ["4 r", "4 enter r", "4 space r"]) func aRequestIsSentAgainAsItsCollectionSendsIt(_ keys: String) throws {
        var (driver, rows) = try Self.driver([0])
        driver.keys(keys)
        let plans = Self.sends(&driver)
        let plan = try #require(plans.first)
        #expect(plans.count == 1 && plan.method == .get && plan.path == "/items?page=1")
        #expect(plan.headers["Authorization"] == "Bearer hunter22")
        #expect(plan.headers["X-Token"] == nil, "dots are no secret to send")
        #expect(plan.id == driver.model.tasks.row(rows[0])?.info.endpoint)
    }

    @Test func anUnsafeOneAsksFirst() throws {
        var (driver, _) = try Self.driver([1], confirm: "unsafe")
        driver.keys("4 r")
        #expect(Self.sends(&driver).isEmpty && driver.text.contains("It may change something again."))
        driver.keys("y")
        let plan = try #require(Self.sends(&driver).first)
        #expect(plan.method == .post && plan.path == "/items")
        guard case .bytes(let body, _) = plan.body else { return #expect(Bool(false), "there is no body") }
        #expect(body == Array("{}".utf8))
    }

    @Test func dotsInTheAddressAreNotSent() throws {
        var (driver, _) = try Self.driver([3])
        driver.keys("4 r")
        #expect(Self.sends(&driver).isEmpty)
        let text = "Its URL had a secret, and the archive has only dots: send it from its form"
        #expect(driver.model.notices.shown?.text == text)
    }

    @Test func twoOfTheSameAddressAreCompared() throws {
        var (driver, rows) = try Self.driver([0, 1, 2])
        driver.keys("4 enter d")
        #expect(driver.model.result.diff?.old == rows[0] && driver.model.result.diff?.new == rows[2])
        // The POST has no other.
        driver.keys("esc 4 j enter d")
        #expect(driver.model.result.task == rows[1] && driver.model.result.diff == nil)
    }

    @Test func aResendIsComparedWithTheRecording() throws {
        var (driver, rows) = try Self.driver([0])
        driver.keys("4 r")
        driver.answer(driver.start(), .json("[\n  {\n    \"id\": 8\n  }\n]"))
        driver.keys("3 d")
        #expect(driver.model.result.diff?.old == rows[0])
    }

    @Test func theyAreSavedAndCleared() throws {
        var (driver, rows) = try Self.driver([0, 1])
        driver.keys(": 'save other.har' enter")
        let saved = driver.takeEffects().compactMap { effect -> Set<TaskID>? in
            if case .outside(.archive(let order)) = effect { order.tasks } else { nil }
        }
        #expect(saved == [Set(rows)])
        driver.keys(": 'clear' enter")
        #expect(driver.model.tasks.count == 0 && driver.model.result.answers.isEmpty)
    }
}
