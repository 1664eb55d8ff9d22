// The user's settings: what they change, what is wrong with them, and who wins.

import Canvas
import NetLayer
import Testing

@testable import Screen
@testable import Workbench

@Suite struct SettingsFileTests {
    private func model(_ text: String, defaults: RequestDefaults = RequestDefaults()) -> Model {
        Model(size: Size(width: 80, height: 24), source: "x", defaults: defaults, settings: Settings.parse(text).settings)
    }

    @Test func everySettingCanStandInTheFile() {
        for setting in Setting.allCases {
            for value in setting.values {
                let text = "# mine\n\(setting.rawValue) = \(value)\n"
                #expect(Settings.parse(text).problems.isEmpty, "\(text)")
                #expect(setting.value(in: model(text)) == value)
            }
        }
        #expect(Settings.parse("theme = light").settings.theme == "light")
    }

    @Test func eachMistakeCostsItsOwnLine() {
        let (settings, problems) = Settings.parse(
            "wrap = on\nwarp = on\npages = many\nnonsense = 1\ntheme =\nsummaries\nretries = 9\nsummaries = off\n")
        #expect(settings.values == [.wrap: "on", .summaries: "off"])
        #expect(problems.map(\.line) == [2, 3, 4, 5, 6, 7])
        #expect(problems[0].hint == "did you mean “wrap”?")
        #expect(problems[1].message == "pages is not “many”" && problems[1].hint == "write a number from 1 to 100000")
        #expect(problems[2].hint == "“explorer settings” lists them")
    }

    @Test func theTemplateChangesNothing() {
        let (settings, problems) = Settings.parse(Settings.template)
        #expect(settings == Settings() && problems.isEmpty)
        // With the signs taken away it says what is so without a file.
        let text = Settings.template.split(separator: "\n").compactMap { line in
            line.contains(" = ") && !line.contains("name = value") ? String(line.dropFirst(2)) : nil
        }
        let full = Settings.parse(text.joined(separator: "\n"))
        #expect(full.problems.isEmpty && full.settings.values.count == Setting.allCases.count)
        let (usual, told) = (model(""), model(text.joined(separator: "\n")))
        for setting in Setting.allCases { #expect(setting.value(in: usual) == setting.value(in: told)) }
    }

    @Test func theCommandLineWins() {
        var defaults = RequestDefaults()
        defaults.retries = 3
        #expect(Setting.retries.value(in: model("retries = 1", defaults: defaults)) == "3")
        #expect(Setting.retries.value(in: model("retries = 1")) == "1")
    }

    @Test func theListingNamesThemAll() {
        let listing = Settings.parse("wrap = on\ntheme = light").settings.listing
        let lines = listing.split(separator: "\n")
        #expect(lines.count == Setting.allCases.count + 1)
        #expect(lines.contains { $0.hasPrefix("wrap") && $0.contains(" on ") } && lines[0].contains("light"))
    }

    /// What the file says is what is usual: only what was changed by hand is kept of the screen.
    @Test func aSessionKeepsWhatDiffersFromTheFile() throws {
        let settings = Settings.parse("wrap = on").settings
        var model = Model(size: Size(width: 80, height: 24), source: "x", settings: settings, memory: SessionMemory())
        #expect(model.session.settings.isEmpty)
        Setting.wrap.change(to: "off", &model)
        let session = model.session
        #expect(session.settings == [.wrap: "off"] && session.theme == nil)
        let again = Model(size: Size(width: 80, height: 24), source: "x", settings: settings, memory: SessionMemory(session))
        #expect(Setting.wrap.value(in: again) == "off")
    }
}
