// What is measured: each measure yields one or more figures. All of them stand in `Measure.all`.

/// One number and what it may be at most, or must be at least.
struct Figure: Sendable {
    let name: String
    /// `nil` is for information only.
    var limit: Double?
    /// `ratio`, or what is counted.
    let unit: String
    /// The limit is a lower one.
    var atLeast = false
    /// What the number is, in a few words.
    let about: String
}

/// Why there is no number.
enum Obstacle: Error {
    /// Something that this machine does not have: the row is skipped, visibly.
    case absent(String)
    /// It should have worked: the row fails.
    case broken(String)
}

/// One run of something that gives figures.
struct Measure: Sendable {
    let figures: [Figure]
    /// The numbers by the figures' names.
    let run: @Sendable (Effort) async throws -> [String: Double]

    static let all: [Measure] = [
        // First, because memory that another measure has used and freed would be used again, and not be seen to grow.
        flights, listing, bodyScreens, bigBodies, bodyReaders, pagesMemory, merged, firstYAML, secondStart, manyFiles, firstFrame,
        idling, frames,
        arrangedFrames, filtering,
        oneCell, network, allHooks, crowd, table,
        decisions, cacheHits, cacheCap, history, historyStart,
    ]

    /// Measures, and never throws: what stood in the way is said in the rows.
    func rows(_ effort: Effort) async -> [Row] {
        do {
            let values = try await run(effort)
            return figures.map { figure in
                Row(figure: figure, outcome: values[figure.name].map { .value($0) } ?? .failed("it was not measured"))
            }
        } catch Obstacle.absent(let why) {
            return figures.map { Row(figure: $0, outcome: .skipped(why)) }
        } catch Obstacle.broken(let why) {
            return figures.map { Row(figure: $0, outcome: .failed(why)) }
        } catch {
            return figures.map { Row(figure: $0, outcome: .failed("\(error)")) }
        }
    }
}

/// A figure with what came of it.
struct Row: Sendable {
    enum Outcome: Sendable {
        case value(Double)
        case skipped(String)
        case failed(String)
    }

    let figure: Figure
    let outcome: Outcome

    var isFailure: Bool {
        switch outcome {
        case .value(let value): !value.isFinite || figure.limit.map { figure.atLeast ? value < $0 : value > $0 } ?? false
        case .skipped: false
        case .failed: true
        }
    }
}
