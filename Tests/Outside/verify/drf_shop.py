# A lending library with Django REST framework: books, members, loans. Its description is at /openapi.json, and drf-spectacular
# makes it.
#   drf_shop.py PORT [--clean]
#
# The description is the same in both cases. Unless --clean is given, the server breaks it in these ten places:
#   F1   GET /api/books/{id}/      the required `isbn` is missing from every third book
#   F2   GET /api/books/           `publisher` of book 2 is null, which its schema does not allow
#   F3   POST /api/loans/          sends 202, documented is 201
#   F4   GET /api/statistics/      `loans_per_month`, an array of integers, has the text "n/a"
#   F5   POST /api/books/          500 when `authors` is empty, which its schema allows
#   F6   PATCH /api/books/{id}/    accepts a `fee` below its minimum 0
#   F7   POST /api/members/        accepts a `name` longer than its maxLength 40
#   F8   GET /api/books/search/    accepts a request without the required parameter `title`
#   F9   GET /api/loans/{id}/      `state` of loan 1 is "lost", which the enum does not have
#   F10  GET /api/members/{id}/    the body of 404 is {"error": …}, documented is {"detail": …}
import itertools
import logging
import threading

import django
from django.conf import settings

settings.configure(
    SECRET_KEY="no secret: the server keeps nothing", ALLOWED_HOSTS=["*"], ROOT_URLCONF=__name__, APPEND_SLASH=False,
    USE_TZ=True, INSTALLED_APPS=["rest_framework", "drf_spectacular"],
    REST_FRAMEWORK={
        "DEFAULT_SCHEMA_CLASS": "drf_spectacular.openapi.AutoSchema", "DEFAULT_AUTHENTICATION_CLASSES": [],
        "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
        "DEFAULT_PARSER_CLASSES": ["rest_framework.parsers.JSONParser"], "UNAUTHENTICATED_USER": None,
    },
    # A request and a response have schemas of their own: only a request refuses an empty text.
    SPECTACULAR_SETTINGS={
        "TITLE": "Library", "VERSION": "1.0.0", "COMPONENT_SPLIT_REQUEST": True, "SERVE_INCLUDE_SCHEMA": False,
    })
django.setup()
# Django would write a line for each refused request.
logging.disable()

from django.core.asgi import get_asgi_application
from django.http import JsonResponse
from django.urls import path
from drf_spectacular.utils import OpenApiParameter, extend_schema
from drf_spectacular.views import SpectacularJSONAPIView
from rest_framework import serializers
from rest_framework.exceptions import NotFound
from rest_framework.response import Response
from rest_framework.views import APIView

from planted import Faults, is_whole_number, serve

faults = Faults()
lock = threading.Lock()


# MARK: Fields, which are read as strictly as the description says. Those of the framework convert numbers and texts.


class Text(serializers.CharField):
    def __init__(self, **options):
        super().__init__(trim_whitespace=False, **options)
        # It would refuse a text with the character 0, which the description does not mention.
        self.validators = [check for check in self.validators if type(check).__name__ != "ProhibitNullCharactersValidator"]

    def to_internal_value(self, data):
        if not isinstance(data, str):
            self.fail("invalid")
        return data


class Choice(serializers.ChoiceField):
    def to_internal_value(self, data):
        if not isinstance(data, str):
            self.fail("invalid_choice", input=data)
        return super().to_internal_value(data)


class Whole(serializers.IntegerField):
    def to_internal_value(self, data):
        if isinstance(data, bool) or not isinstance(data, (int, float)):
            self.fail("invalid")
        return super().to_internal_value(data)


class QueryWhole(serializers.IntegerField):
    def to_internal_value(self, data):
        if not is_whole_number(data):
            self.fail("invalid")
        return int(data)


class Amount(serializers.FloatField):
    def to_internal_value(self, data):
        if isinstance(data, bool) or not isinstance(data, (int, float)):
            self.fail("invalid")
        return super().to_internal_value(data)


LANGUAGES = ["de", "en", "fr", "it"]
STATES = ["open", "returned", "overdue"]


class Book(serializers.Serializer):
    id = serializers.IntegerField(read_only=True)
    title = Text(max_length=100)
    isbn = Text(min_length=10, max_length=17)
    publisher = Text(max_length=60)
    authors = serializers.ListField(child=Text(max_length=60), max_length=6)
    year = Whole(min_value=1450, max_value=2100)
    language = Choice(choices=LANGUAGES)
    fee = Amount(min_value=0, max_value=50)


class BookPage(serializers.Serializer):
    count = serializers.IntegerField(min_value=0)
    results = Book(many=True)


class Member(serializers.Serializer):
    id = serializers.IntegerField(read_only=True)
    name = Text(max_length=40)
    newsletter = serializers.BooleanField(read_only=True)
    joined = serializers.DateField(read_only=True)


