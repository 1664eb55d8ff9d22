import Testing

@testable import NetLayer

/// The table of what counts against a service (failover.md, "Outcome classification").
struct OutcomeClassifierTests {
    @Test(
        .rows("HH-F2"),
        arguments: [
            (NetError.Kind.timedOut(.total), ServiceOutcome.failed(.timedOut)), (.timedOut(.idle), .failed(.timedOut)),
            (.timedOut(.connect), .failed(.connect)), (.connect, .failed(.connect)), (.dns, .failed(.dns)), (.tls, .failed(.tls)),
            (.cut, .failed(.lost)), (.protocolViolation, .failed(.protocolViolation)),
            (.timedOut(.deadline), .uncounted), (.noNetwork, .uncounted), (.cancelled(.user), .uncounted),
            (.cancelled(.hedge), .failed(.slow)), (.cancelled(.superseded), .uncounted), (.cancelled(.redispatch), .uncounted),
            (.rejected, .uncounted), (.notAllowed, .uncounted), (.badRequest, .uncounted),
            (.decode, .answered), (.business("E1"), .answered), (.validation, .answered),
            (.redirect, .failed(.protocolViolation)),
            (.tooLarge(.headers), .failed(.protocolViolation)), (.tooLarge(.body), .answered),
            (.tooLarge(.decodedBody), .answered),
        ])
    func errorsOfAnAttempt(_ kind: NetError.Kind, _ outcome: ServiceOutcome) {
        #expect(OutcomeClassifier().outcome(.failure(kind, hasHead: false)) == outcome)
    }

    @Test func aCutBodyIsAnotherThingThanALostConnection() {
        #expect(OutcomeClassifier().outcome(.failure(.cut, hasHead: true)) == .failed(.cut))
    }

    @Test func ofAllStatusesFourCount() {
        let classifier = OutcomeClassifier()
        let failed = (100...599).filter { classifier.outcome(.status($0)) == .failed(.status) }
        #expect(failed == [500, 502, 503, 504])
        let uncounted = (100...599).filter { classifier.outcome(.status($0)) == .uncounted }
        #expect(uncounted == [429])
        #expect(classifier.outcome(.failure(.status(503), hasHead: true)) == .failed(.status))
    }

    @Test func itIsReplaceableForEachService() {
        var strict = OutcomeClassifier(statuses: [500: 3])
        strict.own = { brought in if case .status(404) = brought { .failed(.status) } else { nil } }
        #expect(strict.outcome(.status(404)) == .failed(.status) && strict.outcome(.status(503)) == .answered)
        let services = ["a", "b"].map { Service(name: $0, baseURL: URI("http://\($0).test")) }
        let controller = FailoverController(services, classifiers: ["a": strict])
        func send(_ status: Int) -> ServiceOutcome? {
            controller.pickService(PickRequest(), in: .standard, at: .zero).map {
                controller.record($0, in: .standard, .status(status), latency: .zero, at: .zero)
            }
        }
        // Two of weight three are six failures in a row.
        #expect((1...2).map { _ in send(500) } == [.failed(.status, weight: 3), .failed(.status, weight: 3)])
        #expect(controller.status(at: .zero).active == 1)
        #expect(send(404) == .answered)
    }

    /// A service that answers at all is on a network that works, whatever that answer counts for.
    @Test func whatSaysThatSomebodyIsThere() {
        let brought: [OutcomeClassifier.AttemptResult] = [
            .status(429), .status(500), .failure(.cut, hasHead: true), .failure(.cut, hasHead: false),
        ]
        #expect(brought.map(\.isReachable) == [true, true, true, false])
        let outcomes: [ServiceOutcome] = [
            .answered, .failed(.status), .failed(.cut), .failed(.protocolViolation),
            .uncounted, .failed(.timedOut), .failed(.connect), .failed(.lost),
        ]
        #expect(outcomes.map(\.isReachable) == [true, true, true, true, false, false, false, false])
    }
}
