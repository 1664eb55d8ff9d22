// An answer through a line of shell: typed, run, shown, left; lines that are offered again; news that come late.

import Canvas
import Document
import Testing

@testable import NetLayer
@testable import Screen

@Suite struct PipeTests {
    private static let list = "[\n{\"id\": 1, \"name\": \"lamp\"},\n{\"id\": 2, \"name\": \"desk\"}\n]"

    private func driver(_ keys: String = "", _ reply: Reply = .json(PipeTests.list)) throws -> Driver {
        var driver = try Driver(width: 109, height: 30)
        driver.exchange(reply)
        _ = driver.takeEffects()
        driver.keys("3 " + keys)
        return driver
    }

    private func request(_ driver: inout Driver) throws -> PipeRequest {
        try #require(
            driver.takeEffects().compactMap { if case .outside(.pipe(let request)) = $0 { request } else { nil } }.last)
    }

    @Test func aLineIsRunOnTheBodyOfTheAnswer() throws {
        var driver = try driver("| 'jq .[0]' enter")
        let request = try request(&driver)
        #expect(request.task == TaskID(1) && request.command == "jq .[0]" && request.output != request.task)
        #expect(driver.text.contains("| jq .[0]") && driver.text.contains("▶ running") && !driver.model.isEditing)
        #expect(driver.text.contains("lamp"), "the answer stays until then")
        #expect(driver.model.nextDeadline != nil)
    }

    @Test func theOutputStandsInThePlaceOfTheAnswer() throws {
        var driver = try driver("| 'jq .[1]' enter")
        driver.pipe(into: .json("{\n\"id\": 2,\n\"name\": \"desk\"\n}"))
        #expect(driver.model.result.tab == .tree && driver.text.contains("name: \"desk\"") && !driver.text.contains("lamp"))
        #expect(driver.text.contains("piped") && driver.text.contains("| jq .[1]"))
        // Search, filter and copying are about what is shown.
        driver.keys("/ 'desk' enter")
        #expect(driver.text.contains("1 of 1"))
        #expect(driver.model.selectedValue?.task == driver.model.result.pipe.shown?.request.output)
        driver.keys("esc $ C-u '$.id' enter")
        #expect(driver.model.result.filter.shown?.matches == 1)
        driver.keys("esc")
        #expect(driver.model.result.pipe.shown != nil)
        let output = driver.model.result.pipe.shown?.request.output
        driver.keys("esc")
        #expect(driver.model.result.pipe.shown == nil && driver.text.contains("lamp") && driver.model.focus == .result)
        #expect(driver.takeEffects().contains { $0 == .body(.forget([output].compactMap { $0 })) })
        driver.keys("esc")
        #expect(driver.model.focus == .endpoints)
    }

    @Test func escEndsTheLineThatRuns() throws {
        for key in ["esc", "C-c"] {
            var driver = try driver("| 'sleep 100' enter")
            let request = try request(&driver)
            driver.keys(key)
            #expect(driver.takeEffects().contains(.outside(.endPipe)) && !driver.text.contains("sleep 100"))
            #expect(driver.model.focus == .result)
            // It had ended just then.
            driver.update(.outside(.piped(Piped(request, .exited(0), kind: .text, bytes: 3))))
            #expect(driver.model.result.pipe.shown == nil && driver.takeEffects().contains(.body(.forget([request.output]))))
        }
    }

    @Test func whatFailsIsSaidWithItsCodeAndWhatItPrinted() throws {
        var driver = try driver("| 'jq .[' enter")
        driver.update(
            .outside(.piped(Piped(try request(&driver), .exited(3), errors: "jq: error: syntax error\njq: 1 compile error"))))
        #expect(driver.text.contains("jq ended with code 3") && driver.text.contains("jq: 1 compile error"))
        #expect(!driver.text.contains("lamp"))
        driver.keys("| ' ]' enter")
        #expect(try request(&driver).command == "jq .[ ]", "the line is there to be changed")
        driver.keys("esc esc")
        #expect(driver.text.contains("lamp"))
    }

    @Test(arguments: [
        (Piped.Ending.exited(127), "jq was not found"), (.killed("Killed"), "by a signal: Killed"),
        (.notStarted("No memory"), "could not be started: No memory"), (.gone, "no longer stored"),
        (.exited(0), "The command printed nothing"),
    ])
    func everyEndingIsSaid(_ ending: Piped.Ending, _ words: String) throws {
        var driver = try driver("| 'jq .' enter")
        driver.update(.outside(.piped(Piped(try request(&driver), ending))))
        #expect(driver.text.contains(words))
    }

    @Test func outputThatIsCutIsSaid() throws {
        var driver = try driver("| 'yes' enter")
        driver.pipe(into: .text(["y", "y"]), isCut: true)
        #expect(driver.text.contains("Only the first 4 B of the output are stored"))
    }

    @Test func lastLinesAreOfferedAgain() throws {
        var driver = try driver("| 'wc -l' enter | C-u 'sort' enter | C-u")
        #expect(driver.text.contains("↑ sort"))
        driver.keys("up")
        #expect(driver.model.result.pipe.field.text == "sort")
        driver.keys("up up")
        #expect(driver.model.result.pipe.field.text == "wc -l")
        driver.keys("down down")
        #expect(driver.model.result.pipe.field.text == "")
        driver.keys("up up enter")
        #expect(driver.model.result.pipe.history == ["sort", "wc -l"])
    }

    @Test func anotherAnswerEndsIt() throws {
        var driver = try driver("| 'jq .[1]' enter")
        driver.pipe(into: .json("{\"name\": \"desk\"}"))
        driver.exchange(.json("{\"name\": \"chair\"}"))
        #expect(driver.model.result.pipe.shown == nil && driver.text.contains("chair"))
        let late = try self.driver("| 'sleep 3' enter")
        driver = late
        driver.exchange(.json("{\"name\": \"chair\"}"))
        #expect(driver.takeEffects().contains(.outside(.endPipe)) && driver.text.contains("chair"))
    }

    @Test func nothingRunsWithoutALineOrABody() throws {
        var driver = try driver("| '  ' enter")
        #expect(driver.model.isEditing && driver.takeEffects().isEmpty)
        driver.keys("esc")
        #expect(!driver.model.isEditing && !driver.model.result.pipe.isOpen)
        driver = try self.driver("|", .empty(204))
        #expect(driver.model.notices.shown?.text == "The response has no body")
    }

    @Test func whatIsShownIsSavedAndPaged() throws {
        var driver = try driver("| 'jq .[1]' enter")
        let output = try request(&driver).output
        driver.keys("esc | 'jq .[1]' enter")
        driver.pipe(into: .json("{\"name\": \"desk\"}"))
        _ = output
        let shown = try #require(driver.model.result.pipe.shown?.request.output)
        driver.keys("v")
        #expect(driver.takeEffects().contains(.outside(.page(.body(shown, .pretty)))))
        driver.keys("W enter")
        #expect(
            driver.takeEffects().contains {
                if case .outside(.save(let request)) = $0 { request.task == shown } else { false }
            })
    }
}

extension Driver {
    /// What the line of shell that runs has printed.
    mutating func pipe(into reply: Reply, isCut: Bool = false) {
        guard let request = model.result.pipe.running?.request else { return }
        bodies[request.output] = reply.body
        let document = reply.body.document
        update(
            .outside(
                .piped(
                    Piped(
                        request, .exited(0), kind: reply.body.kindInTruth, bytes: reply.body.bytes,
                        rows: document.flatMap(JSONList.findList)?.count, isCut: isCut))))
    }
}
