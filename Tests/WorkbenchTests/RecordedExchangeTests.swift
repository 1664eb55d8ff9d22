// Entries of the history as exchanges for an archive: messages, times, and what is not there.

import History
import NetLayer
import RequestFiles
import Testing

@testable import Workbench

@Suite struct RecordedExchangeTests {
    private func entry(_ change: (inout HistoryEntry) -> Void = { _ in }) -> HistoryEntry {
        let timings = #"""
            [{"attempt":1,"started":0.0,"total":3.0,"phases":{"connecting":0.0}},
             {"attempt":2,"started":10.5,"total":30.0,"phases":{"connecting":1.0,"sending":2.0,"waiting":2.5,"receiving":29.0},
              "address":"[::1]:8080"}]
            """#
        var entry = HistoryEntry(
            title: "POST /items", method: "POST", url: "http://one.example/items?token=\(Secret.mask)", started: 1_500,
            duration: 41, service: "one", status: 201, attempts: 2,
            exchange: HistoryExchange(
                request: HistoryMessage(
                    head: "POST /items?token=\(Secret.mask) HTTP/1.1\nAccept: a/b\nAuthorization: \(Secret.mask)\n",
                    body: HistoryBody(Array("sent".utf8), contentType: "text/plain")),
                response: HistoryMessage(
                    head: "HTTP/2 201 Made anew\nContent-Type: text/plain\n",
                    body: HistoryBody(Array("hi".utf8), contentType: "text/plain")),
                timings: Array(timings.utf8)))
        change(&entry)
        return entry
    }

    @Test func messagesAreThoseOfTheEntry() throws {
        let exchange = try #require(RecordedExchange(entry()))
        #expect(exchange.method == "POST" && exchange.url == "http://one.example/items?token=\(Secret.mask)")
        #expect(exchange.headers == ["Accept": "a/b", "Authorization": Secret.mask])
        #expect(exchange.body == .bytes(Array("sent".utf8)))
        let response = try #require(exchange.response)
        #expect((response.status, response.reason, response.version) == (201, "Made anew", "HTTP/2"))
        #expect(response.headers == ["Content-Type": "text/plain"] && response.body == .bytes(Array("hi".utf8)))
        #expect(exchange.started == "1970-01-01T00:00:01.500Z" && exchange.comment == "POST /items · 2 attempts · one")
        #expect(exchange.failure.isEmpty)
    }

    @Test func timesAreThoseOfTheLastExchange() throws {
        let exchange = try #require(RecordedExchange(entry()))
        #expect(exchange.blocked == 11.5 && exchange.serverAddress == "::1")
        #expect(exchange.phases == [.connecting: 1, .sending: 0.5, .waiting: 26.5, .receiving: 1])
    }

    @Test(arguments: ["[]", #"[{"attempt":1,"started":0,"total":3,"phases":{}}]"#, "no JSON"])
    func withoutPhasesTheWholeTimeIsWaiting(_ timings: String) throws {
        let exchange = try #require(RecordedExchange(entry { $0.exchange?.timings = Array(timings.utf8) }))
        #expect(exchange.phases == [.waiting: 41] && exchange.blocked == 0)
    }

    @Test func aBodyThatIsNotStoredSaysWhy() throws {
        let exchange = try #require(
            RecordedExchange(entry { $0.exchange?.response.body = HistoryBody(absent: .tooLarge, size: 9) }))
        #expect(exchange.response?.body == .absent(size: 9, why: "the body was too large"))
    }

    @Test func withoutAResponseThereIsTheFailure() throws {
        let failed = entry { entry in
            (entry.status, entry.state, entry.errorText) = (nil, .failed, "refused")
            entry.exchange?.response = HistoryMessage()
        }
        let exchange = try #require(RecordedExchange(failed))
        #expect(exchange.response == nil && exchange.failure == "refused")
    }

    @Test func whatWasNeverSentIsNone() {
        #expect(RecordedExchange(entry { $0.url = "" }) == nil)
    }
}
