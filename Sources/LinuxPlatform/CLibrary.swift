// The C library for all modules: they import this one, so that only this one names it.
@_exported public import Glibc
