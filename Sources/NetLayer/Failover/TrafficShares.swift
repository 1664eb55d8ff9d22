// The distribution of the last requests among the services.

struct TrafficShares: Sendable {
    static let remembered = 100

    private var last: [Int] = []
    private var next = 0

    mutating func record(_ service: Int) {
        guard last.count == Self.remembered else { return last.append(service) }
        last[next] = service
        next = (next + 1) % Self.remembered
    }

    /// A percentage, rounded to the nearest integer.
    func percent(of service: Int) -> Int {
        guard !last.isEmpty else { return 0 }
        return (last.count { $0 == service } * 100 + last.count / 2) / last.count
    }
}
