// The options that `:set` changes: a small typed table over the model.

import Canvas
import Catalog
import NetLayer

public enum Setting: String, CaseIterable, Sendable {
    case wrap, summaries, fullscreen, retries, watch, pages, prefetch, cache, confirm, motion
    case remoteReferences = "remote-refs"
    case reader
    case keys

    /// One sentence for the palette.
    var help: String {
        switch self {
        case .wrap: "Wrap long lines of the result."
        case .summaries: "Show summaries of endpoints beside their paths, where there is room."
        case .fullscreen: "Give the focused pane the whole screen."
        case .retries: "Retry temporary failures up to N times."
        case .pages: "Page limit for “all pages”."
        case .prefetch: "Load the page after the current one in advance."
        case .cache: "Cache policy of endpoints that have none of their own."
        case .confirm: "Ask before a request that may change something: unless just typed, always, never."
        case .motion: "Motion of the screen: full, or reduced to one change a second."
        case .watch: "Reload the description when one of its files changes."
        case .remoteReferences: "Read referenced files of the description from any server."
        case .reader: "Print lines for screen readers, and draw no screen."
        case .keys: "Keys of the commands: usual, or as in vim."
        }
    }

    /// The possible values; with two values, the setting toggles.
    var values: [String] {
        switch self {
        case .wrap, .summaries, .fullscreen, .watch, .prefetch, .remoteReferences, .reader: ["on", "off"]
        case .retries: ["0", "1", "2", "3", "4"]
        case .pages: ["10", "100", "1000", "10000"]
        case .cache: FetchPolicy.choices.map(\.name)
        case .confirm: ConfirmRule.allCases.map(\.rawValue)
        case .motion: Motion.allCases.map(\.rawValue)
        case .keys: KeyStyle.allCases.map(\.rawValue)
        }
    }

    func value(in model: Model) -> String {
        switch self {
        case .wrap: Self.word(model.result.wraps)
        case .summaries: Self.word(model.view.showsSummaries)
        case .fullscreen: Self.word(model.view.isFullscreen)
        case .retries: String(model.sending.rules.retries)
        case .pages: String(model.sending.mostPages)
        case .cache: model.sending.rules.usualFetch.name
        case .confirm: model.sending.confirm.rawValue
        case .motion: model.view.motion.rawValue
        case .watch: Self.word(model.api.watchesFiles)
        case .prefetch: Self.word(model.sending.prefetches)
        case .remoteReferences: Self.word(model.api.allowsNetworkReferences)
        case .reader: Self.word(model.view.usesReader)
        case .keys: model.view.keymap.style.rawValue
        }
    }

    /// The values of a numeric setting are only examples.
    func accepts(_ value: String) -> Bool {
        switch self {
        case .pages: Int(value).map { (1...100_000).contains($0) } ?? false
        case .wrap, .summaries, .fullscreen, .watch, .prefetch, .remoteReferences, .reader, .retries, .cache, .confirm,
            .motion, .keys:
            values.contains(value)
        }
    }

    var choices: String {
        switch self {
        case .pages: "a number from 1 to 100000"
        case .wrap, .summaries, .fullscreen, .watch, .prefetch, .remoteReferences, .reader, .retries, .cache, .confirm,
            .motion, .keys:
            values.joined(separator: " or ")
        }
    }

    private static func word(_ isOn: Bool) -> String { isOn ? "on" : "off" }

    func change(to value: String, _ model: inout Model) {
        switch self {
        case .wrap: model.result.wraps = value == "on"
        case .summaries: model.view.showsSummaries = value == "on"
        case .fullscreen: model.view.isFullscreen = value == "on"
        case .retries: model.sending.rules.retries = Int(value) ?? 0
        case .pages: model.sending.mostPages = Int(value) ?? Model.usualPages
        case .confirm: model.sending.confirm = ConfirmRule(rawValue: value) ?? .unsafe
        case .motion: model.view.motion = Motion(rawValue: value) ?? .full
        case .cache: model.sending.rules.usualFetch = FetchPolicy(name: value) ?? .networkOnly()
        case .watch: model.api.watchesFiles = value == "on"
        case .prefetch: model.sending.prefetches = value == "on"
        case .remoteReferences: model.api.allowsNetworkReferences = value == "on"
        case .reader: model.view.usesReader = value == "on"
        case .keys: model.view.keymap = model.view.keymap.laid(over: KeyStyle(rawValue: value) ?? .usual)
        }
    }

    // MARK: The palette's line

    static func completions(after words: [String], in model: Model) -> [PaletteVerb.Completion] {
        switch words.count {
        case 0: allCases.map { .init(word: $0.rawValue, note: TextWidth.pad($0.value(in: model), 5) + $0.help) }
        case 1:
            Setting(rawValue: words[0]).map { setting in
                let now = setting.value(in: model)
                let others = setting.values.filter { $0 != now }
                return (others + [now]).map { .init(word: $0, note: $0 == now ? "as it is" : "") }
            } ?? []
        default: []
        }
    }

    static func perform(_ words: [String], _ model: inout Model) throws(PaletteProblem) {
        guard let name = words.first, let setting = Setting(rawValue: name) else {
            throw .unknown("option", words.first ?? "", among: allCases.map(\.rawValue))
        }
        let now = setting.value(in: model)
        let next = setting.values.first { $0 != now } ?? now
        let value = words.count > 1 ? words[1] : next
        guard setting.accepts(value) else {
            throw PaletteProblem("\(name) is \(setting.choices), not “\(value)”")
        }
        setting.change(to: value, &model)
        model.say("\(name) is \(value)")
    }
}
