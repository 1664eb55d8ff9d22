"""Holds request bodies against the schemas of an OpenAPI description, with jsonschema and nothing of the project's own.

validate-bodies.py DESCRIPTION < LINES > MISSES
Each line is {"method", "path", "type", "extent", "body"}; each miss is printed as METHOD PATH TYPE EXTENT <tab> POINTER <tab> WHY.
"""

import json
import sys

import jsonschema

SINGLE = ["items", "additionalProperties", "not", "if", "then", "else", "contains", "propertyNames"]
LISTS = ["allOf", "anyOf", "oneOf", "prefixItems"]
MAPS = ["properties", "patternProperties", "$defs", "definitions"]


class Description:
    def __init__(self, document):
        self.document = document
        # Schemas that references lead to, rewritten.
        self.known = {}

    def at(self, pointer):
        node = self.document
        for token in pointer.split("/")[1:]:
            token = token.replace("~1", "/").replace("~0", "~")
            node = node[int(token)] if isinstance(node, list) else node[token]
        return node

    def resolved(self, node):
        for _ in range(100):
            if not (isinstance(node, dict) and isinstance(node.get("$ref"), str)):
                return node
            node = self.at(node["$ref"].removeprefix("#"))
        raise ValueError("a circle of references")

    def is_read_only(self, node, depth=0):
        node = self.resolved(node)
        return depth < 6 and isinstance(node, dict) and (
            node.get("readOnly") is True or any(self.is_read_only(part, depth + 1) for part in node.get("allOf", [])))

    def properties(self, node, depth=0):
        """Those of the schema and of its parts."""
        node = self.resolved(node)
        found = dict(node.get("properties", {}))
        if depth < 6:
            for part in node.get("allOf", []):
                found = {**self.properties(part, depth + 1), **found}
        return found

    def schema(self, node, outer=None):
        """As JSON Schema 2020-12. `outer` are the properties of the schemas around it."""
        if not isinstance(node, dict):
            return node
        # A property may be *named* $ref.
        if isinstance(node.get("$ref"), str):
            return {"$ref": node["$ref"]}
        out = dict(node)
        for key in ("example", "examples", "default", "discriminator", "xml", "externalDocs"):
            out.pop(key, None)
        properties = {**(outer or {}), **self.properties(node)}
        for key in SINGLE:
            if isinstance(out.get(key), dict):
                out[key] = self.schema(out[key])
        for key in LISTS:
            if isinstance(out.get(key), list):
                out[key] = [self.schema(part, properties) for part in out[key]]
        for key in MAPS:
            if isinstance(out.get(key), dict):
                out[key] = {name: self.schema(part) for name, part in out[key].items()}
        # What only answers have is required of answers only.
        if isinstance(out.get("required"), list):
            out["required"] = [
                name for name in out["required"] if name not in properties or not self.is_read_only(properties[name])]
        for limit in ("Minimum", "Maximum"):
            if isinstance(out.get("exclusive" + limit), bool):
                if out.pop("exclusive" + limit) and limit.lower() in out:
                    out["exclusive" + limit] = out.pop(limit.lower())
        if out.get("type") == "file":
            out["type"] = "string"
        if out.pop("nullable", None) is True:
            if isinstance(out.get("enum"), list) and None not in out["enum"]:
                out["enum"] = out["enum"] + [None]
            if isinstance(out.get("type"), str):
                out["type"] = [out["type"], "null"]
            elif "type" not in out:
                out = {"anyOf": [out, {"type": "null"}]}
        return out

    def body(self, method, path, content_type):
        """The schema of a request body."""
        operation = self.resolved(self.document["paths"][path])
        shared = operation.get("parameters", [])
        operation = operation[method.lower()]
        if "swagger" not in self.document:
            media = self.resolved(operation["requestBody"])["content"][content_type]
            return media["schema"]
        parameters = [self.resolved(each) for each in shared + operation.get("parameters", [])]
        for parameter in parameters:
            if parameter["in"] == "body":
                return parameter["schema"]
        fields = {each["name"]: each for each in parameters if each["in"] == "formData"}
        return {
            "type": "object", "properties": {
                name: {key: value for key, value in each.items() if key not in ("name", "in", "required", "description")}
                for name, each in fields.items()},
            "required": [name for name, each in fields.items() if each.get("required")]}


def resolve(description, uri):
    if uri not in description.known:
        description.known[uri] = description.schema(description.at(uri.removeprefix("#")))
    return description.known[uri]


def validator(description):
    """A validator whose references lead into the description; each is rewritten once."""

    def ref(this, reference, instance, schema):
        yield from this.descend(instance, resolve(description, reference))

    return jsonschema.validators.extend(jsonschema.Draft202012Validator, {"$ref": ref})


def main():
    with open(sys.argv[1], "rb") as file:
        description = Description(json.load(file))
    Validator = validator(description)
    checker = jsonschema.FormatChecker()
    count = 0
    for line in sys.stdin:
        case = json.loads(line)
        count += 1
        schema = description.schema(description.body(case["method"], case["path"], case["type"]))
        name = f'{case["method"]} {case["path"]} {case["type"]} {case["extent"]}'
        try:
            body = json.loads(case["body"])
        except ValueError as error:
            print(f"{name}\t\tno JSON: {error}")
            continue
        error = jsonschema.exceptions.best_match(Validator(schema, format_checker=checker).iter_errors(body))
        if error is not None:
            pointer = "".join(f"/{step}" for step in error.absolute_path)
            print(f"{name}\t{pointer}\t{error.message[:200]}")
    print(f"{count} bodies", file=sys.stderr)


main()
