# Starts the emulator. Sourced by the benchmarks; what sources it stops `emulator_PID` in the end.

# start_emulator <folder of the built programs> <scenario>: from now on, it is what is asked.
start_emulator() {
    local line
    coproc emulator { exec "$1/gemini-emulator" --port 0 --scenario "$2"; }
    read -r line <&"${emulator[0]}"
    export GOOGLE_GEMINI_BASE_URL=${line#listening on } GEMINI_API_KEY=benchmark
}
