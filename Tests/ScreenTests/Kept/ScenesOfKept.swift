// Scenes: what is kept between requests, and the way to a login.

import Canvas
import Catalog

@testable import NetLayer
@testable import Screen

extension Scene {
    static let kept: [Scene] = [
        Scene("cache", [.small, .medium, .tiny]) { driver in
            driver.keys(": 'cache' enter")
            driver.update(.kept(.cache(Vault.entries, Vault.report)))
            driver.keys("j")
        },
        Scene("cache-empty", [.small]) { driver in
            driver.keys(": 'cache' enter")
            driver.update(.kept(.cache([], Vault.report)))
        },
        Scene("cache-clear", [.small]) { driver in
            driver.keys(": 'cache' enter")
            driver.update(.kept(.cache(Vault.entries, Vault.report)))
            driver.keys("D")
        },
        Scene("cache-policy", [.small, .medium]) { driver in
            driver.select("list items")
            driver.keys(": 'cache '")
        },
        Scene("cookies", [.small, .medium, .tiny]) { driver in
            driver.keys(": 'cookies' enter")
            driver.update(.kept(.cookies(Vault.cookies, now: .seconds(1_000))))
        },
        Scene("cookies-revealed", [.medium]) { driver in
            driver.keys(": 'cookies' enter")
            driver.update(.kept(.cookies(Vault.cookies, now: .seconds(1_000))))
            driver.keys("v j")
        },
        Scene("login", [.small, .medium, .tiny], ": 'login' enter 'explorer' tab 'hunter2'", on: Vault.driver),
        Scene("login-refused", [.small], ": 'login' enter enter", on: Vault.driver),
        Scene(
            "login-browser", [.small],
            from: { size in
                var driver = try Vault.driver(size)
                driver.keys(": 'login' enter 'explorer' enter")
                driver.update(
                    .login(
                        .browser(URI("https://id.example/authorize?client_id=explorer&scope=read&state=12345"), isOpened: false)))
                return driver
            }),
        Scene(
            "login-device", [.small],
            from: { size in
                var driver = try Vault.driver(size)
                driver.keys(": 'login' enter 'explorer' enter")
                driver.update(.login(.device(Vault.code)))
                return driver
            }),
    ]
}

/// Things that are kept, as examples.
enum Vault {
    static let entries = (1...3).map { number in
        entry(
            "https://api.shop.example/v1/items?page=\(number)", age: number * 40, lifetime: 60, tiers: number == 1 ? .both : .disk
        )
    }

    static let report: CacheReport = {
        var report = CacheReport()
        var usage = CacheUsage()
        (usage.entries, usage.bytes, usage.capacity) = (3, 3_000, 20 << 20)
        report.memory = usage
        return report
    }()

    static func entry(_ url: String, age: Int, lifetime: Int, tiers: CacheTiers) -> CachedEntry {
        CachedEntry.example(url, age: age, lifetime: lifetime, tiers: tiers)
    }

    static let cookies: [KeptCookie] = [
        ("session", "abc123", nil), ("theme", "dark", 90_000),
    ].map { (name: String, value: String, ends: Int?) in
        KeptCookie(
            Cookie(
                name: name, value: Secret(value), domain: "api.shop.example", path: "/", expiresAt: ends.map { .seconds($0) },
                isHostOnly: ends == nil, isSecure: true, isHTTPOnly: ends == nil, sameSite: .lax, createdAt: .zero, usedAt: .zero),
            in: AccountScope(family: "shop", environment: .standard, account: "alice"))
    }

    static let code = DeviceCode(
        userCode: "WDJB-MJHT", verificationURI: URI("https://id.example/device"), verificationURIComplete: nil,
        expiresAt: .seconds(600),
        interval: .seconds(5))

    private static let flows =
        #"{"authorizationCode": {"authorizationUrl": "https://id.example/authorize", "tokenUrl": "/token", "scopes": {"read": "", "write": ""}}, "clientCredentials": {"tokenUrl": "/token"}, "deviceAuthorization": {"deviceAuthorizationUrl": "https://id.example/device", "tokenUrl": "/token"}}"#

    /// An API with OAuth 2.
    static func driver(_ size: Size) throws -> Driver { try driver(size, flows: flows) }

    static func driver(_ size: Size, flows: String) throws -> Driver {
        let text =
            #"{"openapi": "3.2.0", "info": {"title": "Vault", "version": "1"}, "servers": [{"url": "https://vault.example/v1"}], "paths": {"/gold": {"get": {"operationId": "gold", "security": [{"o": ["read"]}]}}}, "components": {"securitySchemes": {"o": {"type": "oauth2", "flows": \#(flows)}}}}"#
        let pool = ServicePool([Service(name: "vault", baseURL: URI("https://vault.example/v1"))])
        return Driver(try Shop.read(Array(text.utf8)), pool, width: size.width, height: size.height)
    }
}
