// Logs in and out: gives the engine the flow to a token, opens the browser, and reports progress.

import Catalog
import Foundation
import NetLayer
import Screen
import Synchronization
import Workbench
import Workspace

final class LoginRunner: Sendable {
    private let client: NetClient
    private let inbox: Inbox
    private let environment: [String: String]
    private let running = Mutex<Task<Void, Never>?>(nil)
    /// The active login of each family and environment; the login for all environments under `nil`.
    private let used = Mutex<[Place: LoginOrder]>([:])

    private struct Place: Hashable {
        var family: String
        var environment: NetLayer.Environment?
    }

    init(client: NetClient, inbox: Inbox, environment: [String: String]) {
        self.client = client
        self.inbox = inbox
        self.environment = environment
    }

    /// The pool's requests carry the order's token, in all environments. A login of the program itself needs
    /// no user. Without an order the requests carry no token.
    func use(_ order: LoginOrder?, for pool: ServicePool) {
        let place = Place(family: pool.family)
        let typed = used.withLock { used in
            used[place] = order
            // The workspace's login replaces logins that the user has started.
            let typed = order == nil ? [] : used.keys.filter { $0.family == pool.family && $0.environment != nil }
            for place in typed { used[place] = nil }
            return typed
        }
        for place in typed { set(nil, place) }
        set(order, place)
    }

    /// The pool's requests are signed with the key, in all environments.
    func sign(_ key: Credential, for pool: ServicePool) {
        // The key replaces all logins of the family.
        let places = used.withLock { used in
            let places = used.keys.filter { $0.family == pool.family }
            for place in places { used[place] = nil }
            return places
        }
        for place in places { set(nil, place) }
        client.accounts.setAuthentication(.fixed(key), family: pool.family)
    }

    private func set(_ order: LoginOrder?, _ place: Place) {
        let authentication = order.flatMap { $0.plan.authentication(by: flow) }
        client.accounts.setAuthentication(authentication, family: place.family, environment: place.environment)
    }

    private func flow(_ login: OAuthLogin) -> OAuthFlow? {
        switch login.grant {
        case .clientCredentials, .password: login.ownFlow
        case .authorizationCode: .authorizationCode(AuthorizationCodeFlow { [self] url in open(url) })
        case .deviceAuthorization: .deviceCode { [inbox] code in inbox.post(.login(.device(code))) }
        case .implicit: nil
        }
    }

    func perform(_ effect: LoginEffect) {
        switch effect {
        case .use(let plan, let pool): use(plan.map { LoginOrder(plan: $0, pool: pool) }, for: pool)
        case .sign(let key, let pool): sign(key, for: pool)
        case .begin(let order): begin(order)
        case .stop: stop()
        case .end(let pool): end(pool)
        }
    }

    func begin(_ order: LoginOrder) {
        if let login = order.plan.oauth, flow(login) == nil {
            return inbox.post(.login(.failed("a program does not log in \(login.grant.title) any more")))
        }
        // A login of the workspace applies to all environments, a login of the user only to its own.
        let everywhere = Place(family: order.pool.family)
        let isWritten = used.withLock { $0[everywhere]?.plan == order.plan }
        let place = isWritten ? everywhere : Place(family: order.pool.family, environment: order.pool.environment)
        if !isWritten { set(order, place) }
        let task = Task.detached { [self] in
            do throws(NetError) {
                let status = try await client.login(on: order.pool)
                used.withLock { $0[place] = order }
                let lasts = status.expiresAt.map { max(.zero, $0 - WallClock.system()) }
                inbox.post(.login(.loggedIn(status, lasts: lasts)))
            } catch {
                // A failed login restores the login before it.
                if !isWritten { set(used.withLock { $0[place] }, place) }
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
        // A login of the workspace stays configured: `:login` starts it again.
        let place = Place(family: pool.family, environment: pool.environment)
        if used.withLock({ $0.removeValue(forKey: place) }) != nil { set(nil, place) }
        inbox.post(.login(.loggedOut(pool.environment)))
    }

    private static func words(_ error: NetError) -> String {
        error.detail.isEmpty ? "\(error.kind.name)" : "\(error.kind.name): \(error.detail)"
    }

    /// Opens the user's browser, if this session can show one.
    private func open(_ url: URI) {
        let hasScreen = ["DISPLAY", "WAYLAND_DISPLAY", "BROWSER"].contains { !(environment[$0] ?? "").isEmpty }
        let program = hasScreen ? Self.programs(environment).first { FileManager.default.isExecutableFile(atPath: $0) } : nil
        var isOpened = false
        // The program may run as long as it likes.
        if let program,
            case .success = Subprocess.start(
                [program, url.revealed], environment: environment, input: .inherited, output: .nothing, errors: .nothing,
                in: .session)
        {
            isOpened = true
        }
        inbox.post(.login(.browser(url, isOpened: isOpened)))
    }

    /// The programs of `$BROWSER`, then those of desktops.
    private static func programs(_ environment: [String: String]) -> [String] {
        let folders = (environment["PATH"] ?? "/usr/bin:/bin").split(separator: ":").map(String.init)
        let names = (environment["BROWSER"] ?? "").split(separator: ":").map(String.init) + ["xdg-open", "sensible-browser"]
        return names.flatMap { name in name.contains("/") ? [name] : folders.map { "\($0)/\(name)" } }
    }
}
