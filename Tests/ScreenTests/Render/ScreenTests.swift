// What a person sees, compared with committed screens; and the documents that are made from the same source.

import Canvas
import Foundation
import Screen
import TestSupport
import Testing

@Suite struct ScreenTests {
    @Test(arguments: Scene.all)
    func screensLookAsCommitted(_ scene: Scene) throws {
        for size in scene.sizes {
            let screen = try scene.play(size).screen
            #expect(screen.size == size)
            #expect(screen.isHarmless)
            let difference = try Snapshots.difference(screen.makeText() + "\n", from: Self.path(scene, size))
            #expect(difference == nil, "\(difference ?? "")")
        }
    }

    @Test func everyCommittedScreenHasItsScene() throws {
        let names = try FileManager.default.contentsOfDirectory(atPath: Snapshots.url(Snapshots.folder).path)
        let known = Scene.all.flatMap { scene in scene.sizes.map { "\(scene.name).\($0.name).screen" } }
        #expect(Set(known).count == known.count)
        #expect(Set(names).subtracting(known) == [])
    }

    /// The documents show the screens that the program draws.
    @Test(arguments: [("first", Size.small), ("first", .medium), ("result", .medium), ("tasks", .medium)])
    func documentsShowTheScreensAsDrawn(_ name: String, _ size: Size) throws {
        let scene = try #require(Scene.all.first { $0.name == name })
        let text = try scene.play(size).text + "\n"
        let difference = try Snapshots.difference(text, from: "docs/screens/\(name).\(size.name).txt")
        #expect(difference == nil, "\(difference ?? "")")
    }

    @Test func keyReferenceInTheDocumentsIsNotStale() throws {
        let difference = try Snapshots.difference(KeyReference.markdown(), from: "docs/KEYS.md")
        #expect(difference == nil, "\(difference ?? "")")
    }

    private static func path(_ scene: Scene, _ size: Size) -> String { "\(Snapshots.folder)/\(scene.name).\(size.name).screen" }
}
