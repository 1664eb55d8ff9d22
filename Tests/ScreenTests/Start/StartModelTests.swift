// The start screen: what it offers, what each key and click chooses, and how it looks at any size.

import Canvas
import Testing

@testable import Screen

@Suite struct StartModelTests {
    private static let files = [
        StartEntry(source: "openapi.yaml", title: "openapi.yaml", kind: "OpenAPI 3.1"),
        StartEntry(source: "requests.http", title: "requests.http", kind: "HTTP requests"),
        StartEntry(source: "shop.postman_collection.json", title: "shop.postman_collection.json", kind: "Postman collection"),
        StartEntry(source: "admin/swagger.json", title: "admin/swagger.json", kind: "Swagger 2.0"),
    ]
    private static let recent = [
        StartEntry(
            source: "https://api.example.com/openapi.json", title: "https://api.example.com/openapi.json", kind: "address"),
        StartEntry(source: "/home/ada/old/petstore.yaml", title: "~/old/petstore.yaml", kind: "file", isGone: true),
    ]

    private static func full(_ width: Int = 80, _ height: Int = 24) -> StartModel {
        StartModel(size: Size(width: width, height: height), folder: "~/shop", files: files, recent: recent)
    }

    private static func empty(_ width: Int = 80, _ height: Int = 24) -> StartModel {
        StartModel(size: Size(width: width, height: height), folder: "~/empty", files: [], recent: [])
    }

    // MARK: Keys

    @Test(arguments: [
        ("enter", StartChoice.source("openapi.yaml")), ("j enter", .source("requests.http")), ("2", .source("requests.http")),
        ("4", .source("admin/swagger.json")), ("5", .source("https://api.example.com/openapi.json")), ("n", .request("")),
        ("d", .demo), ("G enter", .demo), ("G k enter", .request("")), ("G g enter", .source("openapi.yaml")),
        ("tab tab S-tab enter", .source("requests.http")), ("end pgup home down enter", .source("requests.http")),
    ])
    func keysChoose(_ keys: String, _ choice: StartChoice) {
        var model = Self.full()
        #expect(model.press(keys) == [.open(choice)])
    }

    @Test(arguments: ["q", "esc", "Q", "C-c"]) func theStartIsLeft(_ key: String) {
        var model = Self.full()
        #expect(model.press(key) == [.quit])
    }

    @Test func withNothingHereEnterOpensTheDemo() {
        var model = Self.empty()
        #expect(model.text.contains("No descriptions, collections or files of requests"))
        #expect(!model.text.contains("Recent"))
        #expect(model.press("enter") == [.open(.demo)])
    }

    @Test func keysOfTheTerminalWork() {
        var model = Self.full()
        #expect(model.press("C-z C-l") == [.suspend, .display(.redraw)])
        #expect(model.update(.terminated) == [.quit])
    }

