// The line below each frame of the tour: which keys were pressed, what happened, and the frame's number.

import Canvas

enum TourCaption {
    /// One row: the keys as boxes, the text, the number at the right end.
    static func screen(keys script: String, _ text: String, frame: Int, of count: Int, width: Int) -> Screen {
        var screen = Screen(size: Size(width: width, height: 1))
        var x = 1
        for key in keys(script) { x += screen.write(" \(key) ", x: x, y: 0, style: .dialogButton) + 1 }
        screen.write(text, x: x + 1, y: 0)
        let number = "\(frame)/\(count)"
        screen.write(number, x: width - 1 - TextWidth.measure(number), y: 0, style: .muted)
        return screen
    }

    /// The keys of a Driver's script, as a caption writes them: `/`, `item`, `Enter`, `Ctrl-R`.
    static func keys(_ script: String) -> [String] {
        script.split(separator: "'", omittingEmptySubsequences: false).enumerated().flatMap { index, part in
            index % 2 == 1 ? [String(part)] : part.split(separator: " ").map(label)
        }
    }

    private static func label(_ key: Substring) -> String {
        if key.hasPrefix("C-") { return "Ctrl-" + key.dropFirst(2).uppercased() }
        return key.count == 1 ? String(key) : key.capitalized
    }
}
