// Servers that break the rules, through the command line and the screen: each failure has a word, and the program goes on.

import Foundation
import TestSupport
import Testing

/// What a server does wrong, and what the program says of it.
enum Fault: String, CaseIterable, CustomTestStringConvertible {
    case wrongLength = "/wrong-length"
    case brokenChunks = "/broken-chunks"
    case badGzip = "/bad-gzip"
    case hugeHeader = "/huge-header"
    case garbage = "/garbage"
    case cutHead = "/cut-head"
    case nothing = "/nothing"
    case reset = "/reset"

    var testDescription: String { rawValue }

    /// The kind of the error in events and rows.
    var kind: String {
        switch self {
        case .wrongLength, .cutHead, .nothing, .reset: "cut"
        case .brokenChunks, .badGzip, .garbage: "protocol"
        case .hugeHeader: "too_large"
        }
    }

    private var reply: FaultReply {
        switch self {
        case .wrongLength: .wrongLength(announced: 100, body: "too short")
        case .brokenChunks: .brokenChunks
        case .badGzip: .badGzip
        case .hugeHeader: .hugeHeader(1_000_000)
        case .garbage: .garbage
        case .cutHead: FaultReply.answer(headers: [("X-Long", "a value")], body: "hello").cut(at: 30)
        case .nothing: FaultReply([.close])
        case .reset: FaultReply([.send(FaultReply.head(200, [("Content-Length", "100")]) + "the beginning".utf8), .reset])
        }
    }

    static func server() throws -> FaultServer {
        try FaultServer { request in
            switch request.path {
            case "/bad-utf8": .badUTF8
            case "/fine": .answer(body: "fine again")
            case "/hang": .hang
            default: Fault(rawValue: request.path)?.reply ?? .answer(404)
            }
        }
    }
}

@Suite struct FaultyServerTests {
    @Test("no usable answer: exit code 6, one clear word", arguments: Fault.allCases)
    func send(_ fault: Fault) async throws {
        let server = try Fault.server()
        defer { server.stop() }
        let result = try await ExplorerProgram.run("send", "GET", server.url(fault.rawValue), "--events")
        #expect(result.code == 6)
        let events = result.errors.split(separator: "\n").filter { $0.hasPrefix("{") }
        let end = try #require(events.last)
        #expect(
            end.contains(#""event":"ended""#) && end.contains(#""state":"failed""#) && end.contains(#""error":"\#(fault.kind)""#),
            "\(end)")
        let complaint = result.errors.split(separator: "\n").filter { !$0.hasPrefix("{") }
        #expect((2...3).contains(complaint.count) && complaint.first?.hasPrefix("explorer: ") == true, "\(complaint)")
    }

    @Test func bytesThatAreNoUTF8ArriveAsTheyAre() async throws {
        let server = try Fault.server()
        defer { server.stop() }
        let result = try await ExplorerProgram.run("send", "GET", server.url("/bad-utf8"))
        #expect(result.code == 0)
        #expect(result.output == [0x63, 0x61, 0x66, 0xe9])
    }

    @Test func anAnswerCutAnywhereIsNoSuccess() async throws {
        let whole = FaultReply.answer(headers: [("X-Name", "value")], body: "0123456789")
        let server = try FaultServer { request in whole.cut(at: Int(request.path.dropFirst()) ?? 0) }
        defer { server.stop() }
        let count = whole.bytes.count
        for place in [0, 1, 8, 12, 17, 18, 30, count - 11, count - 10, count - 9, count - 1] {
            let result = try await ExplorerProgram.run("send", "GET", server.url("/\(place)"))
            #expect(result.code == 6, "cut at \(place): \(result.errors)")
        }
        #expect(try await ExplorerProgram.run("send", "GET", server.url("/\(count)")).text == "0123456789")
    }
}

extension ScreenFlows {
    @Suite struct FaultyServerScreenTests {
        @Test func everyFaultIsARowWithAWordAndTheProgramGoesOn() async throws {
            let server = try Fault.server()
            defer { server.stop() }
            let tmux = try await ExplorerProgram.open(
                ExplorerProgram.fixture("faults.json"), "--base", server.url(""), size: (140, 50))
            try await tmux.waitFor("Endpoints · 11")
            for (index, fault) in Fault.allCases.enumerated() {
                try await tmux.filter(fault.rawValue)
                try await tmux.press("s")
                try await tmux.waitFor("a row of \(fault)") { screen in
                    screen.rows(with: "✗ failed", "GET \(fault.rawValue)", "\(fault.kind):").count == 1
                        && screen.contains("\(index + 1) failed")
                }
            }
            try await tmux.filter("/bad-utf8")
            try await tmux.press("s")
            try await tmux.waitFor("the answer in spite of its bytes") {
                $0.rows(with: "✓ 200", "GET /bad-utf8").count == 1 && $0.contains("caf")
            }
            try await tmux.filter("/fine")
            try await tmux.press("s")
            try await tmux.waitFor("fine again")
            try await tmux.press("q")
            #expect(try await tmux.waitForExit() == 0)
        }
    }
}
