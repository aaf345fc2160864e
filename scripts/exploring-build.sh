# Sourced by scripts that build what explores. `build_exploring KIND PRODUCT` builds a program of Benchmarks/ for release,
# and sets `program` to its path and `library` to that of the interposer, both from the top of the project. KIND is `instrumented`, as
# scripts/explore-package builds a program, or something else.

# As for ThreadSanitizer. OPERATIONLAB_EXPLORED is for this project's primitives: some accesses aren't inlined then.
instrumented=(-Xswiftc -Xfrontend -Xswiftc -sanitize=thread -Xswiftc -DOPERATIONLAB_EXPLORED)

build_exploring() {
    local scratch=.build-benchmarks name=ScheduleInterposition
    local build=(swift build -c release --package-path Benchmarks)
    if [ "$1" = instrumented ]; then
        scratch+=-instrumented name=ScheduleInstrumentation
        build+=("${instrumented[@]}")
    fi
    build+=(--scratch-path $scratch)
    # The loader takes a space or a colon in a path for its end, so it gets none.
    program=$scratch/release/$2 library=$scratch/release/lib$name.so
    "${build[@]}" --product $name >&2 || return
    if [ "$1" = instrumented ]; then build+=(-Xlinker --export-dynamic -Xlinker "$PWD/$library"); fi
    "${build[@]}" --product "$2" >&2
}
