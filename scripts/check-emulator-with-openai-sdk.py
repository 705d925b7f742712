"""Calls the emulator through OpenAI's official SDK; the address is the first argument."""

import base64
import io
import json

import openai
from PIL import Image

from emulator_check import BASE, answers, end, expect, photo

PICTURES = "gpt-image-1-mini"
WORDS = "gpt-5.6-luna"
SCHEMA = {
    "type": "object",
    "properties": {
        "praise": {"type": "string", "description": "1 to 60 characters."},
        "score": {"type": "integer", "minimum": 1, "maximum": 10},
        "tips": {"type": "array", "items": {"type": "string"}, "minItems": 3, "maxItems": 3},
        "action": {"type": ["string", "null"]},
    },
    "required": ["praise", "score", "tips", "action"],
    "additionalProperties": False,
}


def client(key="test-key"):
    return openai.OpenAI(api_key=key, base_url=f"{BASE}/v1", max_retries=0, timeout=30)


def edit(api, data=None, mime="image/jpeg", several=False, **fields):
    image = ("me.jpg", data or photo(), mime)
    fields = {"model": PICTURES, "prompt": "A professional headshot."} | fields
    return api.images.edit(image=[image] if several else image, **fields)


def write(api, schema=SCHEMA, model=WORDS, **fields):
    url = "data:image/jpeg;base64," + base64.b64encode(photo()).decode()
    return api.responses.create(
        model=model,
        store=False,
        input=[
            {
                "role": "user",
                "content": [
                    {"type": "input_text", "text": "Praise this photo."},
                    {"type": "input_image", "image_url": url, "detail": "low"},
                ],
            }
        ],
        text={"format": {"type": "json_schema", "name": "words", "strict": True, "schema": schema}},
        **fields,
    )


def expect_error(name, kind, code, call):
    try:
        call()
    except kind as error:
        expect(f"{name}: {kind.__name__} {error.code}", error.code == code and error.request_id)
    except openai.APIError as error:
        expect(f"{name}: {type(error).__name__} {error}", False)
    else:
        expect(f"{name}: no error", False)


for several in (False, True):
    response = edit(
        client(), several=several, n=1, size="1024x1536", quality="medium", output_format="jpeg"
    )
    picture = Image.open(io.BytesIO(base64.b64decode(response.data[0].b64_json)))
    expect(f"a picture of 1024x1536, several={several}", picture.size == (1024, 1536))
    expect("a JPEG that shows the photo", picture.format == "JPEG" and picture.getpixel((512, 700))[0] > 180)
    expect("usage", response.usage.input_tokens_details.image_tokens > 0 and response.usage.output_tokens > 0)
    expect("the request's id", response._request_id.startswith("req_"))
for kind in ("PNG", "WEBP"):
    expect(f"a {kind} photo", len(edit(client(), photo(kind), f"image/{kind.lower()}").data) == 1)
response = edit(client(), model="gpt-image-2.5-flare", size="896x1120", quality="low")
expect("a size of newer models", Image.open(io.BytesIO(base64.b64decode(response.data[0].b64_json))).size == (896, 1120))

response = write(client(), reasoning={"effort": "none"}, max_output_tokens=500)
words = json.loads(response.output_text)
expect("words that fit", set(words) == set(SCHEMA["required"]) and len(words["tips"]) == 3)
expect("words are complete", response.status == "completed" and response.usage.output_tokens > 0)
response = write(client(), max_output_tokens=16)
expect("words cut off", response.incomplete_details.reason == "max_output_tokens")

api = client()
names = [model.id for model in api.models.list()]
expect(f"models.list: {names}", PICTURES in names and WORDS in names)
expect_error("an unknown model", openai.NotFoundError, "model_not_found", lambda: edit(api, model="no"))
expect_error("a wrong key", openai.AuthenticationError, "invalid_api_key", lambda: edit(client("invalid")))
expect_error("a wrong key, for words", openai.AuthenticationError, "invalid_api_key", lambda: write(client("invalid")))
expect_error("a HEIC", openai.BadRequestError, "unsupported_file_mimetype", lambda: edit(api, mime="image/heic"))
expect_error("an unreadable photo", openai.BadRequestError, "invalid_image_file", lambda: edit(api, b"no picture"))
expect_error("a quality of others", openai.BadRequestError, "invalid_value", lambda: edit(api, quality="max"))
expect_error(
    "input_fidelity, which headshot does not send", openai.BadRequestError, "unknown_parameter",
    lambda: edit(api, model="gpt-image-2", input_fidelity="high"),
)
loose = SCHEMA | {"required": ["praise"]}
expect_error("an optional property", openai.BadRequestError, "invalid_json_schema", lambda: write(api, loose))

for answer, kind, code in [
    ("blocked-prompt", openai.BadRequestError, "moderation_blocked"),
    ("429-per-minute", openai.RateLimitError, "rate_limit_exceeded"),
    ("429-no-credit", openai.RateLimitError, "insufficient_quota"),
    ("401", openai.AuthenticationError, None),
    ("403", openai.PermissionDeniedError, None),
    ("404", openai.NotFoundError, "model_not_found"),
    ("500", openai.InternalServerError, None),
    ("503", openai.InternalServerError, None),
    ("504", openai.InternalServerError, None),
]:
    answers({"answer": answer})
    expect_error(answer, kind, code, lambda: edit(client()))
answers({"answer": "blocked-words"})
content = write(client()).output[0].content[0]
expect(f"blocked-words: {content.type}", content.type == "refusal")
answers({"answer": "thinking-drafts"})
response = write(client())
expect("thinking-drafts", response.output[0].type == "reasoning" and json.loads(response.output_text)["score"] == 1)

end()
