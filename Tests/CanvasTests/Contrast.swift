// How well a look can be read: the contrast ratio of WCAG 2.2.

import Canvas
import Foundation

enum Contrast {
    /// 1 for the same colour, 21 for black on white. What is the terminal's own is black on white, or white on black.
    static func ratio(_ look: Appearance, onBlack: Bool = true) -> Double {
        let (a, b) = (
            luminance(look.foreground, terminal: onBlack ? 1 : 0), luminance(look.background, terminal: onBlack ? 0 : 1)
        )
        return (max(a, b) + 0.05) / (min(a, b) + 0.05)
    }

    private static func luminance(_ ink: ThemeColor?, terminal: Double) -> Double {
        switch ink {
        case nil, .terminal: terminal
        case .rgb(let red, let green, let blue): luminance(red, green, blue)
        case .indexed(let index):
            // xterm's first sixteen; the themes that come along name none beyond.
            switch index {
            case 0: luminance(0, 0, 0)
            case 1: luminance(205, 0, 0)
            case 2: luminance(0, 205, 0)
            case 3: luminance(205, 205, 0)
            case 4: luminance(0, 0, 238)
            case 5: luminance(205, 0, 205)
            case 6: luminance(0, 205, 205)
            case 7: luminance(229, 229, 229)
            case 8: luminance(127, 127, 127)
            case 9: luminance(255, 0, 0)
            case 10: luminance(0, 255, 0)
            case 11: luminance(255, 255, 0)
            case 12: luminance(92, 92, 255)
            case 13: luminance(255, 0, 255)
            case 14: luminance(0, 255, 255)
            case 15: luminance(255, 255, 255)
            default: .nan
            }
        }
    }

    private static func luminance(_ red: UInt8, _ green: UInt8, _ blue: UInt8) -> Double {
        func linear(_ part: UInt8) -> Double {
            let value = Double(part) / 255
            return value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
        }
        return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
    }
}
