# A shop with FastAPI: products with reviews, a search, orders. Its description is at /openapi.json, and FastAPI makes it.
#   fastapi_shop.py PORT [--clean]
#
# The description is the same in both cases. Unless --clean is given, the server breaks it in these ten places:
#   F1   GET /products                       `stock` of product 3 is a string, documented as an integer
#   F2   GET /products/{product_id}          the required response header ETag is missing
#   F3   GET /products                       accepts a `limit` above its maximum 100
#   F4   GET /search                         500 when `max_price` is its maximum 10000
#   F5   GET /products/{product_id}/reviews  `written` is a text such as "last week", documented as a date
#   F6   POST /products                      accepts a product without the required `price`
#   F7   DELETE /products/{product_id}       sends 200 with a body, documented is 204
#   F8   GET /search                         accepts a `category` that the enum does not have
#   F9   GET /orders/{number}                sends the property `margin`, with additionalProperties: false
#   F10  GET /categories                     sends the list as text/html, documented as application/json
import threading
from datetime import date
from typing import Annotated, Literal

from fastapi import Body, FastAPI, HTTPException, Path, Query, Request, Response
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from pydantic import BaseModel, BeforeValidator, ConfigDict, Field
from starlette.routing import Match

from planted import Faults, is_whole_number, serve

faults = Faults()
app = FastAPI(title="Shop", version="1.0.0", docs_url=None, redoc_url=None)
lock = threading.Lock()


# MARK: Values, which are read as strictly as the description says.


def read_text(value):
    """Refuses texts such as `1_0`, which Pydantic reads as integers and JSON does not."""
    if isinstance(value, str) and not is_whole_number(value):
        raise ValueError("must be an integer")
    return value


def read_number(value):
    """A body may write the integer 1 as 1.0."""
    return int(value) if isinstance(value, float) and value.is_integer() else value


def text_number(low, high=None):
    """An integer of a path or a query."""
    return Annotated[int, Field(ge=low, le=high), BeforeValidator(read_text)]


def body_number(low, high):
    return Annotated[int, Field(ge=low, le=high), BeforeValidator(read_number)]


CATEGORIES = ["books", "games", "garden", "music"]
Category = Literal["books", "games", "garden", "music"]
Name = Annotated[str, Field(min_length=1, max_length=80)]
Price = Annotated[float, Field(ge=0, le=100000, allow_inf_nan=False)]


class Strict(BaseModel):
    """Refuses what is not described, and says so in the description."""

    model_config = ConfigDict(strict=True, extra="forbid")


class NewProduct(Strict):
    name: Name
    category: Category
    price: Price
    stock: body_number(0, 1000000) = 0
    tags: Annotated[list[Annotated[str, Field(min_length=1, max_length=20)]], Field(max_length=8)] = []


class Product(NewProduct):
    id: int
    stock: int
    tags: list[str]


class ProductPage(Strict):
    total: int
    items: list[Product]


class Review(Strict):
    stars: Annotated[int, Field(ge=1, le=5)]
    written: date
    text: str | None


class Hit(Strict):
    id: int
    name: str
    score: Annotated[float, Field(ge=0, le=1)]


class OrderLine(Strict):
    product: Annotated[body_number(1, 1000000), Field(examples=[1])]
    quantity: body_number(1, 99)


class NewOrder(Strict):
    lines: Annotated[list[OrderLine], Field(min_length=1, max_length=20)]
    note: Annotated[str, Field(max_length=200)] | None = None


class Order(Strict):
    number: int
    state: Literal["open", "paid", "sent"]
    total: float
    lines: list[OrderLine]
    note: str | None


class Problem(Strict):
    detail: str


# MARK: Data


def first_products():
    names = ["Atlas", "Chess", "Spade", "Flute", "Novel", "Puzzle", "Rake", "Drum", "Diary", "Cards", "Hose", "Harp"]
    return {
        number: {
            "id": number, "name": name, "category": CATEGORIES[(number - 1) % 4], "price": 4.5 + number, "stock": 10 * number,
            "tags": ["new"] if number % 3 == 0 else [],
        }
        for number, name in enumerate(names, 1)
    }


