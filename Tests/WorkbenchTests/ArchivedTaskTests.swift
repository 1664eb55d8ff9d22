// Entries of archives as ended tasks: when they were, how they ended, what is missing, and no secret in the open.

import RequestFiles
import TestSupport
import Testing

@testable import NetLayer
@testable import Workbench

@Suite struct ArchivedTaskTests {
    /// 2026-12-01T00:00:00Z.
    private static let clientStart = Duration.seconds(1_796_083_200)

    private static func exchange(_ response: RecordedExchange.Response?) -> RecordedExchange {
        var exchange = RecordedExchange(
            method: "GET", url: "https://x.example/items?token=hunter22&page=2",
            headers: ["Authorization": "Bearer hunter22", "Accept": "*/*"], response: response,
            started: "2026-11-30T23:59:00.250Z")
        exchange.blocked = 5
        exchange.phases = [.resolving: 2, .connecting: 3, .tls: 4.5, .sending: 0.5, .waiting: 20, .receiving: 1]
        exchange.serverAddress = "[::1]"
        return exchange
    }

    private static let answer = RecordedExchange.Response(
        status: 200, version: "HTTP/2", headers: ["Content-Type": "application/json"], body: .bytes(Array("{}".utf8)))

    private static func task(_ response: RecordedExchange.Response?, _ change: (inout RecordedExchange) -> Void = { _ in })
        -> ArchivedTask
    {
        var exchange = exchange(response)
        change(&exchange)
        return ArchivedTask(exchange, endpoint: "items", clientStart: clientStart, now: .seconds(10))
    }

    @Test func theRowIsThatOfTheRecording() throws {
        let task = Self.task(Self.answer)
        let ended = task.ended
        #expect(ended.info.endpoint == "items" && ended.info.method == .get && ended.info.tag == CallTag.archive)
        #expect(ended.info.title == "/items?token=••••••&page=2", "the host is in the column beside it")
        #expect(ended.openedAt == .milliseconds(-59_750) && ended.endedAt - ended.openedAt == .milliseconds(36))
        #expect(ended.state == .succeeded && ended.reason.isEmpty && ended.errorKind == nil)
        let record = try #require(ended.exchanges.first)
        #expect(record.service == "x.example" && record.startedAt - ended.openedAt == .milliseconds(5))
        #expect(record.head?.status == 200 && record.head?.version == "HTTP/2" && record.failure == nil)
        #expect(record.request.headers["Authorization"] == "Bearer hunter22", "it can be sent again")
        #expect(!"\(record.request.headers)\(record.request)".contains("hunter22"))
        #expect(task.body == Array("{}".utf8) && task.failure == nil)
    }

