// The second `explorer list` of a large YAML description, beside PyYAML with libyaml's parser: what the cache is for.

import Foundation

extension Measure {
    static let secondStart = Measure(figures: [
        Figure(
            name: "second-start", limit: 0.1, unit: "ratio",
            about: "second explorer list of Asana's YAML, less --version / PyYAML's C loader, less its start, wall")
    ]) { effort in
        let (explorer, python, description) = (try Place.explorer(), try Place.tool("python3"), try Place.largeYAML())
        let start = ["-c", "import yaml; yaml.CSafeLoader"]
        guard (try? Child.time(python, start)) != nil else {
            throw Obstacle.absent("python3 has no PyYAML with libyaml (apt-get install python3-yaml)")
        }
        let cache = FileManager.default.temporaryDirectory.appending(path: "explorer-bench-\(getpid())").path
        defer { try? FileManager.default.removeItem(atPath: cache) }
        let environment = Place.environment.merging(["EXPLORER_CACHE_DIR": cache]) { $1 }
        // The first start fills the cache.
        _ = try Child.time(explorer, ["list", description], environment: environment)
        let whole = try await Turns.smallest(of: effort.rounds) {
            try Child.time(explorer, ["list", description], environment: environment)
        } _: {
            try Child.time(python, ["-c", "import sys, yaml; yaml.load(open(sys.argv[1]), yaml.CSafeLoader)", description])
        }
        let bare = try await Turns.smallest(of: effort.rounds) {
            try Child.time(explorer, ["--version"], environment: environment)
        } _: {
            try Child.time(python, start)
        }
        return ["second-start": (whole.a - bare.a) / (whole.b - bare.b)]
    }
}
