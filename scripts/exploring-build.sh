# Sourced by scripts that measure a program of Benchmarks/ which explores. `build_exploring KIND PRODUCT` builds the program for release,
# and sets `program` to its path and `library` to that of the interposer, both from the top of the project. KIND is `instrumented`, as
# scripts/explore-package builds a program, or something else.

build_exploring() {
    local scratch=.build-benchmarks name=ScheduleInterposition
    local build=(swift build -c release --package-path Benchmarks)
    if [ "$1" = instrumented ]; then
        scratch+=-instrumented name=ScheduleInstrumentation
        build+=(-Xswiftc -Xfrontend -Xswiftc -sanitize=thread -Xswiftc -DOPERATIONLAB_EXPLORED)
    fi
    build+=(--scratch-path $scratch)
    # The loader takes a space or a colon in a path for its end, so it gets none.
    program=$scratch/release/$2 library=$scratch/release/lib$name.so
    "${build[@]}" --product $name >&2 || return
    if [ "$1" = instrumented ]; then build+=(-Xlinker --export-dynamic -Xlinker "$PWD/$library"); fi
    "${build[@]}" --product "$2" >&2
}
