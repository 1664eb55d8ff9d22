// The keywords that a value can violate.

/// A keyword, by its name in schemas.
enum SchemaKeyword: String, Sendable, Hashable {
    case type, `enum`, const, minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf, minLength, maxLength, pattern,
        format, minItems, maxItems, uniqueItems, minProperties, maxProperties, required, dependentRequired, readOnly, writeOnly,
        not, anyOf, oneOf, contains, minContains, maxContains, allOf, properties, patternProperties,
        additionalProperties, propertyNames, dependentSchemas, items, prefixItems, unevaluatedItems, unevaluatedProperties, then
    case otherwise = "else"
    case reference = "$ref"
    case dynamicReference = "$dynamicRef"
    /// The schema `false` at the beginning of a check.
    case never = ""
}
