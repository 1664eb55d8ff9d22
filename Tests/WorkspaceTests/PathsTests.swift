// Where the program's own files live, by environment.

import Testing
import Workspace

@Suite struct PathsTests {
    @Test func defaultsStandUnderHome() {
        let paths = Paths(environment: ["HOME": "/home/ada"])
        #expect(paths.config == "/home/ada/.config/explorer")
        #expect(paths.data == "/home/ada/.local/share/explorer")
        #expect(paths.cache == "/home/ada/.cache/explorer")
        #expect(paths.state == "/home/ada/.local/state/explorer")
        #expect(paths.themes == "/home/ada/.config/explorer/themes")
    }

    @Test func xdgVariablesMoveThem() {
        let paths = Paths(environment: [
            "HOME": "/home/ada", "XDG_CONFIG_HOME": "/x/config", "XDG_DATA_HOME": "/x/data", "XDG_CACHE_HOME": "/x/cache",
            "XDG_STATE_HOME": "/x/state",
        ])
        #expect(
            [paths.config, paths.data, paths.cache, paths.state] == [
                "/x/config/explorer", "/x/data/explorer", "/x/cache/explorer", "/x/state/explorer",
            ])
    }

    /// The XDG Base Directory Specification: all paths must be absolute; a relative one is invalid and ignored.
    @Test(arguments: ["relative", "./here", "~/config", ""])
    func relativeXDGPathIsIgnored(_ path: String) {
        #expect(Paths(environment: ["HOME": "/home/ada", "XDG_CONFIG_HOME": path]).config == "/home/ada/.config/explorer")
    }

    @Test func ownVariablesComeFirstAndNameTheFolderItself() {
        let paths = Paths(environment: [
            "HOME": "/home/ada", "XDG_CONFIG_HOME": "/x", "EXPLORER_CONFIG_DIR": "/own", "EXPLORER_CACHE_DIR": "",
            "XDG_CACHE_HOME": "/c",
        ])
        #expect(paths.config == "/own")
        #expect(paths.themes == "/own/themes")
        #expect(paths.cache == "/c/explorer")
    }

    @Test(arguments: [[:], ["HOME": ""]])
    func withoutHomeTheyAreAbsoluteAllTheSame(_ environment: [String: String]) {
        #expect(Paths(environment: environment).config == "/.config/explorer")
    }

    @Test func allAreListed() {
        let paths = Paths(environment: ["HOME": "/h"])
        #expect(
            paths.listed.map(\.name) == [
                "config", "settings", "keys", "themes", "data", "cache", "state", "cookies", "tokens", "sessions", "recent",
                "answers", "history", "trust", "secrets",
            ])
        #expect(Set(paths.listed.map(\.path)).count == 15)
    }
}
