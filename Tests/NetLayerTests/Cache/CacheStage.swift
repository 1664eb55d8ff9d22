// A cache in front of a scripted origin, on a clock of the test's.

import NetLayer
import Synchronization

@testable import NetLayer

/// Answers come from the script in order; one that is empty leaves the exchange in the air.
final class CacheStage: Sendable {
    private final class Script: Sendable {
        let answers: Mutex<[[ScriptedTransport.Step]]>
        let now = Mutex(Duration.seconds(1_795_262_400))

        init(_ answers: [[ScriptedTransport.Step]]) { self.answers = Mutex(answers) }
    }

    private let script: Script
    let origin: ScriptedTransport
    let store = MemoryCache()
    let transport: CachingTransport

    init(_ answers: [[ScriptedTransport.Step]], rules: CacheRules = CacheRules()) {
        let script = Script(answers)
        self.script = script
        origin = ScriptedTransport { _ in script.answers.withLock { $0.isEmpty ? [] : $0.removeFirst() } }
        transport = CachingTransport(origin, store: store, rules: rules, wallClock: { script.now.withLock { $0 } })
    }

    func pass(_ time: Duration) { script.now.withLock { $0 += time } }

    static func request(_ headers: Headers = [:], method: HTTPMethod = .get, url: String = "http://a.test/x") -> WireRequest {
        WireRequest(method: method, url: URI(url), headers: headers)
    }

    /// Sends, and takes what has come by then.
    @discardableResult func send(_ request: WireRequest = request()) -> AnswerTaker.Answer {
        let taker = AnswerTaker()
        _ = transport.start(request, observer: taker)
        return taker.answer
    }
}

extension AnswerTaker.Answer {
    var text: String { String(decoding: body, as: UTF8.self) }
}

extension [ScriptedTransport.Step] {
    static func text(_ text: String, _ control: String, _ more: Headers = [:], status: Int = 200) -> Self {
        var headers = more
        headers.add(HeaderField("Cache-Control", control))
        return .answer(status, headers: headers, body: [UInt8](text.utf8))
    }
}
