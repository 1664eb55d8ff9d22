"""Holds values against schemas of OpenAPI 3.0 with openapi-core, and nothing of the project's own.

openapi-core.py DESCRIPTION
The description has cases under x-cases: {"about", "way", "schema", "values"}. For each value a line is printed: true or false.
Run it with the Python of an environment that has openapi-core (scripts/test-schemas.txt).
"""

import json
import sys

from jsonschema_path import SchemaPath
from openapi_core.validation.schemas import oas30_read_schema_validators_factory, oas30_write_schema_validators_factory
from openapi_core.validation.schemas.exceptions import InvalidSchemaValue

FACTORIES = {"response": oas30_read_schema_validators_factory, "request": oas30_write_schema_validators_factory}


def fits(validator, value):
    try:
        validator.validate(value)
    except InvalidSchemaValue:
        return False
    return True


def main():
    with open(sys.argv[1], "rb") as file:
        document = json.load(file)
    description = SchemaPath.from_dict(document)
    for number, case in enumerate(document["x-cases"]):
        schema = description / "x-cases" / number / "schema"
        validator = FACTORIES[case["way"]].create(description, schema)
        for value in case["values"]:
            print(json.dumps(fits(validator, value)))


main()