products = first_products()
orders = {
    number: {
        "number": number, "state": state, "total": 5.5 * number, "lines": [{"product": number, "quantity": number}],
        "note": None,
    }
    for number, state in enumerate(["open", "paid", "sent"], 1)
}
reviews = [
    {"stars": 5, "written": "2025-11-02", "text": "As described."},
    {"stars": 3, "written": "2026-01-17", "text": None},
]


def find(table, number):
    """A copy of a row, or a refusal with 404."""
    with lock:
        if number not in table:
            raise HTTPException(404, "There is no such thing.")
        return dict(table[number])


def refuse(place, message, value):
    """Refuses a request as FastAPI does when it finds the mistake itself."""
    raise RequestValidationError([{"type": "value_error", "loc": place, "msg": message, "input": value}])


def tag_of(product):
    return f'"{product["id"]}-{product["stock"]}"'


ETAG = {"ETag": {"required": True, "description": "The version of the product.", "schema": {"type": "string", "minLength": 3}}}
TOTAL = {"X-Total-Count": {"required": True, "schema": {"type": "integer", "minimum": 0}}}
LOCATION = {"Location": {"required": True, "schema": {"type": "string"}}}
UNREADABLE = {400: {"model": Problem, "description": "The body is no text."}}
MISSING = {404: {"model": Problem, "description": "There is no such thing."}}
ProductID = Annotated[text_number(1, 1000000), Path(examples=[1])]
Number = Annotated[text_number(1, 1000000), Path(examples=[1])]


@app.middleware("http")
async def refuse_repeated_parameters(request: Request, follow):
    """A parameter that is no array has one value. FastAPI would take the last one."""
    names = [name for name, _ in request.query_params.multi_items()]
    for name in names:
        if names.count(name) > 1:
            problem = {"type": "value_error", "loc": ["query", name], "msg": "must be given once", "input": None}
            return JSONResponse({"detail": [problem]}, 422)
    return await follow(request)


@app.exception_handler(405)
def refuse_method(request: Request, error):
    """FastAPI names the methods of the first function of a path alone."""
    allowed = set()
    for route in app.routes:
        if route.matches(request.scope)[0] is not Match.NONE:
            allowed |= route.methods
    return JSONResponse({"detail": error.detail}, 405, headers={"Allow": ", ".join(sorted(allowed))})


# MARK: Products


@app.get("/products", response_model=ProductPage, responses={200: {"headers": TOTAL}})
def list_products(
    limit: Annotated[text_number(1), Query(json_schema_extra={"maximum": 100})] = 20,
    offset: Annotated[text_number(0, 1000), Query()] = 0,
    sort: Annotated[Literal["id", "name", "price"], Query()] = "id",
):
    if limit > 100 and not faults.breaks("F3"):
        refuse(["query", "limit"], "must be at most 100", limit)
    with lock:
        rows = [dict(row) for row in products.values()]
    page = sorted(rows, key=lambda row: (row[sort], row["id"]))[offset:offset + limit]
    for row in page:
        if row["id"] == 3 and faults.breaks("F1"):
            row["stock"] = str(row["stock"])
    return JSONResponse({"total": len(rows), "items": page}, headers={"X-Total-Count": str(len(rows))})


# The body is read without its model, which `describe` adds: the fault must not change the description.
@app.post("/products", status_code=201, response_model=Product, responses={201: {"headers": LOCATION}} | UNREADABLE)
def create_product(body: Annotated[dict, Body()]):
    if "price" not in body and valid(NewProduct, body | {"price": 0}) and faults.breaks("F6"):
        body = body | {"price": 0}
    new = checked(NewProduct, body)
    with lock:
        number = max(products, default=0) + 1
        products[number] = {"id": number} | new
    return JSONResponse({"id": number} | new, 201, headers={"Location": f"/products/{number}"})


