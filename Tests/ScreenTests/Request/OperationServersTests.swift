// An operation with servers of its own is sent there, unless the user chose where requests go.

import Catalog
import NetLayer
import Testing

@testable import Screen

@Suite struct OperationServersTests {
    private func driver(_ pool: ServicePool?) throws -> Driver {
        let text = #"""
            {"openapi": "3.1.0", "info": {"title": "Files"}, "servers": [{"url": "https://api.example"}],
             "paths": {"/list": {"get": {"operationId": "list"}},
                       "/upload": {"servers": [{"url": "https://upload.example/v2"}], "post": {"operationId": "upload"}}}}
            """#
        let description = try Shop.read(Array(text.utf8))
        return Driver(description, pool ?? ServicePool(description), width: 80, height: 24)
    }

    @Test func theOperationsOwnServersComeFirst() throws {
        var driver = try driver(nil)
        driver.select("list")
        driver.keys("s")
        #expect(driver.takeEffects().compactMap(\.pool).map { $0.services.map(\.baseURL.revealed) } == [["https://api.example"]])
        driver.select("upload")
        driver.keys("s")
        #expect(
            driver.takeEffects().compactMap(\.pool).map { $0.services.map(\.baseURL.revealed) } == [["https://upload.example/v2"]]
        )
    }

    /// How a server is reached is no other server: the operation's own still comes first, and is reached in the same way.
    @Test func connectionOptionsChangeNoAddress() throws {
        var service = Service(name: "https://api.example", baseURL: URI("https://api.example"))
        service.connection.insecure = true
        var driver = try driver(ServicePool([service]))
        driver.select("upload")
        driver.keys("s")
        let services = driver.takeEffects().compactMap(\.pool).flatMap(\.services)
        #expect(services.map(\.baseURL.revealed) == ["https://upload.example/v2"])
        #expect(services.map(\.connection.insecure) == [true])
    }

    @Test func aPoolThatTheUserChoseIsForEverything() throws {
        let own = ServicePool([Service(name: "own", baseURL: URI("http://127.0.0.1:8080"))])
        var driver = try driver(own)
        driver.select("upload")
        driver.keys("s")
        #expect(driver.takeEffects().compactMap(\.pool) == [own])
    }
}

extension Effect {
    fileprivate var pool: ServicePool? { if case .engine(.send(let order)) = self { order.pool } else { nil } }
}
