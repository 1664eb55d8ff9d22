// The measures: each yields one or more figures. `Measure.all` lists them.

/// One run that yields figures.
struct Measure: Sendable {
    let figures: [Figure]
    /// The numbers by the figures' names.
    let run: @Sendable (Effort) async throws -> [String: Series]

    static let all: [Measure] = [
        // First, because memory that another measure has freed would be reused, and its
        // growth would not show.
        flights, listing, bodyScreens, contracts, bigBodies, bodyReaders, pagesMemory, merged, firstYAML, secondStart, manyFiles,
        firstFrame,
        idling, frames,
        arrangedFrames, filtering,
        oneCell, network, allHooks, crowd, table,
        decisions, cacheHits, cacheCap, history, historyStart, programSize,
    ]

    /// Measures without throwing: the rows report errors.
    func rows(_ effort: Effort) async -> [Row] {
        do {
            let series = try await run(effort)
            return figures.map { figure in
                Row(figure: figure, outcome: series[figure.name].map { .measured($0) } ?? .failed("it was not measured"))
            }
        } catch MeasurementError.absent(let why) {
            return figures.map { Row(figure: $0, outcome: .skipped(why)) }
        } catch MeasurementError.broken(let why) {
            return figures.map { Row(figure: $0, outcome: .failed(why)) }
        } catch {
            return figures.map { Row(figure: $0, outcome: .failed("\(error)")) }
        }
    }
}
