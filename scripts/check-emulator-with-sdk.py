"""Calls the emulator through the official SDK; the address is the first argument."""

import io

from google import genai
from google.genai import errors, types
from PIL import Image

from emulator_check import BASE, answers, end, expect, photo

MODEL = "gemini-2.5-flash-image"


def client(key="test-key", version=None):
    return genai.Client(
        api_key=key,
        http_options=types.HttpOptions(base_url=BASE, api_version=version, timeout=30_000),
    )


def generate(api, data=None, mime="image/jpeg", model=MODEL, **config):
    part = types.Part.from_bytes(data=data or photo(), mime_type=mime)
    config = types.GenerateContentConfig(response_modalities=["TEXT", "IMAGE"], **config)
    return api.models.generate_content(
        model=model, contents=["A professional headshot.", part], config=config
    )


def pictures(response):
    parts = response.candidates[0].content.parts or []
    return [part for part in parts if part.inline_data and not part.thought]


def expect_error(name, code, status, call):
    try:
        call()
    except errors.APIError as error:
        expect(f"{name}: {error.code} {error.status}", (error.code, error.status) == (code, status))
    else:
        expect(f"{name}: no error", False)


for version in (None, "v1beta"):
    response = generate(
        client(version=version),
        temperature=0.25,
        image_config=types.ImageConfig(aspect_ratio="4:5"),
        safety_settings=[
            types.SafetySetting(
                category="HARM_CATEGORY_HARASSMENT", threshold="BLOCK_MEDIUM_AND_ABOVE"
            )
        ],
    )
    picture = Image.open(io.BytesIO(pictures(response)[0].inline_data.data))
    expect(f"a picture of 896x1152 over {version or 'the default version'}", picture.size == (896, 1152))
    expect("the picture shows the photo", picture.convert("RGB").getpixel((448, 500))[0] > 180)
    expect("usage counts 1290 tokens", response.usage_metadata.candidates_tokens_details[0].token_count == 1290)
    expect("the model's version", response.model_version == MODEL)

for kind in ("PNG", "WEBP"):
    response = generate(client(), photo(kind), f"image/{kind.lower()}")
    expect(f"a {kind} photo", len(pictures(response)) == 1)

api = client()
names = [model.name for model in api.models.list()]
expect(f"models.list: {names}", f"models/{MODEL}" in names)
expect_error("an unknown model", 404, "NOT_FOUND", lambda: generate(client(), model="no-such"))
expect_error("a wrong key", 400, "INVALID_ARGUMENT", lambda: generate(client("invalid")))
expect_error("image/jpg", 400, "INVALID_ARGUMENT", lambda: generate(client(), mime="image/jpg"))
expect_error("an unreadable photo", 400, "INVALID_ARGUMENT", lambda: generate(client(), b"no picture"))
expect_error("half a photo", 400, "INVALID_ARGUMENT", lambda: generate(client(), photo()[:1500]))
expect_error("temperature 2.1", 400, "INVALID_ARGUMENT", lambda: generate(client(), temperature=2.1))
expect_error(
    "imageSize on 2.5", 400, "INVALID_ARGUMENT",
    lambda: generate(client(), image_config=types.ImageConfig(image_size="2K")),
)

for answer, code, status in [
    ("429-per-minute", 429, "RESOURCE_EXHAUSTED"),
    ("429-per-day", 429, "RESOURCE_EXHAUSTED"),
    ("429-bare", 429, "RESOURCE_EXHAUSTED"),
    ("500", 500, "INTERNAL"),
    ("503", 503, "UNAVAILABLE"),
    ("504", 504, "DEADLINE_EXCEEDED"),
    ("400-failed-precondition", 400, "FAILED_PRECONDITION"),
    ("401", 401, "UNAUTHENTICATED"),
    ("403", 403, "PERMISSION_DENIED"),
]:
    answers({"answer": answer})
    expect_error(answer, code, status, lambda: generate(client()))

for answer, reason in [
    ("blocked-picture", "IMAGE_SAFETY"),
    ("no-image", "NO_IMAGE"),
    ("text-only", "STOP"),
    ("empty", "STOP"),
]:
    answers({"answer": answer})
    candidate = generate(client()).candidates[0]
    expect(f"{answer}: {candidate.finish_reason.name}", candidate.finish_reason.name == reason)
answers({"answer": "blocked-prompt"})
expect("blocked-prompt", generate(client()).prompt_feedback.block_reason.name == "PROHIBITED_CONTENT")
answers({"answer": "thinking-drafts"})
expect("thinking-drafts: one result beside the draft", len(pictures(generate(client()))) == 1)
answers({"answer": "picture-jpeg"})
expect("picture-jpeg", pictures(generate(client()))[0].inline_data.mime_type == "image/jpeg")

end()