    @Test func phasesAreWhereTheyWere() throws {
        let record = try #require(Self.task(Self.answer).ended.exchanges.first)
        let metrics = record.metrics
        #expect(metrics.resolved == .milliseconds(2) && metrics.connected == .milliseconds(5))
        #expect(metrics.secured == .microseconds(9_500) && metrics.sendingBegan == .microseconds(9_500))
        #expect(metrics.firstByte == .milliseconds(30) && metrics.total == .milliseconds(31))
        #expect(metrics.remoteAddress == "[::1]:443" && !metrics.reusedConnection && metrics.version == "HTTP/2")
        #expect(
            record.timeline.map(\.phase) == [.resolving, .connecting, .tls, .sending, .waiting, .receiving])
        #expect(record.phases[.waiting] == .milliseconds(10))
        let reused = try #require(
            Self.task(Self.answer) { $0.phases = [.sending: 0, .waiting: 4, .receiving: 1] }.ended.exchanges.first)
        #expect(reused.metrics.reusedConnection && reused.metrics.resolved == nil && reused.metrics.total == .milliseconds(5))
    }

    /// How an entry ended, and the state of its row.
    @Test func endsAreThoseOfTheRecording() {
        let ends: [(kind: String?, status: Int?, state: TaskState, failure: NetError.Kind?)] = [
            ("transport", nil, .failed, .transport), ("dns", nil, .failed, .dns), ("cut", 200, .failed, .cut),
            ("status", 404, .failed, nil), ("unexpected", 200, .failed, nil), (nil, 404, .succeeded, nil),
            ("timed_out", nil, .timedOut(.total), .timedOut(.total)), ("cancelled", nil, .cancelled(.user), .cancelled(.user)),
            ("of another program", nil, .failed, .transport),
        ]
        for end in ends {
            let task = Self.task(end.status.map { RecordedExchange.Response(status: $0) }) {
                ($0.errorKind, $0.failure) = (end.kind, end.kind == nil ? "" : "the reason")
            }
            #expect(task.ended.state == end.state, "\(end)")
            #expect(task.ended.exchanges.first?.failure?.kind == end.failure, "\(end)")
            #expect(task.ended.reason == (end.kind == nil ? "" : "the reason"))
            #expect(task.ended.errorKind == (end.kind == "cancelled" ? nil : end.kind))
        }
    }

    @Test func whatIsMissingIsSaid() {
        let none = Self.task(nil) { ($0.errorKind, $0.failure) = ("transport", "net::ERR_FAILED") }
        #expect(none.head == nil && none.failure?.title == "There was no response" && none.failure?.detail == "net::ERR_FAILED")
        let absent = Self.task(RecordedExchange.Response(status: 200, body: .absent(size: 9, why: "it was too large")))
        #expect(absent.body.isEmpty && absent.failure?.title == "The body is not in the archive")
        #expect(absent.failure?.detail == "Its 9 bytes are not stored: it was too large")
        #expect(Self.task(RecordedExchange.Response(status: 204)).failure == nil)
    }

    @Test(arguments: ["", "yesterday", "2999-01-01T00:00:00Z"]) func noTaskIsOfTheFuture(_ started: String) {
        let ended = Self.task(Self.answer) { $0.started = started }.ended
        #expect(ended.endedAt == .seconds(10) && ended.openedAt == .seconds(10) - .milliseconds(36))
    }

    /// An archive has text as Unicode. The charset of the response no longer describes it.
    @Test func textIsReadAsWhatItIs() {
        func readable(_ type: String, _ body: [UInt8]) -> String? {
            let response = RecordedExchange.Response(status: 200, headers: ["Content-Type": type], body: .bytes(body))
            return Self.task(response).readableHead?.headers["Content-Type"]
        }
        let text = Array("é".utf8)
        #expect(readable("text/html; charset=iso-8859-1", text) == "text/html; charset=utf-8")
        #expect(readable("text/html", text) == "text/html; charset=utf-8")
        #expect(readable("text/plain; charset=iso-8859-1", [0xe9]) == "text/plain; charset=iso-8859-1")
        #expect(readable("text/plain; charset=utf-16le", [0x41, 0]) == "text/plain; charset=utf-16le")
        #expect(readable("multipart/mixed; boundary=charset", text) == "multipart/mixed; boundary=charset")
        #expect(readable("application/json", text) == "application/json")
    }

    // MARK: The archive

    private static func archive(_ entries: String) -> String { #"{"log": {"version": "1.2", "entries": [\#(entries)]}}"# }

    private static func entry(_ started: String, _ path: String, status: Int = 200) -> String {
        #"{"startedDateTime": "\#(started)", "request": {"method": "GET", "url": "http://x.example/\#(path)"}, "#
            + #""response": {"status": \#(status)}}"#
    }

    @Test func theOldestRequestComesFirst() throws {
        let folder = try TemporaryFolder()
        let entries = [
            Self.entry("2026-11-22T12:00:00+01:00", "late"), Self.entry("2026-11-22T10:00:00Z", "early"),
            Self.entry("", "beside it"), Self.entry("2026-11-22T10:30:00Z", "socket", status: 101),
            Self.entry("2026-11-22T09:00:00Z", "no endpoint"),
        ]
        let path = try folder.file("a.har", Self.archive(entries.joined(separator: ",")))
        let tasks = try ArchivedTasks(path, endpoints: [0: "late", 1: "early", 2: "beside", 3: "socket"])
        #expect(tasks.numbers == [1, 2, 0] && tasks.webSockets == 1)
        let titles = tasks.numbers.map { tasks.task($0, clientStart: .zero, now: .zero)?.ended.info.endpoint }
        #expect(titles == ["early", "beside", "late"])
    }

    @Test func whatCannotBeReadSaysWhy() throws {
        let folder = try TemporaryFolder()
        let path = try folder.file("a.har", "{}")
        let failure = try #require(throws: Failure.self) { try ArchivedTasks(path, endpoints: [:]) }
        #expect(failure.title == "\(path) cannot be read" && failure.detail == "it is JSON, but not an HTTP archive")
        #expect(throws: Failure.self) { try ArchivedTasks(folder.path("none.har"), endpoints: [:]) }
    }
}
