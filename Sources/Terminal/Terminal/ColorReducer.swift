// Reduces a look to the colours and attributes that this terminal can show. Pure:
// it depends on the depth, not on curses.

import Canvas

/// A look in the terminal's own numbers.
struct Rendition: Hashable {
    /// Colour numbers as the terminal's description counts them; -1 is the terminal's default.
    var foreground: Int
    var background: Int
    var attributes: Attributes
}

/// Reduces looks to a colour depth, with the nearest available colour.
struct ColorReducer {
    let depth: ColorDepth
    /// Whether colour numbers below 256 still name the palette at depth `.trueColor`,
    /// as in this program's own description.
    let keepsPalette: Bool
    /// The theme's ordinary text on its background.
    let ground: Appearance

    /// - Parameter standIn: the attributes that replace a background too faint for the terminal's colours;
    ///   empty where that background may be lost.
    func rendition(_ look: Appearance, standIn: Attributes = []) -> Rendition {
        switch depth {
        case .mono: Rendition(foreground: -1, background: -1, attributes: look.attributes)
        case .ansi8, .ansi16: reduced(look, standIn)
        case .ansi256: Rendition(foreground: readable(look), background: number(look.background), attributes: look.attributes)
        case .trueColor:
            Rendition(foreground: number(look.foreground), background: number(look.background), attributes: look.attributes)
        }
    }

    /// The colour number of a pixel over a background. Over the terminal's own background, whose colour is
    /// unknown, a pixel is there or it is not.
    func number(_ pixel: PixelColor, on ground: ThemeColor?) -> Int {
        if pixel.alpha == 0 { return number(ground) }
        let color = RGB(Int(pixel.red), Int(pixel.green), Int(pixel.blue))
        guard let behind = resolveColor(ground) else { return pixel.alpha < 128 ? -1 : number(color) }
        let alpha = Int(pixel.alpha)
        func mix(_ part: Int, _ under: Int) -> Int { (part * alpha + under * (255 - alpha)) / 255 }
        return number(RGB(mix(color.red, behind.red), mix(color.green, behind.green), mix(color.blue, behind.blue)))
    }

    /// The colour number where there are at least 256 of them.
    private func number(_ color: RGB) -> Int { depth == .trueColor ? direct(color) : color.nearestInPalette }

    /// A style as it appears under its overlay.
    func rendition(_ style: Style, under overlay: Style?, in theme: Theme) -> Rendition {
        rendition(theme.combined(style: style, overlay: overlay), standIn: Self.fallbackAttributes(for: overlay))
    }

    /// The attributes that show an overlay on a terminal that cannot show its background: a raised
    /// background may be lost, a selection never.
    private static func fallbackAttributes(for overlay: Style?) -> Attributes {
        switch overlay {
        case nil, .surface, .header, .footer, .dialog: []
        case .selectionUnfocused: .underline
        default: .reverse
        }
    }

    private func number(_ ink: ThemeColor?) -> Int {
        switch ink {
        case nil, .terminal: return -1
        case .indexed(let index):
            return depth == .trueColor && !keepsPalette && index >= 8 ? direct(RGB(palette: Int(index))) : Int(index)
        case .rgb(let red, let green, let blue):
            let color = RGB(Int(red), Int(green), Int(blue))
            return depth == .trueColor ? direct(color) : color.nearest(16..<256)
        }
    }

    /// In the coarse palette, two colours can come nearer to each other. The result is then the nearest
    /// colour that is as readable as the original.
    private func readable(_ look: Appearance) -> Int {
        guard case .rgb? = look.foreground, case .rgb? = look.background, let color = resolveColor(look.foreground),
            let ground = resolveColor(look.background)
        else { return number(look.foreground) }
        let shown = RGB(palette: number(look.background))
        // WCAG's thresholds for text and for other elements; the one that
        // the theme's own colours reach applies.
        let real = color.contrast(with: ground)
        guard let bar = [4.5, 3].first(where: { real >= $0 }) else { return number(look.foreground) }
        guard RGB(palette: number(look.foreground)).contrast(with: shown) < bar else { return number(look.foreground) }
        return color.nearest(16..<256) { $0.contrast(with: shown) >= bar }
    }

    /// Numbers below 256 belong to the palette, so almost black blues get an invisible trace of green.
    private func direct(_ color: RGB) -> Int { color.packed < 256 ? color.packed | 0x100 : color.packed }

    // Every user configures the eight or sixteen colours, so the look of a theme's greys is
    // unpredictable, and two of them easily become the same. The terminal's defaults therefore replace
    // the theme's background and all greys. Raised greys become the background, and elements that must
    // stand out without a colour are reversed.
    private func reduced(_ look: Appearance, _ standIn: Attributes) -> Rendition {
        let places = 0..<(depth == .ansi16 ? 16 : 8)
        var result = Rendition(foreground: -1, background: -1, attributes: look.attributes)
        let background = resolveColor(look.background)
        let page = resolveColor(ground.background)
        let isRaised = look.background != ground.background
        if case .indexed(let index)? = look.background {
            result.background = Int(index) < places.upperBound ? Int(index) : RGB(palette: Int(index)).nearest(places)
        } else if let background, isRaised, background.chroma > 90, background.nearest(places) != page?.nearest(places) {
            result.background = background.nearest(places)
        } else if isRaised {
            let isFar = abs((background?.lightness ?? 0) - (page?.lightness ?? 0)) > 100
            result.attributes.formUnion(isFar ? .reverse : standIn)
            if result.attributes.contains(.reverse) { return result }
        }
        if result.background >= 0 {
            // Text on a colour is black or white, whichever contrasts more.
            result.foreground = RGB(palette: result.background).lightness > 110 ? 0 : 7
        } else if case .indexed(let index)? = look.foreground {
            result.foreground = Int(index) < places.upperBound ? Int(index) : RGB(palette: Int(index)).nearest(places)
        } else if let foreground = resolveColor(look.foreground), look.foreground != ground.foreground {
            // A light tint of a colour is nearer to white than to the colour,
            // so the hue decides, not the lightness.
            if foreground.chroma > 40 {
                result.foreground = saturated(foreground).nearest(1..<7)
            } else if let page, let text = resolveColor(ground.foreground),
                abs(foreground.lightness - page.lightness) * 4 < abs(text.lightness - page.lightness) * 3
            {
                result.attributes.insert(.dim)
            }
        }
        return result
    }

    private func resolveColor(_ ink: ThemeColor?) -> RGB? {
        switch ink {
        case nil, .terminal: nil
        case .indexed(let index): RGB(palette: Int(index))
        case .rgb(let red, let green, let blue): RGB(Int(red), Int(green), Int(blue))
        }
    }

    /// The same hue at full saturation.
    private func saturated(_ color: RGB) -> RGB {
        let low = min(color.red, color.green, color.blue)
        let spread = max(1, color.chroma)
        // Red marks failures. An orange is nearer to red than to yellow, so it is shown as yellow.
        if color.red == max(color.green, color.red, color.blue), color.green - color.blue > spread / 5 { return RGB(205, 205, 0) }
        return RGB((color.red - low) * 205 / spread, (color.green - low) * 205 / spread, (color.blue - low) * 205 / spread)
    }
}
