// A description with all that a form can show: choices, checks, bodies of three kinds, credentials, docs.

import Canvas
import Catalog
import Foundation
import NetLayer
import TestSupport

enum Library {
    static let pool = ServicePool([Service(name: "library.example", baseURL: URI("https://library.example/v2"))])

    static func driver(_ size: Size = .small) throws -> Driver {
        let file = SharedData.repository.appending(path: "Tests/Fixtures/library.json")
        let description = try APIDescription.parse([UInt8](try Data(contentsOf: file)), source: "library.json", base: nil)
        return Driver(description, pool, width: size.width, height: size.height)
    }
}
