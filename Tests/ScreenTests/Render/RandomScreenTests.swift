// A person who presses anything, a server that sends anything, a window of any size: nothing crashes, nothing raw reaches a cell.

import Canvas
import TestSupport
import Testing

@testable import NetLayer
@testable import Screen

@Suite struct RandomScreenTests {
    private static let keys: [Key] =
        Command.allCases.flatMap(\.spec.keys).compactMap(Key.init(name:)) + "yn!aé日👩\u{200d}".map { .character($0) }
        + [.backspace, .delete, .insert, .alt("b"), .function(9), .control("k"), .control("w"), .control(" ")]

    private static let mouse: [MouseEvent.Kind] = [
        .pressed(.left), .pressed(.left), .dragged(.left), .released(.left), .pressed(.right), .wheelUp, .wheelDown, .wheelLeft,
    ]

    @Test(arguments: 1...UInt64(Thoroughness.count(12, nightly: 60)))
    func anySequenceAtAnySizeDrawsAWholeHarmlessScreen(_ seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        let isHostile = Bool.random(using: &random)
        var driver = isHostile ? Driver(try Hostile.description(), Shop.pool, width: 80, height: 24) : try Driver()
        var tasks: [TaskID] = []
        for _ in 1...60 {
            step(&driver, &tasks, &random)
            check(driver)
        }
    }

    @Test(arguments: 1...UInt64(Thoroughness.count(12, nightly: 60)))
    func whatAReaderHearsIsPlainAndNothingIsSaidTwiceInARow(_ seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        let isHostile = Bool.random(using: &random)
        var driver = isHostile ? Driver(try Hostile.description(), Shop.pool, width: 80, height: 24) : try Driver()
        driver.keys(": 'set reader on' enter")
        var (voice, last, count) = (ReaderVoice(), "", 0)
        var tasks: [TaskID] = []
        for _ in 1...60 {
            step(&driver, &tasks, &random)
            for line in voice.lines(for: driver.model) {
                #expect(!line.isEmpty && line != last)
                #expect(!line.contains(Secret.mask))
                #expect(!line.unicodeScalars.contains { (0x2500...0x259F).contains($0.value) }, "\(line)")
                (last, count) = (line, count + 1)
            }
            #expect(voice.lines(for: driver.model).isEmpty)
        }
        #expect(count > 8)
    }

    private func step(_ driver: inout Driver, _ tasks: inout [TaskID], _ random: inout SplitMix64) {
        switch Int.random(in: 0..<20, using: &random) {
        case 0: driver.resize(Int.random(in: 0...200, using: &random), Int.random(in: 0...60, using: &random))
        case 1: driver.resize(Int.random(in: 0...14, using: &random), Int.random(in: 0...6, using: &random))
        case 2: driver.wait(.milliseconds(Int.random(in: 0...5_000, using: &random)))
        case 3: driver.update(.user(.pasted(Hostile.text)))
        case 4:
            driver.keys("esc esc s")
            if driver.effects.contains(where: \.isSend) { tasks.append(driver.queue()) }
        case 5:
            if let id = tasks.randomElement(using: &random) {
                driver.run(id, Phase.allCases.randomElement(using: &random) ?? .waiting)
            }
        case 6, 7: if let id = tasks.randomElement(using: &random) { driver.answer(id, reply(&random)) }
        case 8:
            if let id = tasks.randomElement(using: &random) {
                driver.progress(id, received: .random(in: 0...(1 << 40), using: &random))
            }
        case 9: driver.cancelAsAsked()
        case 10: if let id = tasks.randomElement(using: &random) { driver.update(.body(.evicted([id]))) }
        case 11: driver.update(.report(.warned(Hostile.text)))
        case 12, 13:
            let size = driver.model.view.size
            let point = Point(
                x: Int.random(in: -1...size.width, using: &random), y: Int.random(in: -1...size.height, using: &random))
            for _ in 1...Int.random(in: 1...3, using: &random) {
                if let kind = Self.mouse.randomElement(using: &random) {
                    driver.update(.user(.mouse(MouseEvent(kind, at: point))))
                }
            }
        default:
            for _ in 1...Int.random(in: 1...6, using: &random) {
                if let key = Self.keys.randomElement(using: &random) { driver.update(.user(.key(key))) }
            }
        }
        while driver.effects.contains(where: \.isSend) { tasks.append(driver.queue()) }
    }

    private func reply(_ random: inout SplitMix64) -> Reply {
        switch Int.random(in: 0..<6, using: &random) {
        case 0: .json("{\n  \"\(Hostile.text)\": 1\n}", status: Int.random(in: 100...999, using: &random), reason: Hostile.text)
        case 1: .text((0...Int.random(in: 0...300, using: &random)).map { String(repeating: Hostile.text, count: $0 % 4) })
        case 2: .empty(204)
        case 3: .failed(.cut, Hostile.text)
        case 4: .page([("next", "?page=2"), ("last", "?page=99999999999999999999"), ("prev", Hostile.text)])
        default: .json(Scene.item, headers: [HeaderField("X-Long", String(repeating: Hostile.text, count: 50))])
        }
    }

    private func check(_ driver: Driver) {
        let screen = driver.screen
        let model = driver.model
        #expect(screen.size == model.view.size)
        #expect(screen.cells.count == model.view.size.width * model.view.size.height)
        #expect(screen.isHarmless)
        if let cursor = screen.cursor { #expect(screen.bounds.contains(cursor)) }
        let rows = model.tasks.rows
        var counts = TaskCounts()
        rows.forEach { counts.change($0, by: 1) }
        #expect(model.tasks.counts == counts)
        #expect(rows.count < 2 || zip(rows, rows.dropFirst()).allSatisfy { $0.id < $1.id })
        #expect(model.tasks.faults == [])
        #expect(model.tasks.selectedID.map { model.tasks.row($0) != nil } ?? (model.tasks.shownCount == 0))
        #expect(!model.endpoints.isFiltering || model.focus == .endpoints)
        #expect(!model.tasks.isFiltering || model.focus == .tasks)
    }
}
