// The shop in two environments, of which production has a guard.

import Catalog

@testable import NetLayer
@testable import Screen
@testable import Workbench

enum GuardedShop {
    static let production = Environment(rawValue: "production")
    static let staging = Environment(rawValue: "staging")

    static func driver(_ level: GuardLevel?, width: Int = 100, height: Int = 32) throws -> Driver {
        let deployments = [
            Deployment(production, baseURL: URI("https://api.test/v1")), Deployment(staging, baseURL: URI("https://stage.test")),
        ]
        let pool = ServicePool([Service(name: "shop", deployments: deployments)], id: "shop", environment: production)
        let rule = level.map { GuardRule($0, .file(path: "explorer.yaml", line: 7), api: "shop", environment: production) }
        var description = try Shop.read(
            Array(
                #"""
                {"openapi": "3.1.0", "info": {"title": "Shop", "version": "1"}, "paths": {
                 "/items": {"get": {"operationId": "list"}, "delete": {"operationId": "clear"}}}}
                """#.utf8))
        description.guards.record(
            deployments.map {
                GuardBook.Place(
                    api: "shop", environment: $0.environment, address: $0.baseURL, rule: $0.environment == production ? rule : nil
                )
            }, of: "explorer.yaml")
        var driver = Driver(description, pool, width: width, height: height)
        _ = driver.takeEffects()
        return driver
    }
}
