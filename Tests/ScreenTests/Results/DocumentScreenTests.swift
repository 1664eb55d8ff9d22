// The pictures of the documents: scenes in the dark and the light theme, as SVG in docs/screens.

import Canvas
import Testing

@testable import Screen

@Suite struct DocumentScreenTests {
    static let names = [
        "first", "form-choices", "table", "tree", "table-search", "trace", "tasks-sorted", "palette", "help", "tasks-no-match",
        "no-answer", "contract-table", "contract", "guard-asks", "guard-refused", "watch", "resource", "resource-newer",
        "measured",
        "versus", "verify",
    ]

    @Test(arguments: names, ["dark", "light"])
    func picturesShowTheScreensAsDrawn(_ name: String, _ themeName: String) throws {
        let scene = try #require(Scene.all.first { $0.name == name })
        let theme = try #require(BuiltInThemes.theme(themeName))
        for size in [Size.small, Size(width: 160, height: 50)] {
            let picture = ScreenPicture(try scene.play(size).screen, theme)
            let difference = try Snapshots.difference(picture.svg, from: "docs/screens/\(name).\(themeName).\(size.name).svg")
            #expect(difference == nil, "the picture is stale: `make snap` rewrites it")
        }
    }
}
