// Listens to a pool's sources of directives: polls files and URLs, and keeps sockets open.

import Synchronization

/// Follows the directives from the sources of a pool until it is stopped or released, in the
/// pool's environment or in that of ``selectEnvironment(_:)``. No directive can end it; the pool's events
/// report refused directives.
public final class DirectiveListener: Sendable {
    /// The interval between two reads of a file.
    static let look = Duration.seconds(1)

    private let tasks: [Task<Void, Never>]
    private let sockets: [DirectiveSocket]
    private let inputs: [StoppableThread]
    private let target: Target

    init(_ sources: [DirectiveSource], pool: ServicePool, client: NetClient) {
        let target = Target(pool)
        var tasks: [Task<Void, Never>] = []
        var sockets: [DirectiveSocket] = []
        var voices: [StoppableThread] = []
        for source in sources {
            do throws(FileProblem) {
                switch source {
                case .file(let path): tasks.append(Task.detached { await Self.watch(file: path, target, client) })
                case .url(let url, let interval):
                    let place = PolledURL(url, client.transport, like: pool.services.first)
                    tasks.append(Task.detached { await Self.watch(place, every: max(interval, .seconds(1)), target, client) })
                case .socket(let path):
                    sockets.append(try DirectiveSocket(at: path) { Self.answer($0, target.pool, client) })
                case .input(let descriptor):
                    voices.append(try Self.openInput(descriptor) { Self.answer($0, target.pool, client) })
                }
            } catch {
                client.refuse(.unreadable(error.detail), in: pool)
            }
        }
        self.tasks = tasks
        self.sockets = sockets
        self.inputs = voices
        self.target = target
    }

    deinit { stop() }

    /// Applies future directives in that environment. Directives that were followed
    /// before keep their environment.
    public func selectEnvironment(_ environment: Environment) { target.selectEnvironment(environment) }

    /// Stops listening; closes and removes its sockets. May be called repeatedly.
    public func stop() {
        tasks.forEach { $0.cancel() }
        sockets.forEach { $0.stop() }
        inputs.forEach { $0.stop() }
    }

    // MARK: Parts

    private static func openInput(
        _ descriptor: Int32, answer: @escaping @Sendable (DirectiveLine) -> String
    ) throws(FileProblem) -> StoppableThread {
        guard let own = OpenFile.duplicate(descriptor) else { throw FileProblem("the input \(descriptor) cannot be read") }
        return try StoppableThread(DirectiveSocketLoop(voice: own, answer: answer), listeningFor: "directives")
    }

    /// The pool in the environment in use.
    private final class Target: Sendable {
        private let current: Mutex<ServicePool>

        init(_ pool: ServicePool) { current = Mutex(pool) }

        var pool: ServicePool { current.withLock { $0 } }
        func selectEnvironment(_ environment: Environment) { current.withLock { $0.selectEnvironment(environment) } }
    }

    private static func watch(file path: String, _ target: Target, _ client: NetClient) async {
        var watch = DirectiveWatch()
        while !Task.isCancelled {
            perform(watch.evaluate(ControlFile.readDirective(at: path)), target.pool, client)
            do { try await client.time.sleep(client.now + look) } catch { return }
        }
    }

    private static func watch(_ place: PolledURL, every interval: Duration, _ target: Target, _ client: NetClient) async {
        var watch = DirectiveWatch()
        var place = place
        while !Task.isCancelled {
            let (look, tag) = await place.fetch()
            if Task.isCancelled { return }
            perform(watch.evaluate(look), target.pool, client)
            // A doubtful directive must be transferred in full once more.
            if !watch.isDoubtful { place.remember(tag) }
            let pause = interval * 0.9 + client.random.fraction(of: interval * 0.2)
            do { try await client.time.sleep(client.now + pause) } catch { return }
        }
    }

    private static func perform(_ verdict: DirectiveWatch.Verdict, _ pool: ServicePool, _ client: NetClient) {
        switch verdict {
        case .nothing: return
        case .follow(let text, let isVouched): client.follow(text, isVouched: isVouched, in: pool)
        case .refuse(let refusal): client.refuse(refusal, in: pool)
        }
    }

    private static func answer(_ line: DirectiveLine, _ pool: ServicePool, _ client: NetClient) -> String {
        let refusal =
            switch line {
            // Only this user can connect to the socket, and the user that started the
            // program may give directives.
            case .whole(let text): client.follow(text, isVouched: true, in: pool)
            case .cut: client.refuse(.malformed("its line has no end: a line break is missing"), in: pool)
            case .tooLong: client.refuse(.malformed("it has more than \(WrittenDirective.longest) bytes"), in: pool)
            }
        return refusal.map { "refused: \($0)" } ?? "ok"
    }
}

extension NetClient {
    /// Listens for directives until the listener is stopped or released.
    public func listen(to sources: [DirectiveSource], for pool: ServicePool) -> DirectiveListener {
        DirectiveListener(sources, pool: pool, client: self)
    }
}
