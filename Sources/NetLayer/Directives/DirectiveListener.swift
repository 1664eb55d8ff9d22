// Listens to a pool's sources of directives: looks at files and URLs from time to time, and keeps sockets open.

/// Follows what comes from the sources of a pool, in the environment that it stands in, until it is stopped or let go. Nothing that comes
/// can end it; what is refused is told by the pool's events.
public final class DirectiveListener: Sendable {
    /// Between two looks at a file.
    static let look = Duration.seconds(1)

    private let tasks: [Task<Void, Never>]
    private let sockets: [DirectiveSocket]

    init(_ sources: [DirectiveSource], pool: ServicePool, client: NetClient) {
        var tasks: [Task<Void, Never>] = []
        var sockets: [DirectiveSocket] = []
        for source in sources {
            switch source {
            case .file(let path): tasks.append(Task.detached { await Self.watch(file: path, pool, client) })
            case .url(let url, let interval):
                tasks.append(Task.detached { await Self.watch(url, every: max(interval, .seconds(1)), pool, client) })
            case .socket(let path):
                do throws(FileProblem) {
                    sockets.append(try DirectiveSocket(at: path) { Self.answer($0, pool, client) })
                } catch {
                    client.refuse(.unreadable(error.detail), in: pool)
                }
            }
        }
        self.tasks = tasks
        self.sockets = sockets
    }

    deinit { stop() }

    /// Listens no more; its sockets are closed and removed. Any number of calls.
    public func stop() {
        tasks.forEach { $0.cancel() }
        sockets.forEach { $0.stop() }
    }

    // MARK: Parts

    private static func watch(file path: String, _ pool: ServicePool, _ client: NetClient) async {
        var watch = DirectiveWatch()
        while !Task.isCancelled {
            act(watch.saw(ControlFile.look(at: path)), pool, client)
            do { try await client.time.sleep(client.now + look) } catch { return }
        }
    }

    private static func watch(_ url: URI, every interval: Duration, _ pool: ServicePool, _ client: NetClient) async {
        var watch = DirectiveWatch()
        var place = PolledURL(url, client.transport)
        while !Task.isCancelled {
            let (look, tag) = await place.look()
            if Task.isCancelled { return }
            act(watch.saw(look), pool, client)
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
            // Nobody else can connect to it.
            case .whole(let text): client.follow(text, isVouched: true, in: pool)
            case .cut: client.refuse(.malformed("its line has no end: a line break is missing"), in: pool)
            case .tooLong: client.refuse(.malformed("it has more than \(WrittenDirective.longest) bytes"), in: pool)
            }
        return refusal.map { "refused: \($0)" } ?? "ok"
    }
}
