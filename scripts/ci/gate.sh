#!/usr/bin/env bash
# A recipe, to be copied: gates the queue of a package of yours against the commit that a change is to be merged into.
#
#   scripts/ci/gate.sh BASE-REF OPLAB WORKER [OPTION…]
#
# OPLAB is the program that compares (built once, from OperationLab), WORKER the product of your package that holds the
# benchmark worker; options go to 'oplab gate'. Both commits are built in worktrees; nothing is left behind.
# Exit status: that of 'oplab gate', but 0 where it is inconclusive (3), which is said; 2 if a side can't be built.
set -euo pipefail

[ $# -ge 3 ] || { sed -n '2,8s/^# \{0,1\}//p' "$0" >&2; exit 64; }
base=$1 oplab=$(realpath "$2") worker=$3
shift 3
root=$(git rev-parse --show-toplevel)
# Where the package lies in the repository: here.
package=$(git rev-parse --show-prefix)
work=$(mktemp -d)
trap 'git -C "$root" worktree remove --force "$work/base" 2> /dev/null || true; rm -rf "$work"' EXIT

git -C "$root" worktree add --quiet --detach "$work/base" "$base" || exit 2
# Built in turn in the same way, for the same machine.
for side in base head; do
    case $side in
        base) source=$work/base/$package ;;
        head) source=$root/$package ;;
    esac
    swift build -c release --package-path "$source" --scratch-path "$work/$side.build" --product "$worker" >&2 || exit 2
done

status=0
export OPERATIONLAB_GATE_COMMAND="$0 $base $oplab $worker${*:+ $*}"
"$oplab" gate --base "$work/base.build/release/$worker" --head "$work/head.build/release/$worker" "$@" || status=$?
if [ "$status" -eq 3 ]; then
    echo "gate: inconclusive; this machine couldn't tell" >&2
    exit 0
fi
exit "$status"
