// Performs the health checks of a pool: sleeps until one is due, sends it and reports the result. It ends
// when the pool is no longer used, and with its client; then the next client that uses the pool continues.

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
        defer { if Task.isCancelled { controller.endProbing(in: environment) } }
        await withDiscardingTaskGroup { group in
            while !Task.isCancelled {
                let now = time.now()
                guard
                    let (due, next) = controller.probes(in: environment, isNetworkGone: network.status == .notReachable, at: now)
                else { return }
                for order in due { group.addTask { await probe(order) } }
                // A result that brings the next check forward wakes the task.
                await waitForNextCheck(until: next)
            }
        }
    }

    private func waitForNextCheck(until moment: Duration) async {
        let sleeper = Task { _ = try? await time.sleep(moment) }
        controller.sleep(sleeper, in: environment)
        await withTaskCancellationHandler {
            await sleeper.value
        } onCancel: {
            sleeper.cancel()
        }
    }

    private func probe(_ order: ProbeOrder) async {
        let startedAt = time.now()
        let (outcome, detail) = await checkHealth(services[order.service].standing(in: environment))
        let now = time.now()
        // A cancelled check says nothing about the service.
        let isBrokenOff = Task.isCancelled
        controller.probed(
            order, in: environment, isBrokenOff ? .uncounted : outcome, latency: now - startedAt,
            detail: isBrokenOff ? "its client has ended" : detail, at: now)
    }

    /// The outcome of the check, and its description.
    private func checkHealth(_ service: Service) async -> (ServiceOutcome, String) {
        guard let health = controller.options.health, let deployment = service.deployment else {
            return (.uncounted, "it has no address")
        }
        let plan = RequestPlan(
            id: "health", method: health.method, path: health.path,
            timeouts: Timeouts(connect: health.timeout, total: health.timeout),
            limits: ResponseLimits(body: HealthCheck.bodyLimit, decodedBody: HealthCheck.bodyLimit), followsRedirects: false)
        var request: WireRequest
        do throws(NetError) {
            request = try generator.request(for: plan, on: service)
        } catch {
            return (.failed(.status), "\(deployment.baseURL): \(error.detail)")
        }
        guard network.allows(request) else { return (.uncounted, "the network is reported to be gone") }
        var exchange = ProbeExchange()
        let end = await exchange.run(request, on: transport)
        var failure = end.failure
        // A connection that was kept open has ended, perhaps without a word (a suspend, another network): this
        // says nothing about the health of the service.
        if failure?.isStale == true || end.isSilentReuse && exchange.answer == nil {
            request.connection.isFresh = true
            exchange = ProbeExchange()
            failure = await exchange.run(request, on: transport).failure
        }
        if let kind = failure?.kind { failure?.kind = kind.adjusted(hasConnected: exchange.hasConnected) }
        return health.verdict(exchange.answer, failure)
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
    func verdict(_ answer: (head: ResponseHead, body: [UInt8])?, _ failure: TransferFailure?) -> (ServiceOutcome, String) {
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
