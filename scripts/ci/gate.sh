#!/usr/bin/env bash
# A recipe to copy: gates the queue of your package against the commit that a change will be merged into.
#
#   scripts/ci/gate.sh BASE-REF OPLAB WORKER [OPTION…]
#
# OPLAB is the program that compares (built once, from OperationLab), WORKER the product of your package with the
# benchmark worker; options are passed to 'oplab gate'. Builds both commits in worktrees, which it removes.
# Exit status: that of 'oplab gate', but 0 with a message if it is inconclusive (3); 2 if a variant can't be built.
set -euo pipefail

[ $# -ge 3 ] || { sed -n '2,8s/^# \{0,1\}//p' "$0" >&2; exit 64; }
base=$1 oplab=$(realpath "$2") worker=$3
shift 3
root=$(git rev-parse --show-toplevel)
# The folder of the package in the repository: the current one.
package=$(git rev-parse --show-prefix)
work=$(mktemp -d)
trap 'git -C "$root" worktree remove --force "$work/base" 2> /dev/null || true; rm -rf "$work"' EXIT

git -C "$root" worktree add --quiet --detach "$work/base" "$base" || exit 2
# Both are built in the same way, on the same machine.
for variant in base head; do
    case $variant in
        base) source=$work/base/$package ;;
        head) source=$root/$package ;;
    esac
    swift build -c release --package-path "$source" --scratch-path "$work/$variant.build" --product "$worker" >&2 || exit 2
done

status=0
# Without --output in it: that folder contains the results then.
again=("$0" "$base" "$oplab" "$worker")
skip=0
for option in "$@"; do
    case $option in
        --output) skip=1 ;;
        --output=*) ;;
        *) if [ $skip -eq 1 ]; then skip=0; else again+=("$option"); fi ;;
    esac
done
printf -v OPERATIONLAB_GATE_COMMAND '%q ' "${again[@]}"
export OPERATIONLAB_GATE_COMMAND=${OPERATIONLAB_GATE_COMMAND% }
"$oplab" gate --base "$work/base.build/release/$worker" --head "$work/head.build/release/$worker" "$@" || status=$?
if [ "$status" -eq 3 ]; then
    echo "gate: inconclusive; this machine couldn't tell" >&2
    exit 0
fi
exit "$status"
