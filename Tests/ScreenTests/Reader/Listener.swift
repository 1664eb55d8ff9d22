// A person who hears the program: keys go in, and each of them is followed by a frame of reader mode.

import Canvas

@testable import NetLayer
@testable import Screen

struct Listener {
    private(set) var driver: Driver
    private var voice = ReaderVoice()

    /// On the shop, in the frame that the terminal gives reader mode.
    init() throws { try self.init(Driver(width: 1_000, height: 40)) }

    init(_ driver: Driver) throws {
        self.driver = driver
        self.driver.keys(": 'set reader on' enter")
        _ = self.driver.takeEffects()
    }

    /// What is said now.
    mutating func hear() -> [String] { voice.lines(for: driver.model) }

    /// What each key brings; what stands between apostrophes is typed without a pause.
    mutating func press(_ script: String) -> [String] {
        script.split(separator: " ").flatMap { (key) -> [String] in
            driver.keys(String(key))
            return hear()
        }
    }

    /// What happens elsewhere, and what is said of it.
    mutating func after(_ body: (inout Driver) -> Void) -> [String] {
        body(&driver)
        return hear()
    }

    /// Sends the selected endpoint; it runs.
    mutating func send() -> TaskID {
        driver.keys("s")
        let id = driver.start()
        _ = hear()
        return id
    }
}
