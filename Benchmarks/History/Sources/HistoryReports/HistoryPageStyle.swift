/// How the page looks, light and dark, and its filter.
enum HistoryPageStyle {
    static let text = """
        :root { color-scheme: light dark; --paper: #fff; --ink: #1b1f24; --quiet: #5a6370; --line: #dfe3e8; --dot: #0068a6;
          --worse: #b3261e; --better: #1a7f37; }
        @media screen and (prefers-color-scheme: dark) { :root { --paper: #15181c; --ink: #e4e7eb; --quiet: #9aa4b1;
          --line: #31373f; --dot: #58b4f0; --worse: #ff8a80; --better: #6fd08c; } }
        body { margin: 0; background: var(--paper); color: var(--ink);
          font: 16px/1.5 system-ui, -apple-system, "Segoe UI", Roboto, "DejaVu Sans", sans-serif; }
        main { max-width: 60rem; margin: 0 auto; padding: 1.5rem; }
        h1 { font-size: 1.8rem; margin: 0 0 1rem; }
        h2 { font-size: 1.2rem; margin: 2.5rem 0 .5rem; overflow-wrap: anywhere; }
        h3 { font-size: 1rem; display: inline; }
        code { font: .85em ui-monospace, "DejaVu Sans Mono", monospace; overflow-wrap: anywhere; }
        a { color: var(--dot); }
        .note, figcaption { color: var(--quiet); font-size: .92rem; margin: .3rem 0; }
        figcaption h3 { color: var(--ink); }
        figcaption ul { margin: .3rem 0; padding-left: 1.2rem; }
        .worse::marker { color: var(--worse); }
        .better::marker { color: var(--better); }
        figure { margin: 1.5rem 0; border-top: 1px solid var(--line); padding-top: .8rem; break-inside: avoid; overflow-x: auto; }
        svg { width: 100%; min-width: 32rem; height: auto; }
        svg text { font-size: 11px; fill: var(--quiet); }
        svg circle { fill: var(--dot); fill-opacity: .75; }
        svg .axis { stroke: var(--line); }
        svg .level { stroke: var(--ink); stroke-width: 1.5; }
        svg .change { stroke: var(--worse); stroke-width: 1.5; stroke-dasharray: 4 3; }
        summary { cursor: pointer; margin: 1.5rem 0; }
        input { font: inherit; color: inherit; background: var(--paper); border: 1px solid var(--quiet); border-radius: 6px;
          padding: .2rem .5rem; width: 20rem; max-width: 100%; }
        :focus-visible { outline: 2px solid var(--dot); outline-offset: 2px; }
        """

    /// Hides the pictures whose name lacks one of the words.
    static let script = """
        "use strict";
        for (const field of document.querySelectorAll(".filter"))
          field.addEventListener("input", () => {
            const words = field.value.toLowerCase().split(/\\s+/).filter(Boolean);
            for (const figure of field.closest("details").querySelectorAll("figure"))
              figure.hidden = !words.every(word => figure.dataset.name.includes(word));
          });
        """
}