    @Test func readerModeSaysWhatIsNew() {
        var (model, voice) = (Self.full(), StartVoice())
        #expect(
            voice.lines(for: model) == [
                "explorer in reader mode: choose what to open; ? lists the keys", "4 files in ~/shop, 2 recent sources",
                "openapi.yaml, OpenAPI 3.1, key 1",
            ])
        #expect(voice.lines(for: model).isEmpty)
        let effects = model.press("j")
        #expect(effects.isEmpty)
        #expect(voice.lines(for: model) == ["requests.http, HTTP requests, key 2"])
        _ = model.press("a")
        #expect(voice.lines(for: model) == ["editing the address: enter opens it, esc leaves"])
        _ = model.press("h o s t esc")
        #expect(voice.lines(for: model) == ["An address, host, of an API or a description, key a"])
        _ = model.press("6")
        #expect(
            voice.lines(for: model) == [
                "Warning: ~/old/petstore.yaml is gone; x forgets it", "~/old/petstore.yaml, the file is gone, key 6",
            ])
        let again = model.press("enter")
        #expect(again.isEmpty && voice.lines(for: model) == ["Warning: ~/old/petstore.yaml is gone; x forgets it"])
        _ = model.press("enter")
        #expect(voice.lines(for: model) == ["Again: Warning: ~/old/petstore.yaml is gone; x forgets it"])
        _ = model.press("x")
        #expect(voice.lines(for: model) == ["forgotten", "An address, host, of an API or a description, key a"])
        _ = model.press("?")
        #expect(voice.lines(for: model).first == "enter: Open the selected line.")
    }

    /// The keys are those of the user's keymap, also in the hints.
    @Test func theUsersKeysCount() {
        let (keymap, _) = Keymap.parse("quit = f9\nnew-request = f8\n")
        var model = StartModel(
            size: Size(width: 80, height: 24), folder: "~", files: Self.files, recent: [], keymap: keymap)
        #expect(model.press("q n") == [])
        #expect(model.press("f8 f9") == [.open(.request("")), .quit])
        #expect(model.text.contains("f9 quit") && model.text.contains("f8 A request by hand"))
    }

    // MARK: Recent sources

    @Test func aFileThatIsGoneIsNotOpened() {
        var model = Self.full()
        #expect(model.text.contains("the file is gone"))
        #expect(model.press("6") == [])
        #expect(model.lines.last == " ~/old/petstore.yaml is gone; x forgets it")
        model.press("k")
        #expect(model.lines.last?.contains("x forget") == true)
    }

    @Test(arguments: ["x", "del"]) func aRecentSourceIsForgotten(_ key: String) {
        var model = Self.full()
        #expect(model.press(key) == [], "a file here is no recent source")
        #expect(model.press("j j j j \(key)") == [.forget("https://api.example.com/openapi.json")])
        #expect(!model.text.contains("api.example.com") && model.text.contains("5  ~/old/petstore.yaml"))
        #expect(model.press(key) == [.forget("/home/ada/old/petstore.yaml")])
        #expect(!model.text.contains("Recent"))
        #expect(model.press("enter") == [])
        #expect(model.isTyping, "the address is selected now")
    }

    // MARK: The address

    @Test(arguments: [
        ("https://example.com/openapi.json", StartChoice.typed("https://example.com/openapi.json")),
        ("example.com/api", .typed("example.com/api")), ("localhost:8080", .typed("localhost:8080")),
        (" api/openapi.yaml ", .typed("api/openapi.yaml")), ("~/a.json", .typed("~/a.json")),
        ("two  blanks.json", .typed("two  blanks.json")),
        ("POST https://example.com/items", .request("POST https://example.com/items")),
    ])
    func aTypedAddressIsOpened(_ text: String, _ choice: StartChoice) {
        var model = Self.full()
        #expect(model.press("a '\(text)' enter") == [.open(choice)])
    }

    @Test func keysBelongToTheFieldWhileTheUserTypes() {
        var model = Self.full()
        #expect(model.press("a 'qnd2x?' enter") == [.open(.typed("qnd2x?"))])
        #expect(render(model).cursor != nil)
        #expect(model.press("C-u enter") == [])
        #expect(model.press("'abc' esc") == [])
        #expect(!model.isTyping && render(model).cursor == nil && model.text.contains("a  abc"), "the text stays")
        #expect(model.press("q") == [.quit])
    }

    @Test func arrowsLeaveTheField() {
        var model = Self.full()
        #expect(model.press("a down enter") == [.open(.request(""))])
        #expect(model.press("a up") == [])
        #expect(!model.isTyping && model.text.contains("An address"))
        #expect(model.press("a C-c") == [.quit])
    }

    @Test func aPasteIsAnAddressOrARequest() {
        var model = Self.full()
        #expect(model.update(.pasted("\n")) == [])
        #expect(model.update(.pasted("https://example.com/v1\n")) == [])
        #expect(model.isTyping)
        #expect(model.press("enter") == [.open(.typed("https://example.com/v1"))])
        let curl = "curl https://example.com/x \\\n  -H 'A: 1'\n"
        model.press("esc")
        #expect(model.update(.pasted(curl)) == [.open(.request(curl))])
        model.press("a C-u")
        #expect(model.update(.pasted(curl)) == [.open(.request(curl))], "in the empty field too")
    }

    @Test func whyAChoiceWasNotOpenedIsShownUntilTheNextKey() {
        var model = Self.full()
        model.press("a 'nosuch.json' enter")
        model.report("nosuch.json cannot be read")
        #expect(model.lines.last == " nosuch.json cannot be read" && model.isTyping)
        model.press("'x'")
        #expect(model.lines.last?.contains("enter open") == true)
    }

    // MARK: Help

    @Test func helpNamesTheKeys() {
        var model = Self.full()
        model.press("?")
        #expect(model.text.contains("Keys at the start") && model.text.contains("Forget the selected recent source."))
        #expect(model.press("d 1") == [], "help receives the keys")
        model.press("esc")
        #expect(!model.text.contains("Keys at the start"))
        #expect(model.press("? C-c") == [.quit])
    }

    // MARK: The mouse

    @Test func aClickOpensARow() {
        var model = Self.full()
        #expect(model.click(on: "requests.http") == [.open(.source("requests.http"))])
        #expect(model.click(on: "The demo") == [.open(.demo)])
        #expect(model.click(on: "In ~/shop") == [])
        #expect(model.click(on: "An address") == [])
        #expect(model.isTyping)
        #expect(model.click(on: "esc leave") == [])
        #expect(!model.isTyping)
        #expect(model.click(on: "q quit") == [.quit])
    }

    @Test func theWheelMoves() {
        var model = Self.full()
        #expect(model.update(.mouse(MouseEvent(.wheelDown, at: Point(x: 5, y: 5)))) == [])
        #expect(model.press("enter") == [.open(.source("requests.http"))])
        _ = model.update(.mouse(MouseEvent(.wheelUp, at: Point(x: 5, y: 5))))
        #expect(model.press("enter") == [.open(.source("openapi.yaml"))])
    }

    @Test func theMouseIsGivenBackToTheTerminal() {
        var model = Self.full()
        #expect(model.press("m") == [.display(.captureMouse(false))])
        #expect(model.click(on: "The demo") == [])
        #expect(model.press("m") == [.display(.captureMouse(true))])
        #expect(model.click(on: "The demo") == [.open(.demo)])
    }

    // MARK: Sizes

    @Test(arguments: [Size(width: 80, height: 24), Size(width: 120, height: 40), Size(width: 60, height: 15)])
    func theStartLooksAsCommitted(_ size: Size) throws {
        let text = Self.full(size.width, size.height).text + "\n"
        let difference = try Snapshots.difference(text, from: "docs/screens/start.\(size.name).txt")
        #expect(difference == nil, "\(difference ?? "")")
    }

    @Test func aSmallTerminalScrollsToTheSelectedRow() {
        var model = Self.full(60, 15)
        #expect(!model.text.contains("The demo"))
        model.press("G")
        #expect(model.text.contains("d  The demo") && !model.text.contains("openapi.yaml"))
        model.press("g")
        #expect(model.text.contains("In ~/shop"), "the heading above the first row too")
        #expect(Self.empty(60, 15).text.contains("The demo"))
    }

    @Test func aLongPathKeepsItsEnd() {
        let path = "~/" + String(repeating: "folder/", count: 20) + "openapi.json"
        let model = StartModel(
            size: Size(width: 60, height: 15), folder: "~", files: [StartEntry(source: path, title: path, kind: "OpenAPI 3.0")],
            recent: [])
        #expect(model.text.contains("older/openapi.json  OpenAPI 3.0"))
    }

    @Test func anySizeIsDrawnWhole() {
        for (width, height) in [(0, 0), (1, 1), (2, 3), (11, 3), (12, 6), (20, 5), (40, 10), (60, 15), (200, 1), (1, 60)] {
            for keys in ["", "G", "a 'x'", "?", "6"] {
                var model = Self.full()
                model.press(keys)
                _ = model.update(.resized(Size(width: width, height: height)))
                let screen = render(model)
                #expect(screen.size == Size(width: width, height: height) && screen.isHarmless)
                if let cursor = screen.cursor { #expect(screen.bounds.contains(cursor)) }
            }
        }
    }
}

extension StartModel {
    fileprivate var text: String { render(self).makeText() }
    fileprivate var lines: [String] { text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init) }

    /// Presses keys by their names, apart by spaces; text between apostrophes is typed.
    @discardableResult
    fileprivate mutating func press(_ script: String) -> [StartEffect] {
        var effects: [StartEffect] = []
        for (index, part) in script.split(separator: "'", omittingEmptySubsequences: false).enumerated() {
            let typed = part.map { Key.character($0) }
            let named = part.split(separator: " ").compactMap { Key(name: String($0)) }
            for key in index % 2 == 1 ? typed : named { effects += update(.key(key)) }
        }
        return effects
    }

    /// Clicks on the first character of a text that is on the screen.
    fileprivate mutating func click(on text: String) -> [StartEffect] {
        for (y, line) in lines.enumerated() {
            guard let found = line.firstRange(of: text) else { continue }
            let x = TextWidth.measure(String(line[..<found.lowerBound]))
            return update(.mouse(MouseEvent(.pressed(.left), at: Point(x: x, y: y))))
        }
        Issue.record("'\(text)' is not on the screen")
        return []
    }
}