class NewLoan(serializers.Serializer):
    book = Whole(min_value=1, max_value=1000000)
    member = Whole(min_value=1, max_value=1000000)
    weeks = Whole(min_value=1, max_value=8)


class Loan(NewLoan):
    id = serializers.IntegerField()
    state = serializers.ChoiceField(choices=STATES)
    begun = serializers.DateTimeField()


class Statistics(serializers.Serializer):
    books = serializers.IntegerField(min_value=0)
    loans_per_month = serializers.ListField(child=serializers.IntegerField(min_value=0))


class Problem(serializers.Serializer):
    detail = serializers.CharField()


class BookQuery(serializers.Serializer):
    page = QueryWhole(min_value=1, max_value=1000, default=1)
    page_size = QueryWhole(min_value=1, max_value=50, default=10)
    ordering = serializers.ChoiceField(choices=["title", "year"], default="title")


class SearchQuery(serializers.Serializer):
    title = Text(min_length=1, max_length=30)
    language = serializers.ChoiceField(choices=LANGUAGES, required=False)


# MARK: Data


BOOKS = [
    ("Emma", ["Jane Austen"], 1815, "en"), ("Faust", ["Johann Wolfgang Goethe"], 1808, "de"),
    ("Candide", ["Voltaire"], 1759, "fr"), ("Decameron", ["Giovanni Boccaccio"], 1492, "it"),
    ("Good Omens", ["Terry Pratchett", "Neil Gaiman"], 1990, "en"), ("Momo", ["Michael Ende"], 1973, "de"),
    ("Germinal", ["Émile Zola"], 1885, "fr"),
]
books = {
    number: {
        "id": number, "title": title, "isbn": f"978-3-16-1484{number:03}", "publisher": "Penguin", "authors": authors,
        "year": year, "language": language, "fee": 0.5 * number,
    }
    for number, (title, authors, year, language) in enumerate(BOOKS, 1)
}
members = {
    number: {"id": number, "name": name, "newsletter": number % 2 == 0, "joined": f"2024-0{number}-11"}
    for number, name in enumerate(["Ada", "Grace", "Alan"], 1)
}
loans = {
    number: {"id": number, "book": number, "member": 1, "weeks": 2, "state": state, "begun": "2026-03-02T09:30:00Z"}
    for number, state in enumerate(STATES, 1)
}
# A number is never given to a second row, also after a deletion.
numbers = {"books": itertools.count(len(books) + 1), "members": itertools.count(4), "loans": itertools.count(4)}


def find(table, text):
    """The row with this number, or a refusal with 404."""
    row = table.get(int(text)) if is_whole_number(str(text)) else None
    if row is None:
        raise NotFound()
    return dict(row)


def checked(kind, data, **options):
    form = kind(data=data, **options)
    form.is_valid(raise_exception=True)
    return dict(form.validated_data)


def read_query(kind, request, **options):
    """A parameter that is no array has one value. The framework would take the last one."""
    repeated = [name for name, values in request.query_params.lists() if len(values) > 1]
    if repeated:
        raise serializers.ValidationError({name: ["must be given once"] for name in repeated})
    return checked(kind, request.query_params.dict(), **options)


# The messages for each field; a body that is no JSON has a `detail`.
INVALID = {"type": "object", "additionalProperties": True}
TOTAL = OpenApiParameter("X-Total-Count", int, OpenApiParameter.HEADER, required=True, response=[200])
NUMBER = OpenApiParameter("id", {"type": "integer", "minimum": 1}, OpenApiParameter.PATH)


# MARK: Views


class BooksView(APIView):
    @extend_schema(operation_id="books_list", parameters=[BookQuery, TOTAL], responses={200: BookPage, 400: INVALID})
    def get(self, request):
        query = read_query(BookQuery, request)
        rows = sorted((dict(row) for row in list(books.values())), key=lambda row: (row[query["ordering"]], row["id"]))
        begin = (query["page"] - 1) * query["page_size"]
        page = rows[begin:begin + query["page_size"]]
        for row in page:
            if row["id"] == 2 and faults.breaks("F2"):
                row["publisher"] = None
        return Response({"count": len(rows), "results": page}, headers={"X-Total-Count": str(len(rows))})

    @extend_schema(operation_id="books_create", request=Book, responses={201: Book, 400: INVALID})
    def post(self, request):
        new = checked(Book, request.data)
        if not new["authors"] and faults.breaks("F5"):
            raise IndexError("the first author is missing")
        with lock:
            number = next(numbers["books"])
            books[number] = {"id": number} | new
        return Response(books[number], 201)


