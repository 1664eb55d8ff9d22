// The locations of the program's own files: the XDG base directories, and the variables that override them.

/// The folders of the program under the user's home. They are created when the program first writes to them.
public struct Paths: Sendable, Hashable {
    /// Themes, keymap, settings.
    public let config: String
    /// The history, and other data that must not be lost.
    public let data: String
    /// Data that can be made again.
    public let cache: String
    /// The last sessions, logs.
    public let state: String

    /// Reads the environment: first `EXPLORER_CONFIG_DIR` and similar variables, then `XDG_CONFIG_HOME` …,
    /// then the defaults under `HOME`. Ignores a relative XDG path, as the specification demands.
    public init(environment: [String: String]) {
        let home = environment["HOME"] ?? ""
        func folder(_ own: String, _ xdg: String, _ fallback: String) -> String {
            if let path = environment[own], !path.isEmpty { return path }
            if let path = environment[xdg], path.hasPrefix("/") { return path + "/explorer" }
            return home + "/" + fallback + "/explorer"
        }
        config = folder("EXPLORER_CONFIG_DIR", "XDG_CONFIG_HOME", ".config")
        data = folder("EXPLORER_DATA_DIR", "XDG_DATA_HOME", ".local/share")
        cache = folder("EXPLORER_CACHE_DIR", "XDG_CACHE_HOME", ".cache")
        state = folder("EXPLORER_STATE_DIR", "XDG_STATE_HOME", ".local/state")
        func isSomewhere(_ own: String, _ xdg: String) -> Bool {
            !home.isEmpty || environment[own]?.isEmpty == false || environment[xdg]?.hasPrefix("/") == true
        }
        let hasState = isSomewhere("EXPLORER_STATE_DIR", "XDG_STATE_HOME")
        cookies = hasState ? state + "/cookies" : nil
        tokens = hasState ? state + "/tokens" : nil
        sessions = hasState ? state + "/sessions" : nil
        recent = hasState ? state + "/recent" : nil
        trust = hasState ? state + "/trust" : nil
        let hasData = isSomewhere("EXPLORER_DATA_DIR", "XDG_DATA_HOME")
        history = hasData ? data + "/history.sqlite" : nil
        secrets = hasData ? data + "/secrets" : nil
        let word = environment["EXPLORER_HISTORY"]?.lowercased() ?? ""
        recordsHistory = !["off", "no", "false", "0"].contains(word)
        responses = isSomewhere("EXPLORER_CACHE_DIR", "XDG_CACHE_HOME") ? cache + "/answers" : nil
    }

    /// Cookies that outlive the program; `nil` if the user has no home and sets no folder.
    public let cookies: String?
    /// The tokens of logins; `nil` as for ``cookies``.
    public let tokens: String?
    /// The last sessions; `nil` as for ``cookies``.
    public let sessions: String?
    /// The sources that the user opened last; `nil` as for ``cookies``.
    public let recent: String?
    /// The history's database; `nil` as for ``cookies``.
    public let history: String?
    /// Stored responses; `nil` as for ``cookies``.
    public let responses: String?
    /// The workspaces that the user trusts; `nil` as for ``cookies``.
    public let trust: String?
    /// The secrets that the user stores by name; `nil` as for ``cookies``.
    public let secrets: String?

    /// Whether the history stores requests: `EXPLORER_HISTORY` may be `off`. Older entries can still be read.
    public let recordsHistory: Bool

    /// The folder of the user's themes.
    public var themes: String { config + "/themes" }

    /// The user's settings.
    public var settings: String { config + "/settings" }

    /// The user's keymap.
    public var keys: String { config + "/keys" }

    /// Name and path of each, for `explorer paths`.
    public var listed: [(name: String, path: String)] {
        [
            ("config", config), ("settings", settings), ("keys", keys), ("themes", themes), ("data", data), ("cache", cache),
            ("state", state),
        ]
            + [
                ("cookies", cookies), ("tokens", tokens), ("sessions", sessions), ("recent", recent), ("answers", responses),
                ("history", history), ("trust", trust), ("secrets", secrets),
            ].compactMap { name, path in path.map { (name, $0) } }
    }
}
