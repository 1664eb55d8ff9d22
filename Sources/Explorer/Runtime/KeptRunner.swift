// Lists and removes the stored data of the client: cached responses and cookies.

import NetLayer
import Screen

final class KeptRunner: Sendable {
    private let client: NetClient
    private let inbox: Inbox

    init(client: NetClient, inbox: Inbox) {
        self.client = client
        self.inbox = inbox
    }

    private var cookies: [KeptCookie] {
        let jar = client.cookies
        return (jar?.scopes ?? []).flatMap { scope in (jar?.cookies(in: scope) ?? []).map { KeptCookie($0, in: scope) } }
    }

    func obey(_ order: KeptOrder) {
        Task.detached { [self] in
            switch order {
            case .listCache: break
            case .removeCached(let id): await client.cache?.remove(id)
            case .clearCache: await client.cache?.clear(.all)
            case .clearExpired: await client.cache?.clearExpired()
            case .listCookies: break
            case .removeCookie(let kept):
                client.cookies?.remove(kept.cookie, in: kept.scope)
                inbox.post(.kept(.removedCookies([kept])))
            case .clearCookies:
                let all = cookies
                client.cookies?.removeAll()
                inbox.post(.kept(.removedCookies(all)))
            case .restoreCookies(let removed):
                for kept in removed { client.cookies?.restore(kept.cookie, in: kept.scope) }
            }
            switch order {
            case .listCache, .removeCached, .clearCache, .clearExpired:
                guard let cache = client.cache else { return inbox.post(.kept(.cache([], CacheReport()))) }
                inbox.post(.kept(.cache(await cache.entries(), await cache.usage())))
            case .listCookies, .removeCookie, .clearCookies, .restoreCookies:
                inbox.post(.kept(.cookies(cookies, now: WallClock.system())))
            }
        }
    }
}
