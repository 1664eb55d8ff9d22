// Performs the health checks of a pool: sleeps until one is due, sends it and reports the result. It ends
// when the pool is no longer used, and with its client; then the next client that uses the pool continues.

import Synchronization

struct HealthProber: Sendable {
    let controller: FailoverController
    let environment: Environment
    let services: [Service]
    /// Adds the common headers and parameters of all requests to a check: without them, a gateway may respond
    /// instead of the service.
    let generator: RequestGenerator
    let transport: any Transport
    let network: NetworkMonitor
    let time: TimeSource

    func run() async {
        let running = RunningChecks()
        await withTaskCancellationHandler {
            while !Task.isCancelled {
                let now = time.now()
                guard
                    let (due, next) = controller.probes(in: environment, isNetworkGone: network.status == .notReachable, at: now)
                else { return }
                for order in due { begin(order, running) }
                // A result that brings the next check forward wakes the task.
                await waitForNextCheck(until: next)
            }
            controller.endProbing(in: environment)
        } onCancel: {
            running.cancel()
        }
    }

    private func waitForNextCheck(until moment: Duration) async {
        // Begins on this thread, so that no other has to wake for it.
        let sleeper = Task.immediate { _ = try? await time.sleep(moment) }
        controller.sleep(sleeper, in: environment)
        await withTaskCancellationHandler {
            await sleeper.value
        } onCancel: {
            sleeper.cancel()
        }
    }

    /// Starts a check. Its result is reported where the transport reports it: a round wakes no thread for
    /// each of its results.
    private func begin(_ order: ProbeOrder, _ running: RunningChecks) {
        let startedAt = time.now()
        @Sendable func report(_ result: (outcome: ServiceOutcome, detail: String)) {
            let now = time.now()
            // A cancelled check says nothing about the service.
            let isBrokenOff = running.areCancelled
            controller.probed(
                order, in: environment, isBrokenOff ? .uncounted : result.outcome, latency: now - startedAt,
                detail: isBrokenOff ? "its client has ended" : result.detail, at: now)
        }
        let service = services[order.service].standing(in: environment)
        guard let health = controller.options.health, let deployment = service.deployment else {
            return report((.uncounted, "it has no address"))
        }
        let plan = RequestPlan(
            id: "health", method: health.method, path: health.path,
            timeouts: Timeouts(connect: health.timeout, total: health.timeout),
            limits: ResponseLimits(body: HealthCheck.bodyLimit, decodedBody: HealthCheck.bodyLimit), followsRedirects: false)
        do throws(NetError) {
            let request = try generator.request(for: plan, on: service)
            guard network.allows(request) else { return report((.uncounted, "the network is reported to be gone")) }
            send(request, running, isLast: false) { report(health.verdict($0, $1)) }
        } catch {
            report((.failed(.status), "\(deployment.baseURL): \(error.detail)"))
        }
    }

    private func send(
        _ request: WireRequest, _ running: RunningChecks, isLast: Bool,
        _ finish: @escaping @Sendable (_ answer: ProbeExchange.Answer?, _ failure: TransferFailure?) -> Void
    ) {
        let exchange = ProbeExchange()
        running.add(exchange)
        exchange.start(request, on: transport) { end in
            running.remove(exchange)
            // A connection that was kept open has ended, perhaps without a word (a suspend, another network):
            // this says nothing about the health of the service.
            if !isLast, end.failure?.isStale == true || end.isSilentReuse && exchange.answer == nil {
                var again = request
                again.connection.isFresh = true
                return send(again, running, isLast: true, finish)
            }
            var failure = end.failure
            if let kind = failure?.kind { failure?.kind = kind.adjusted(hasConnected: exchange.hasConnected) }
            finish(exchange.answer, failure)
        }
    }
}

/// The checks of one client that are in flight.
private final class RunningChecks: Sendable {
    private struct State {
        var exchanges: [ObjectIdentifier: ProbeExchange] = [:]
        var areCancelled = false
    }

    private let state = Mutex(State())

    var areCancelled: Bool { state.withLock { $0.areCancelled } }

    /// Called before the exchange starts; it ends at once when all are cancelled already.
    func add(_ exchange: ProbeExchange) {
        let isLate = state.withLock { state in
            state.exchanges[ObjectIdentifier(exchange)] = exchange
            return state.areCancelled
        }
        if isLate { exchange.cancel() }
    }

    func remove(_ exchange: ProbeExchange) { state.withLock { $0.exchanges[ObjectIdentifier(exchange)] = nil } }

    func cancel() {
        let exchanges = state.withLock { state in
            state.areCancelled = true
            return Array(state.exchanges.values)
        }
        exchanges.forEach { $0.cancel() }
    }
}

extension TransferEnd {
    /// The time ran out on a connection that was kept open.
    fileprivate var isSilentReuse: Bool {
        guard metrics.reusedConnection, case .timedOut? = failure?.kind else { return false }
        return true
    }
}

extension HealthCheck {
    /// In bytes: a health path whose response never ends is a failure.
    static let bodyLimit = 64 << 10

    /// Judges a response.
    func verdict(_ answer: ProbeExchange.Answer?, _ failure: TransferFailure?) -> (ServiceOutcome, String) {
        if let failure {
            let outcome = OutcomeClassifier().outcome(.failure(failure.kind, hasHead: answer != nil))
            // A response that is larger than the limit is a failure.
            return (outcome == .answered ? .failed(.status) : outcome, failure.detail)
        }
        guard let answer else { return (.failed(.protocolViolation), "no response head") }
        guard statuses.contains(answer.head.status) else {
            let target = answer.head.headers["Location"].map { ", a redirect to \(URI($0))" } ?? ""
            return (
                .failed(.status), "\(answer.head.status)\(target); \(statuses.lowerBound) to \(statuses.upperBound) is expected"
            )
        }
        if let text = bodyContains, !answer.body.contains(Array(text.utf8)) {
            return (.failed(.status), "its body does not contain '\(text)'")
        }
        return (.answered, "\(answer.head.status)")
    }
}
