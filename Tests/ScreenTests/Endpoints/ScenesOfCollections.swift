// Scenes of collections: requests by their names, variables, environments, saved bodies and authentication.

import Canvas
import Catalog
import Foundation
import NetLayer
import TestSupport

@testable import Screen

extension Scene {
    static let collections: [Scene] = [
        collection("collection", [.small, .medium, .tiny], ""), collection("collection-found", [.small], "/ 'up' enter"),
        collection("collection-variable-missing", [.small], "j 2 s"),
    ]

    private static func collection(_ name: String, _ sizes: [Size], _ keys: String) -> Scene {
        Scene(name, sizes, keys) { size in
            let file = SharedData.repository.appending(path: "Tests/Fixtures/collections/postman-2.1.json")
            let bytes = [UInt8](try Data(contentsOf: file))
            guard let description = try CollectionFiles.description(bytes, source: "shop.json", name: "shop.json") else {
                throw CocoaError(.fileReadCorruptFile)
            }
            return Driver(description, ServicePool(description), width: size.width, height: size.height)
        }
    }
}