class BookView(APIView):
    @extend_schema(operation_id="books_read", parameters=[NUMBER], responses={200: Book, 404: Problem})
    def get(self, request, id):
        book = find(books, id)
        if book["id"] % 3 == 0 and faults.breaks("F1"):
            del book["isbn"]
        return Response(book)

    @extend_schema(
        operation_id="books_change", parameters=[NUMBER], request=Book(partial=True),
        responses={200: Book, 400: INVALID, 404: Problem})
    def patch(self, request, id):
        book = find(books, id)
        data = request.data
        if is_too_low(data) and checked(Book, data | {"fee": 0}, partial=True) and faults.breaks("F6"):
            # What is stored fits: other operations must not break because of this fault.
            data = data | {"fee": 0}
        book |= checked(Book, data, partial=True)
        with lock:
            books[book["id"]] = book
        return Response(book)

    @extend_schema(operation_id="books_delete", parameters=[NUMBER], responses={204: None, 404: Problem})
    def delete(self, request, id):
        book = find(books, id)
        with lock:
            books.pop(book["id"], None)
        return Response(status=204)


def is_too_low(data):
    fee = data.get("fee") if isinstance(data, dict) else None
    return isinstance(fee, (int, float)) and not isinstance(fee, bool) and fee < 0


class SearchView(APIView):
    @extend_schema(operation_id="books_search", parameters=[SearchQuery], responses={200: Book(many=True), 400: INVALID})
    def get(self, request):
        is_loose = "title" not in request.query_params and read_query(SearchQuery, request, partial=True) is not None
        query = read_query(SearchQuery, request, partial=is_loose and faults.breaks("F8"))
        title, language = query.get("title", "").lower(), query.get("language")
        found = [row for row in list(books.values()) if title in row["title"].lower() and language in (None, row["language"])]
        return Response(found)


class MembersView(APIView):
    @extend_schema(operation_id="members_list", responses={200: Member(many=True)})
    def get(self, request):
        return Response(list(members.values()))

    @extend_schema(operation_id="members_create", request=Member, responses={201: Member, 400: INVALID})
    def post(self, request):
        data = request.data
        name = data.get("name") if isinstance(data, dict) else None
        if isinstance(name, str) and len(name) > 40 and faults.breaks("F7"):
            data = data | {"name": name[:40]}
        new = checked(Member, data)
        with lock:
            number = next(numbers["members"])
            members[number] = {"id": number} | new | {"newsletter": False, "joined": "2026-06-01"}
        return Response(members[number], 201)


class MemberView(APIView):
    @extend_schema(operation_id="members_read", parameters=[NUMBER], responses={200: Member, 404: Problem})
    def get(self, request, id):
        try:
            return Response(find(members, id))
        except NotFound:
            if faults.breaks("F10"):
                return Response({"error": "no such member"}, 404)
            raise


class LoansView(APIView):
    @extend_schema(operation_id="loans_create", request=NewLoan, responses={201: Loan, 400: INVALID, 404: Problem})
    def post(self, request):
        new = checked(NewLoan, request.data)
        find(books, new["book"])
        find(members, new["member"])
        with lock:
            number = next(numbers["loans"])
            loans[number] = {"id": number} | new | {"state": "open", "begun": "2026-06-01T10:00:00Z"}
        return Response(loans[number], 202 if faults.breaks("F3") else 201)


class LoanView(APIView):
    @extend_schema(operation_id="loans_read", parameters=[NUMBER], responses={200: Loan, 404: Problem})
    def get(self, request, id):
        loan = find(loans, id)
        if loan["id"] == 1 and faults.breaks("F9"):
            loan["state"] = "lost"
        return Response(loan)


class StatisticsView(APIView):
    @extend_schema(operation_id="statistics", responses={200: Statistics})
    def get(self, request):
        months = [4, 0, 7, "n/a" if faults.breaks("F4") else 2]
        return Response({"books": len(books), "loans_per_month": months})


urlpatterns = [
    path("api/books/", BooksView.as_view()),
    path("api/books/search/", SearchView.as_view()),
    path("api/books/<str:id>/", BookView.as_view()),
    path("api/members/", MembersView.as_view()),
    path("api/members/<str:id>/", MemberView.as_view()),
    path("api/loans/", LoansView.as_view()),
    path("api/loans/<str:id>/", LoanView.as_view()),
    path("api/statistics/", StatisticsView.as_view()),
    path("openapi.json", SpectacularJSONAPIView.as_view()),
]


def handler404(request, exception):
    """Django's own page is HTML, which the description does not mention."""
    return JsonResponse({"detail": "Not found."}, status=404)


def handler500(request):
    return JsonResponse({"detail": "The server failed."}, status=500)


if __name__ == "__main__":
    serve(get_asgi_application(), faults)
