// Logs in and out: hands the engine the way to a token, opens the browser, and tells how it goes.

import Catalog
import Dispatch
import Explorer
import Foundation
import NetLayer
import Synchronization

final class LoginRunner: Sendable {
    private let client: NetClient
    private let inbox: Inbox
    private let environment: [String: String]
    private let running = Mutex<Task<Void, Never>?>(nil)

    init(client: NetClient, inbox: Inbox, environment: [String: String]) {
        self.client = client
        self.inbox = inbox
        self.environment = environment
    }

    /// The pool's requests carry its token; who is the program itself needs nobody for that.
    func use(_ order: LoginOrder) {
        guard let flow = flow(order.plan.grant) else { return }
        client.accounts.set(.oauth(flow, client: order.plan.client), family: order.pool.id)
    }

    private func flow(_ grant: TokenFlow.Grant) -> OAuthFlow? {
        switch grant {
        case .clientCredentials: .clientCredentials
        case .authorizationCode: .authorizationCode(AuthorizationCodeFlow { [self] url in open(url) })
        case .deviceAuthorization: .deviceCode { [inbox] code in inbox.post(.login(.device(code))) }
        case .password, .implicit: nil
        }
    }

    func begin(_ order: LoginOrder) {
        guard flow(order.plan.grant) != nil else {
            return inbox.post(.login(.failed("a program does not log in \(order.plan.grant.title) any more")))
        }
        use(order)
        let task = Task.detached { [client, inbox] in
            do throws(NetError) {
                let status = try await client.login(on: order.pool)
                let lasts = status.expiresAt.map { max(.zero, $0 - WallClock.system()) }
                inbox.post(.login(.loggedIn(status, lasts: lasts)))
            } catch {
                // Nothing is renewed for who never got in.
                client.accounts.set(nil, family: order.pool.id)
                if !error.isCancellation { inbox.post(.login(.failed(Self.words(error)))) }
            }
        }
        running.withLock { running in
            defer { running = task }
            return running
        }?.cancel()
    }

    func stop() { running.withLock { $0 }?.cancel() }

    func end(_ pool: ServicePool) {
        client.logout(on: pool)
        client.accounts.set(nil, family: pool.id)
        inbox.post(.login(.loggedOut))
    }

    private static func words(_ error: NetError) -> String {
        error.detail.isEmpty ? "\(error.kind.name)" : "\(error.kind.name): \(error.detail)"
    }

    /// The user's browser, where there is one that this session can show.
    private func open(_ url: URI) {
        let hasScreen = ["DISPLAY", "WAYLAND_DISPLAY", "BROWSER"].contains { !(environment[$0] ?? "").isEmpty }
        let program = hasScreen ? Self.programs(environment).first { FileManager.default.isExecutableFile(atPath: $0) } : nil
        var isOpened = false
        if let program,
            case .success(let process) = Spawning.start(
                [program, url.revealed], environment: environment, input: nil, isQuiet: true, in: .session)
        {
            isOpened = true
            DispatchQueue.global().async {
                var status: Int32 = 0
                waitpid(process, &status, 0)
            }
        }
        inbox.post(.login(.browser(url, isOpened: isOpened)))
    }

    /// What `$BROWSER` names, then what desktops have.
    private static func programs(_ environment: [String: String]) -> [String] {
        let folders = (environment["PATH"] ?? "/usr/bin:/bin").split(separator: ":").map(String.init)
        let names = (environment["BROWSER"] ?? "").split(separator: ":").map(String.init) + ["xdg-open", "sensible-browser"]
        return names.flatMap { name in name.contains("/") ? [name] : folders.map { "\($0)/\(name)" } }
    }
}
