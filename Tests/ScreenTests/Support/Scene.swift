// Situations that are drawn at some sizes and compared with committed screens.

import Canvas
import Testing

/// How the program got where it is.
struct Scene: Sendable, CustomTestStringConvertible {
    let name: String
    let sizes: [Size]
    /// Plays the scene on a screen of that size.
    let play: @Sendable (Size) throws -> Driver

    var testDescription: String { name }

    /// A scene on the shop.
    init(_ name: String, _ sizes: [Size], _ play: @escaping @Sendable (inout Driver) -> Void) {
        self.init(name, sizes) { size in
            var driver = try Driver(width: size.width, height: size.height)
            play(&driver)
            return driver
        }
    }

    init(_ name: String, _ sizes: [Size], from play: @escaping @Sendable (Size) throws -> Driver) {
        self.name = name
        self.sizes = sizes
        self.play = play
    }

    /// A scene of keys on another description.
    init(_ name: String, _ sizes: [Size], _ keys: String, on driver: @escaping @Sendable (Size) throws -> Driver) {
        self.init(
            name, sizes,
            from: { size in
                var driver = try driver(size)
                driver.keys(keys)
                return driver
            })
    }

    static let all =
        starts + forms + libraryForms + results + views + tables + arrangements + traces + overlays + outside + palettes
        + hostile + demos + services + docs + collections + filters + wholeLists + looking + arrangedTables + arriving + bytes
        + kept + history + saved + contracts + guards + live + measured + verified
}

extension Size {
    static let small = Size(width: 80, height: 24)
    static let medium = Size(width: 120, height: 40)
    static let large = Size(width: 200, height: 60)
    static let tiny = Size(width: 40, height: 10)
    static let tinier = Size(width: 20, height: 5)
    static let cell = Size(width: 1, height: 1)

    var name: String { "\(width)x\(height)" }
}
