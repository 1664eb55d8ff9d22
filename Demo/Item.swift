// One item of the demo's list, and the rule that makes item number n the same in every process and every run.

/// An item of the demo's list.
struct Item: Sendable {
    enum State: String, CaseIterable, Sendable { case open, closed }

    var id: Int
    var name: String
    var state: State
    var user: String
    var assignee: String?
    var labels: [String]
    var comments: Int
    /// The price in hundredths.
    var price: Int
    /// RFC 3339, in UTC.
    var createdAt: String

    var json: JSON {
        .object([
            ("id", .integer(id)), ("name", .string(name)), ("state", .string(state.rawValue)), ("user", .string(user)),
            ("assignee", assignee.map { .string($0) } ?? .null), ("labels", .array(labels.map { .string($0) })),
            ("comments", .integer(comments)), ("price", .cents(price)), ("createdAt", .string(createdAt)),
        ])
    }
}

extension Item {
    /// Item number `id`, derived from its number alone: three services show the same list
    /// without communication.
    init(number id: Int) {
        var dice = Dice(seed: UInt64(id))
        let thing = dice.pick(Self.things)
        self.id = id
        name = dice.chance(of: 12) ? dice.pick(Self.worldNames) : "\(dice.pick(Self.qualities)) \(thing)"
        state = dice.chance(of: 3) ? .closed : .open
        user = dice.pick(Self.people)
        assignee = dice.chance(of: 2) ? dice.pick(Self.people) : nil
        labels = Self.allLabels.filter { _ in dice.chance(of: 4) }
        comments = dice.chance(of: 3) ? 0 : dice.below(40)
        price = 199 + dice.below(20_000)
        createdAt = Timestamp.text(secondsSince1970: 1_704_067_200 + id * 57_600 + dice.below(57_600))
    }

    private static let qualities = [
        "Adjustable", "Brass", "Compact", "Double", "Enamelled", "Folding", "Glass", "Heavy", "Insulated", "Japanese", "Knitted",
        "Linen",
        "Magnetic", "Nordic", "Oak", "Portable", "Quiet", "Recycled", "Solar", "Travel", "Untreated", "Vintage", "Waterproof",
        "Woollen",
    ]
    private static let things = [
        "backpack", "bench", "blanket", "bookshelf", "bottle", "bowl", "chair", "clock", "compass", "desk", "drill", "kettle",
        "ladder",
        "lamp", "lantern", "mirror", "notebook", "pan", "radio", "screwdriver", "tent", "thermometer", "umbrella", "vase",
        "workbench",
    ]
    /// Wide, combining, right-to-left and emoji text, which lists must align all the same.
    private static let worldNames = [
        "茶壶 teapot", "折り畳み傘", "유리 꽃병", "Crème brûlée torch", "Žehlička na cesty", "مصباح قراءة", "Настольная лампа", "🧭 compass",
        "☕️ espresso cup",
        "Tafel für 8 Gäste", "नीली कुर्सी", "🏕️ tent for two",
    ]
    private static let people = [
        "ada", "grace", "linus", "margaret", "dennis", "barbara", "ken", "radia", "edsger", "小林", "zoë", "guido",
    ]
    private static let allLabels = ["bug", "fragile", "heavy", "new", "sale", "outdoor"]
}

/// SplitMix64: a few lines of arithmetic that give the same numbers on every machine.
private struct Dice {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    private mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

    /// A number in 0 ..< `bound`.
    mutating func below(_ bound: Int) -> Int { Int(next() % UInt64(bound)) }
    /// True once in `times`, on average.
    mutating func chance(of times: Int) -> Bool { below(times) == 0 }
    mutating func pick<Element>(_ elements: [Element]) -> Element { elements[below(elements.count)] }
}
