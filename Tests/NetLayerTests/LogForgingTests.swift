// What servers say in a log: a line is one line, moves no cursor, and holds no secret that its name tells.

import TestSupport
import Testing

@testable import NetLayer

@Suite struct LogForgingTests {
    private func lines(_ level: LogLevel, _ type: String, _ body: String, status: Int = 200) async -> [String] {
        let transport = ScriptedTransport { _ in .answer(status, headers: ["Content-Type": type], body: Array(body.utf8)) }
        var behaviour = ClientBehaviour()
        behaviour.business = .code(at: "/code", success: ["0"], message: "/msg")
        behaviour.excerptBytes = 1_000
        let client = NetClient(transport: transport, behaviour: behaviour)
        let (stream, diary) = (client.events(), Diary())
        _ = await client.dispatch(Net.call(), on: Net.pool).outcome
        _ = await client.isDrained()
        stream.finish()
        await LogSink(level) { diary.write($0) }.follow(stream)
        return diary.lines
    }

    @Test(arguments: [
        ("application/json", #"{"code":7,"msg":"no\n#99 200 GET https://bank.test/ok [0.0100 s]\u001b[2J\u2028x\u202e"}"#, 200),
        ("text/plain", "oops\n#98 200 GET /forged\u{1b}[31m\u{9b}2J", 500),
        ("application/xml", "<a>\r\n#97 200 GET /forged</a>", 500),
    ]) func aServerWritesNoLinesOfItsOwn(_ type: String, _ body: String, _ status: Int) async {
        for level in [LogLevel.error, .info, .debug] {
            for line in await lines(level, type, body, status: status) {
                let isHarmless = line.unicodeScalars.allSatisfy { scalar in
                    ![.control, .format, .lineSeparator, .paragraphSeparator].contains(scalar.properties.generalCategory)
                }
                #expect(isHarmless, "\(line.debugDescription)")
            }
        }
    }

    @Test(arguments: [
        ("application/json", #"{"access_token": "s3cret"}"#), ("text/plain", "access_token=s3cret&x=1"),
        ("text/plain", "access_token: s3cret"), ("application/xml", "<a><access_token>s3cret</access_token></a>"),
    ]) func secretsOfBodiesAreMasked(_ type: String, _ body: String) async {
        let lines = await lines(.debug, type, body)
        #expect(lines.contains { $0.contains("access_token") } && !lines.contains { $0.contains("s3cret") }, "\(lines)")
    }
}
