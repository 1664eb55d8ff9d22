// Dates in the three formats of HTTP (RFC 9110 §5.6.7), as seconds since 1970-01-01 UTC.

package enum HTTPDate {
    private static let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
    private static let days = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"]
    static let secondsADay = 86_400

    /// - Parameter now: decides the century of the obsolete form with a two-digit year.
    static func parse(_ text: String, now: Int) -> Int? {
        let words = text.split(separator: " ", omittingEmptySubsequences: true).map(String.init)
        switch words.count {
        // Sun, 06 Nov 1994 08:49:37 GMT
        case 6 where words[5] == "GMT" && isDay(words[0], short: true, ending: ",") && words[1].count == 2:
            return seconds(year: number(words[3], digits: 4), month: words[2], day: number(words[1], digits: 2), time: words[4])
        // Sunday, 06-Nov-94 08:49:37 GMT
        case 4 where words[3] == "GMT" && isDay(words[0], short: false, ending: ","):
            let parts = words[1].split(separator: "-", omittingEmptySubsequences: false).map(String.init)
            guard parts.count == 3, let year = number(parts[2], digits: 2) else { return nil }
            return nearest(year, now: now) {
                seconds(year: $0, month: parts[1], day: number(parts[0], digits: 2), time: words[2])
            }
        // Sun Nov  6 08:49:37 1994
        case 5 where isDay(words[0], short: true, ending: ""):
            return seconds(
                year: number(words[4], digits: 4), month: words[1], day: number(words[2], digits: words[2].utf8.count),
                time: words[3])
        default: return nil
        }
    }

    /// `Sun, 06 Nov 1994 08:49:37 GMT`.
    static func format(_ seconds: Int) -> String {
        var rest = seconds % secondsADay
        if rest < 0 { rest += secondsADay }
        let day = (seconds - rest) / secondsADay
        let date = civil(day)
        // The first of January 1970 was a Thursday.
        let weekday = days[((day % 7) + 10) % 7].prefix(3)
        let clock = [rest / 3_600, rest / 60 % 60, rest % 60].map { padded($0, 2) }.joined(separator: ":")
        return "\(weekday), \(padded(date.day, 2)) \(months[date.month - 1]) \(padded(date.year, 4)) \(clock) GMT"
    }

    private static func padded(_ number: Int, _ width: Int) -> String {
        let digits = String(number)
        return String(repeating: "0", count: max(0, width - digits.count)) + digits
    }

    private static func isDay(_ word: String, short: Bool, ending: String) -> Bool {
        days.contains { (short ? String($0.prefix(3)) : $0) + ending == word }
    }

    private static func number(_ text: String, digits: Int) -> Int? {
        guard text.utf8.count == digits, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
        return Int(text)
    }

    private static func seconds(year: Int?, month: String, day: Int?, time: String) -> Int? {
        guard let year, let day, let month = months.firstIndex(of: month) else { return nil }
        let clock = time.split(separator: ":", omittingEmptySubsequences: false).map { number(String($0), digits: 2) }
        guard clock.count == 3, let hour = clock[0], let minute = clock[1], let second = clock[2] else { return nil }
        // 60 is a leap second.
        guard hour < 24, minute < 60, second <= 60, day >= 1, day <= length(month + 1, year) else { return nil }
        return daysSinceEpoch(year, month + 1, day) * secondsADay + hour * 3_600 + minute * 60 + second
    }

    /// A moment that appears to be more than 50 years ahead belongs to the century before.
    private static func nearest(_ twoDigits: Int, now: Int, _ moment: (Int) -> Int?) -> Int? {
        let today = civil(now / secondsADay)
        let latest = daysSinceEpoch(today.year + 50, today.month, today.day) * secondsADay + now % secondsADay
        let century = today.year - today.year % 100 + 100
        return [century, century - 100, century - 200].compactMap { moment($0 + twoDigits) }.first { $0 <= latest }
    }

    static func length(_ month: Int, _ year: Int) -> Int {
        let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
        return month == 2 ? (isLeap ? 29 : 28) : [4, 6, 9, 11].contains(month) ? 30 : 31
    }

    // The proleptic Gregorian calendar in eras of 400 years that begin in March (Howard Hinnant,
    // "chrono-Compatible Low-Level Date Algorithms").

    /// Days since 1970-01-01.
    static func daysSinceEpoch(_ year: Int, _ month: Int, _ day: Int) -> Int {
        let year = month <= 2 ? year - 1 : year
        let era = year / 400
        let ofEra = year - era * 400
        let ofYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
        return era * 146_097 + ofEra * 365 + ofEra / 4 - ofEra / 100 + ofYear - 719_468
    }

    private static func civil(_ day: Int) -> (year: Int, month: Int, day: Int) {
        let shifted = day + 719_468
        let era = shifted / 146_097
        let ofEra = shifted - era * 146_097
        let year = (ofEra - ofEra / 1_460 + ofEra / 36_524 - ofEra / 146_096) / 365
        let ofYear = ofEra - (365 * year + year / 4 - year / 100)
        let month = (5 * ofYear + 2) / 153
        return (year + era * 400 + (month >= 10 ? 1 : 0), month < 10 ? month + 3 : month - 9, ofYear - (153 * month + 2) / 5 + 1)
    }
}
