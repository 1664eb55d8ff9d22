// `explorer list` of a large description, compared with `jq`, which only parses it.

extension Measure {
    static let listing = Measure(figures: [
        Figure(
            name: "list", limit: 0.3, unit: "ratio", about: "explorer list of GitHub's description, wall",
            anchor: "jq empty of it")
    ]) { effort in
        let (explorer, jq, description) = (try Place.explorer(), try Place.tool("jq"), try Subject.json(effort))
        let pairs = try await Turns.pairs(effort.rounds) {
            try Child.measureTime(explorer, ["list", description])
        } _: {
            try Child.measureTime(jq, ["empty", description])
        }
        return ["list": pairs.ratios]
    }
}
