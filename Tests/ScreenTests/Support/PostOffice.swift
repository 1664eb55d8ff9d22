// A description whose bodies are alternatives, files and null, and whose parameters have patterns.

import Canvas
import Catalog
import Foundation
import NetLayer
import TestSupport

enum PostOffice {
    static let pool = ServicePool([Service(name: "post.example", baseURL: URI("https://post.example/v1"))])

    static func driver(_ size: Size = .medium) throws -> Driver {
        let file = SharedData.repository.appending(path: "Tests/Fixtures/post.json")
        let description = try APIDescription.parse([UInt8](try Data(contentsOf: file)), source: "post.json", base: nil)
        return Driver(description, pool, width: size.width, height: size.height)
    }
}
