// The animated picture of the README: docs/pictures/tour.svg is the tour, drawn frame by frame.

import Canvas
import Testing

@testable import Screen

@Suite struct TourScreenTests {
    private static func picture(_ tour: Tour) throws -> AnimatedPicture {
        let theme = try #require(BuiltInThemes.theme("dark"))
        let frames = tour.frames.enumerated().map { index, frame in
            let caption = TourCaption.screen(
                keys: frame.keys, frame.caption, frame: index + 1, of: tour.frames.count, width: Tour.size.width)
            return AnimatedPicture.Frame(screen: frame.screen, caption: caption, seconds: frame.seconds)
        }
        return AnimatedPicture(frames: frames, theme: theme, still: Tour.still)
    }

    @Test func pictureShowsTheTourAsDrawn() throws {
        let svg = try Self.picture(Tour.play()).svg
        let difference = try Snapshots.difference(svg, from: "docs/pictures/tour.svg")
        #expect(difference == nil, "the picture is stale: `make snap` rewrites it")
    }

    /// `make snap` would also write a tour whose keys no longer do what the captions say.
    @Test func eachFrameShowsWhatItsCaptionSays() throws {
        let frames = try Tour.play().frames
        #expect((10...14).contains(frames.count))
        for (frame, previous) in zip(frames, [nil] + frames.map(Optional.some)) {
            #expect(frame.screen.size == Tour.size && frame.screen.isHarmless)
            #expect(frame.screen.makeText().contains(frame.shows), "\(frame.caption)\n\(frame.screen.makeText())")
            #expect(frame.screen != previous?.screen, "\(frame.caption)")
            #expect((2...3).contains(frame.seconds))
        }
    }

    /// A blank stands between the text and the number of the frame.
    @Test func captionsFit() throws {
        for frame in try Tour.play().frames {
            let row = TourCaption.screen(keys: frame.keys, frame.caption, frame: 10, of: 10, width: Tour.size.width).makeText()
            #expect(row.hasSuffix("  10/10"), "\(row)")
        }
    }

    @Test func keysAreWrittenAsOnAKeyboard() {
        #expect(TourCaption.keys("/ 'item' enter C-r S") == ["/", "item", "Enter", "Ctrl-R", "S"])
    }

    /// Code hosts show an image that runs nothing and loads nothing.
    @Test func pictureIsSmallAndStandsAlone() throws {
        let svg = try Self.picture(Tour.play()).svg
        #expect(svg.utf8.count < 250_000)
        #expect(!svg.contains("<script") && !svg.contains("url("))
        let names = Set(svg.matches(of: /<g id="(row\d+)">/).map(\.1))
        let used = svg.matches(of: /href="#?([^"]*)"/).map(\.1)
        #expect(names == Set(used))
    }
}
