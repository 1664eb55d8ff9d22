// The second look at a large YAML description, when what YAML yields is in the cache, beside what parsing it takes elsewhere.

import Foundation

extension Measure {
    static let secondStart = Measure(figures: [
        Figure(
            name: "yaml-again", limit: 0.1, unit: "ratio",
            about: "explorer list of Asana's YAML, not for the first time, - explorer --version / PyYAML's C loader on it, wall")
    ]) { effort in
        let (explorer, python, description) = (try Place.explorer(), try Place.python(), try Place.yamlDescription())
        let home = FileManager.default.temporaryDirectory.appending(path: "explorer-bench-\(UUID().uuidString)")
        let cleanup = Cleanup.shared.add {
            // A folder in the temporary directory that stays behind is no reason to fail.
            try? FileManager.default.removeItem(at: home)
        }
        defer { Cleanup.shared.done(cleanup) }
        let environment = Place.environment.merging(["XDG_CACHE_HOME": home.path]) { $1 }
        // Also the start that fills the cache.
        if try Child.run(explorer, ["list", description], environment: environment) == 65 << 8 {
            throw Obstacle.absent("explorer refuses YAML")
        }
        guard try Child.run(python, ["-c", "import yaml; yaml.CSafeLoader"]) == 0 else {
            throw Obstacle.absent("PyYAML with its C loader is not in the Python environment ('make test-servers' installs it)")
        }
        let load = "import sys, yaml; yaml.load(open(sys.argv[1], encoding='utf-8'), Loader=yaml.CSafeLoader)"
        let whole = try await Turns.smallest(of: effort.rounds) {
            try Child.time(explorer, ["list", description], environment: environment)
        } _: {
            try Child.time(python, ["-c", load, description])
        }
        // What each needs to be there at all.
        let floor = try await Turns.smallest(of: effort.rounds) {
            try Child.time(explorer, ["--version"], environment: environment)
        } _: {
            try Child.time(python, ["-c", "import sys, yaml", description])
        }
        return ["yaml-again": max(0, whole.a - floor.a) / (whole.b - floor.b)]
    }
}
