# Sourced by scripts that have to end all that they run. `run COMMAND…` runs a command in a process group of its own. An
# interruption ends the script with 130, 143 or 129. However the script ends, it first ends its commands, after ten
# seconds by force, and then calls `clean_up`, if there is one.

# Each command has its own process group.
set -m

end_and_clean_up() {
    trap '' INT TERM HUP
    local job
    for job in $(jobs -p); do
        kill -INT -- "-$job" 2> /dev/null || continue
        for ((tenth = 0; tenth < 100; tenth++)); do
            kill -0 -- "-$job" 2> /dev/null || break
            sleep 0.1
        done
        kill -KILL -- "-$job" 2> /dev/null || true
    done
    if declare -F clean_up > /dev/null; then clean_up; fi
}
trap end_and_clean_up EXIT
trap 'exit 130' INT
trap 'exit 143' TERM
trap 'exit 129' HUP

# In the background, so that an interruption is handled at once. It has no input.
run() {
    "$@" < /dev/null &
    wait $!
}
