# A server in an empty home of its own, without any key, which ends with the script. Sourced by the benchmarks that ask one.

work=$(mktemp -d)
server=''
finish() {
    [[ -z $server ]] || kill "$server" 2>/dev/null || true
    wait
    rm -rf "$work"
}
trap finish EXIT
export HEADSHOT_HOME=$work/home
unset GEMINI_API_KEY GOOGLE_API_KEY OPENAI_API_KEY HEADSHOT_API_KEY_FILE HEADSHOT_OPENAI_API_KEY_FILE

# start_server [options]: starts it, and sets `server` to its process, `api` and `admin` to its ports.
start_server() {
    : >"$work/log"
    "$built/headshot" serve "$@" --listen 127.0.0.1:0 --isolation best 2>"$work/log" &
    server=$!
    api=$(port "Apps") admin=$(port "Health and metrics")
}

# port <words>: the port of the line with these words.
port() {
    until grep -q "$1" "$work/log"; do kill -0 "$server"; sleep 0.05; done
    sed -n "s/.*$1.*:\([0-9]*\)$/\1/p" "$work/log"
}
