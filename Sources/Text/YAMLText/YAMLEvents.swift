// Reads YAML event by event with libyaml, from the Yams package. The only file that uses it.
//
// It does not use Yams' own `compose`, which builds a tree of objects by recursion, refuses
// duplicate keys, and takes five times as long.

import CYaml

/// The events of a YAML text, in their order. Lines count from 0.
enum YAMLEvent {
    case scalar(YAMLScalar)
    case alias(String, line: Int)
    case sequenceStart(anchor: String?, line: Int)
    case mappingStart(anchor: String?, line: Int)
    /// The end of a sequence or a mapping.
    case end
    case documentStart(line: Int)
    case streamEnd
}

/// A scalar as written.
struct YAMLScalar {
    /// Valid until the next event is read.
    var bytes: UnsafeBufferPointer<UInt8>
    /// Neither quoted nor a block: its form determines its type.
    var isPlain: Bool
    var tag: String?
    var anchor: String?
    var line: Int
}

/// The position and the style of a value, for code that edits the text.
struct YAMLPlace {
    /// In characters of the text, as libyaml counts them. A block collection has no end of its own.
    var start: Int
    var end: Int
    var style: YAMLOutline.Style
    var isTagged: Bool
}

/// Reads the events of a YAML text that outlives it.
final class YAMLEvents {
    private let parser: UnsafeMutablePointer<yaml_parser_t>
    private var event = yaml_event_t()
    private let text: UnsafeBufferPointer<UInt8>

    init(_ text: UnsafeBufferPointer<UInt8>) throws(YAMLError) {
        self.text = text
        parser = .allocate(capacity: 1)
        parser.initialize(to: yaml_parser_t())
        guard yaml_parser_initialize(parser) == 1 else {
            throw YAMLError(.broken, "there is not enough memory to read it", line: 1)
        }
        yaml_parser_set_input_string(parser, text.baseAddress, text.count)
    }

    deinit {
        yaml_event_delete(&event)
        yaml_parser_delete(parser)
        parser.deinitialize(count: 1)
        parser.deallocate()
    }

    func next() throws(YAMLError) -> YAMLEvent {
        while true {
            yaml_event_delete(&event)
            guard yaml_parser_parse(parser, &event) == 1 else { throw failure }
            let line = Int(event.start_mark.line)
            switch event.type {
            case YAML_SCALAR_EVENT:
                let scalar = event.data.scalar
                return .scalar(
                    YAMLScalar(
                        bytes: UnsafeBufferPointer(start: scalar.value, count: Int(scalar.length)),
                        isPlain: scalar.style == YAML_PLAIN_SCALAR_STYLE, tag: Self.string(scalar.tag),
                        anchor: Self.string(scalar.anchor), line: line))
            case YAML_ALIAS_EVENT: return .alias(Self.string(event.data.alias.anchor) ?? "", line: line)
            case YAML_SEQUENCE_START_EVENT:
                return .sequenceStart(anchor: Self.string(event.data.sequence_start.anchor), line: line)
            case YAML_MAPPING_START_EVENT:
                return .mappingStart(anchor: Self.string(event.data.mapping_start.anchor), line: line)
            case YAML_SEQUENCE_END_EVENT, YAML_MAPPING_END_EVENT: return .end
            case YAML_DOCUMENT_START_EVENT: return .documentStart(line: line)
            // After its end libyaml returns events of no type.
            case YAML_STREAM_END_EVENT, YAML_NO_EVENT: return .streamEnd
            default: continue
            }
        }
    }

    /// The position of the last event: an alias, a scalar or the start or end of a collection.
    var place: YAMLPlace {
        var place = YAMLPlace(
            start: event.start_mark.index, end: event.end_mark.index, style: .block, isTagged: false)
        switch event.type {
        case YAML_SCALAR_EVENT:
            place.isTagged = event.data.scalar.tag != nil
            switch event.data.scalar.style {
            case YAML_PLAIN_SCALAR_STYLE: place.style = .plain
            case YAML_LITERAL_SCALAR_STYLE, YAML_FOLDED_SCALAR_STYLE: place.style = .literal
            default: place.style = .quoted
            }
        case YAML_ALIAS_EVENT: place.style = .plain
        case YAML_SEQUENCE_START_EVENT:
            place.isTagged = event.data.sequence_start.tag != nil
            if event.data.sequence_start.style == YAML_FLOW_SEQUENCE_STYLE { place.style = .flow }
        case YAML_MAPPING_START_EVENT:
            place.isTagged = event.data.mapping_start.tag != nil
            if event.data.mapping_start.style == YAML_FLOW_MAPPING_STYLE { place.style = .flow }
        default: break
        }
        return place
    }

    private static func string(_ text: UnsafeMutablePointer<yaml_char_t>?) -> String? { text.map { String(cString: $0) } }

    private var failure: YAMLError {
        let state = parser.pointee
        let problem = state.problem.map { String(cString: $0) } ?? "it is not YAML"
        // The reader fails before marks exist; it reports the byte.
        if state.error == YAML_READER_ERROR {
            let before = text.prefix(Int(state.problem_offset))
            let start = before.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
            let column = before[start...].count { $0 & 0xc0 != 0x80 } + 1
            return YAMLError(.broken, problem, line: before.count { $0 == UInt8(ascii: "\n") } + 1, column: column)
        }
        let (line, column) = (Int(state.problem_mark.line) + 1, Int(state.problem_mark.column) + 1)
        if problem.hasPrefix("Maximum nesting level") {
            return YAMLError(.excessive, "it nests deeper than 1000 levels", line: line, column: column)
        }
        let context = state.context.map { "\(String(cString: $0)) that began at line \(state.context_mark.line + 1): " } ?? ""
        return YAMLError(.broken, context + problem, line: line, column: column)
    }
}