def checked(model, body):
    """The body as its model reads it, or a refusal as FastAPI writes it."""
    try:
        return model.model_validate(body).model_dump(mode="json")
    except ValueError as error:
        problems = error.errors(include_url=False, include_context=False, include_input=False)
        raise RequestValidationError([problem | {"loc": ("body", *problem["loc"])} for problem in problems])


def valid(model, body):
    try:
        return bool(model.model_validate(body))
    except ValueError:
        return False


@app.get("/products/{product_id}", response_model=Product, responses={200: {"headers": ETAG}} | MISSING)
def read_product(product_id: ProductID):
    product = find(products, product_id)
    return JSONResponse(product, headers={} if faults.breaks("F2") else {"ETag": tag_of(product)})


@app.put("/products/{product_id}", response_model=Product, responses={200: {"headers": ETAG}} | MISSING | UNREADABLE)
def replace_product(product_id: ProductID, new: NewProduct):
    find(products, product_id)
    with lock:
        product = products[product_id] = {"id": product_id} | new.model_dump(mode="json")
    return JSONResponse(product, headers={"ETag": tag_of(product)})


@app.delete("/products/{product_id}", status_code=204, response_class=Response, responses=MISSING)
def delete_product(product_id: ProductID):
    find(products, product_id)
    with lock:
        products.pop(product_id, None)
    if faults.breaks("F7"):
        return JSONResponse({"deleted": product_id})
    return Response(status_code=204)


@app.get("/products/{product_id}/reviews", response_model=list[Review], responses=MISSING)
def list_reviews(product_id: ProductID):
    find(products, product_id)
    broken = faults.breaks("F5")
    return JSONResponse([row | {"written": "last week"} if broken else row for row in reviews])


@app.get("/categories", response_model=list[Category])
def list_categories():
    kind = "text/html" if faults.breaks("F10") else "application/json"
    return JSONResponse(CATEGORIES, media_type=kind)


# MARK: Search


@app.get("/search", response_model=list[Hit])
def search(
    q: Annotated[str, Query(min_length=1, max_length=40, examples=["a"])],
    category: Annotated[str, Query(json_schema_extra={"enum": CATEGORIES})] = None,
    max_price: Annotated[text_number(0, 10000), Query()] = 500,
):
    if max_price == 10000 and faults.breaks("F4"):
        raise OverflowError("the index has no prices above 9999")
    if category not in (None, *CATEGORIES) and not faults.breaks("F8"):
        refuse(["query", "category"], "must be a category", category)
    with lock:
        rows = [dict(row) for row in products.values()]
    found = [
        {"id": row["id"], "name": row["name"], "score": round(1 / len(row["name"]), 3)}
        for row in rows
        if q.lower() in row["name"].lower() and row["price"] <= max_price and category in (None, row["category"])
    ]
    return JSONResponse(found)


# MARK: Orders


@app.post("/orders", status_code=201, response_model=Order, responses={201: {"headers": LOCATION}} | MISSING | UNREADABLE)
def create_order(new: NewOrder):
    total = 0
    for line in new.lines:
        total += find(products, line.product)["price"] * line.quantity
    with lock:
        number = max(orders) + 1
        orders[number] = {"number": number, "state": "open", "total": total} | new.model_dump(mode="json")
        order = dict(orders[number])
    return JSONResponse(order, 201, headers={"Location": f"/orders/{number}"})


@app.get("/orders/{number}", response_model=Order, responses=MISSING)
def read_order(number: Number):
    order = find(orders, number)
    return JSONResponse(order | {"margin": 0.31} if faults.breaks("F9") else order)


def describe():
    """FastAPI's own description, with the model of the body that `create_product` reads by hand."""
    if not app.openapi_schema:
        description = FastAPI.openapi(app)
        content = description["paths"]["/products"]["post"]["requestBody"]["content"]
        content["application/json"] = {"schema": {"$ref": "#/components/schemas/NewProduct"}}
        app.openapi_schema = description
    return app.openapi_schema


app.openapi = describe

if __name__ == "__main__":
    serve(app, faults)
