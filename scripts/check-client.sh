#!/usr/bin/env bash
# Generates clients in Swift, Kotlin and TypeScript from the server's document, compiles the one in Swift, and lets it do
# each app's main way against the built server. Writes a page about it. Needs the network once, for the generator (PyPI).
set -euo pipefail
cd "$(dirname "$0")/.."

built=$(cd "${1:-.build/debug}" && pwd)
page=${2:-docs/clients.md}
document=Sources/HeadshotServer/Resources/openapi.json
work=.build/client
generator=openapi-generator-cli
version=7.26.0
if [[ ! -x $work/venv/bin/$generator ]]; then
    mkdir -p "$work"
    python3 -m venv "$work/venv"
    "$work/venv/bin/pip" install --quiet "$generator==$version"
fi
unset http_proxy HTTP_PROXY

# generate <generator> <folder> <properties>: writes a client; what the generator warns of is in <folder>.log.
generate() {
    rm -rf "${work:?}/$2"
    "$work/venv/bin/$generator" generate --generator-name "$1" --input-spec "$document" --output "$work/$2" \
        --global-property apiDocs=false,modelDocs=false,apiTests=false,modelTests=false \
        --additional-properties "$3" >"$work/$2.log" 2>&1 || { tail -n 40 "$work/$2.log" >&2; exit 1; }
}
generate swift6 swift \
    projectName=HeadshotClient,useSPMFileStructure=true,responseAs=AsyncAwait,hideGenerationTimestamp=true
generate kotlin kotlin library=jvm-okhttp4,serializationLibrary=kotlinx_serialization,packageName=headshot.client
generate typescript-fetch typescript npmName=headshot-client,supportsES6=true

# A name that no one chose means that something in the document has none.
nameless=$(find "$work/swift" "$work/kotlin" "$work/typescript" -iname '*inline*' -print)
if [[ -n $nameless ]]; then
    echo "check-client: these have no name in the document:" >&2
    echo "$nameless" >&2
    exit 1
fi
swift build --package-path Tests/Client --scratch-path "$work/build"
walk="$(swift build --package-path Tests/Client --scratch-path "$work/build" --show-bin-path)/AppWalk"

folder=$(mktemp -d "${TMPDIR:-/tmp}/headshot-client.XXXXXX")
server=
stop() {
    if [[ -n $server ]]; then kill "$server" 2>/dev/null || true; fi
    wait
    rm -rf "$folder"
}
trap stop EXIT
export HEADSHOT_HOME=$folder/home
tokens=()
for preset in headshots glowup great routine; do
    token=$("$built/headshot" space add "$preset" --preset "$preset" --provider local \
        --scope submit --scope read --scope operate)
    tokens+=("$preset=$token")
done
"$built/headshot" serve --work --listen 127.0.0.1:0 --isolation best --prompts prompts 2>"$folder/log" &
server=$!
until grep -q 'Apps:' "$folder/log"; do
    kill -0 "$server" || { cat "$folder/log" >&2; exit 1; }
    sleep 0.1
done
url=$(sed -n '/Apps:/s/.* //p' "$folder/log" | head -n 1)

status=0
HEADSHOT_TOKENS=$(IFS=,; echo "${tokens[*]}") "$walk" "$url" demo/photo.jpg >"$folder/walks" || status=$?
count() { find "$work/$1" -name "$2" | wc -l; }
{
    echo '# Clients of the document'
    echo
    echo "\`make check-client\` generates clients from \`GET /v1/openapi.json\` with $generator $version. The one in Swift is compiled, and does each"
    echo 'app'\''s main way against a server. It wrote this page.'
    echo
    echo '| language | generator | files | compiled |'
    echo '|---|---|---:|---|'
    echo "| Swift | \`swift6\` | $(count swift '*.swift') | yes |"
    echo "| Kotlin | \`kotlin\` | $(count kotlin '*.kt') | no |"
    echo "| TypeScript | \`typescript-fetch\` | $(count typescript '*.ts') | no |"
    cat "$folder/walks"
} >"$page"
echo "check-client: $page"
exit "$status"
