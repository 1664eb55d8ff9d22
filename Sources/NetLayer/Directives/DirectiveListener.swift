// Listens to a pool's sources of directives: looks at files and URLs from time to time, and keeps sockets open.

import Glibc
import Synchronization

/// Follows what comes from the sources of a pool until it is stopped or let go: in the environment that the pool stands in, or in that of
/// ``use(_:)``. Nothing that comes can end it; what is refused is told by the pool's events.
public final class DirectiveListener: Sendable {
    /// Between two looks at a file.
    static let look = Duration.seconds(1)

    private let tasks: [Task<Void, Never>]
    private let sockets: [DirectiveSocket]
    private let voices: [DirectiveThread]
    private let target: Target

    init(_ sources: [DirectiveSource], pool: ServicePool, client: NetClient) {
        let target = Target(pool)
        var tasks: [Task<Void, Never>] = []
        var sockets: [DirectiveSocket] = []
        var voices: [DirectiveThread] = []
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
                    voices.append(try Self.voice(descriptor) { Self.answer($0, target.pool, client) })
                }
            } catch {
                client.refuse(.unreadable(error.detail), in: pool)
            }
        }
        self.tasks = tasks
        self.sockets = sockets
        self.voices = voices
        self.target = target
    }

    deinit { stop() }

    /// What comes from now on is followed in that environment; what was followed stays where it was.
    public func use(_ environment: Environment) { target.use(environment) }

    /// Listens no more; its sockets are closed and removed. Any number of calls.
    public func stop() {
        tasks.forEach { $0.cancel() }
        sockets.forEach { $0.stop() }
        voices.forEach { $0.stop() }
    }

    // MARK: Parts

    private static func voice(
        _ descriptor: Int32, answer: @escaping @Sendable (DirectiveLine) -> String
    ) throws(FileProblem) -> DirectiveThread {
        let own = fcntl(descriptor, F_DUPFD_CLOEXEC, 3)
        guard own >= 0 else { throw FileProblem("the input \(descriptor) cannot be read") }
        return try DirectiveThread(voice: own, answer: answer)
    }

    /// The pool in the environment that is in use.
    private final class Target: Sendable {
        private let current: Mutex<ServicePool>

        init(_ pool: ServicePool) { current = Mutex(pool) }

        var pool: ServicePool { current.withLock { $0 } }
        func use(_ environment: Environment) { current.withLock { $0.use(environment) } }
    }

    private static func watch(file path: String, _ target: Target, _ client: NetClient) async {
        var watch = DirectiveWatch()
        while !Task.isCancelled {
            act(watch.saw(ControlFile.look(at: path)), target.pool, client)
            do { try await client.time.sleep(client.now + look) } catch { return }
        }
    }

    private static func watch(_ place: PolledURL, every interval: Duration, _ target: Target, _ client: NetClient) async {
        var watch = DirectiveWatch()
        var place = place
        while !Task.isCancelled {
            let (look, tag) = await place.look()
            if Task.isCancelled { return }
            act(watch.saw(look), target.pool, client)
            // What is doubtful is to be sent whole once more.
            if !watch.isDoubtful { place.remember(tag) }
            let pause = interval * 0.9 + client.random.fraction(of: interval * 0.2)
            do { try await client.time.sleep(client.now + pause) } catch { return }
        }
    }

    private static func act(_ verdict: DirectiveWatch.Verdict, _ pool: ServicePool, _ client: NetClient) {
        switch verdict {
        case .nothing: return
        case .follow(let text, let isVouched): client.follow(text, isVouched: isVouched, in: pool)
        case .refuse(let refusal): client.refuse(refusal, in: pool)
        }
    }

    private static func answer(_ line: DirectiveLine, _ pool: ServicePool, _ client: NetClient) -> String {
        let refusal =
            switch line {
            // Nobody else can connect to a socket of ours, and who started the program may say so.
            case .whole(let text): client.follow(text, isVouched: true, in: pool)
            case .cut: client.refuse(.malformed("its line has no end: a line break is missing"), in: pool)
            case .tooLong: client.refuse(.malformed("it has more than \(WrittenDirective.longest) bytes"), in: pool)
            }
        return refusal.map { "refused: \($0)" } ?? "ok"
    }
}
