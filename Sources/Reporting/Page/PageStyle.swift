/// How the page looks: on a screen, light and dark, on a phone, and on paper.
enum PageStyle {
    static let text = """
        * { box-sizing: border-box; }
        html { scroll-padding-top: 4rem; -webkit-text-size-adjust: 100%; }
        body { margin: 0; background: var(--paper); color: var(--ink); font: 16px/1.55 system-ui, -apple-system, "Segoe UI", Roboto, "DejaVu Sans", sans-serif; }
        header, main { max-width: 72rem; margin: 0 auto; padding: 0 1.5rem; }
        header { padding-top: 1.2rem; display: flex; flex-wrap: wrap; align-items: baseline; gap: 0 1rem; }
        header p { margin: .1rem 0 .7rem; color: var(--quiet); }
        .queues { display: flex; flex-wrap: wrap; gap: .05rem 1.2rem; margin: .9rem 0 0; color: var(--quiet); font-size: .82rem; }
        .term { text-decoration: underline dotted var(--quiet); text-underline-offset: .2em; cursor: help; }
        h1 { font-size: 1.9rem; font-weight: 650; letter-spacing: -.01em; margin: 0; }
        h2 { font-size: 1.4rem; font-weight: 650; margin: 0 0 .5rem; }
        h2.run { margin: 2rem 0 1rem; }
        h3 { font-size: 1.05rem; font-weight: 600; margin: 0 0 .25rem; }
        section { margin: 4rem 0; }
        section > p { max-width: 46rem; color: var(--quiet); margin: 0 0 1.25rem; }
        a { color: var(--accent); text-underline-offset: .15em; }
        a.anchor { position: absolute; margin-left: .3em; color: var(--quiet); text-decoration: none; font-weight: 400; opacity: 0; }
        h2:hover a.anchor, h3:hover a.anchor, a.anchor:focus { opacity: 1; }
        code { font: .9em ui-monospace, "DejaVu Sans Mono", monospace; overflow-wrap: anywhere; }
        :focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
        .quiet { color: var(--quiet); }
        .value { font-variant-numeric: tabular-nums; white-space: nowrap; font-weight: 600; }
        nav { position: sticky; top: 0; z-index: 5; display: flex; flex-wrap: wrap; gap: .3rem .95rem; align-items: center;
          padding: .55rem max(1.5rem, calc(50vw - 34.5rem)); background: var(--paper);
          border-bottom: 1px solid var(--line); font-size: .9rem; }
        nav a { text-decoration: none; }
        .filter { margin-left: auto; color: var(--quiet); }
        .filter input { font: inherit; color: inherit; background: var(--paper); border: 1px solid var(--quiet); border-radius: 6px;
          padding: .2rem .5rem; width: 9.5rem; max-width: 100%; }
        .findings { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 20rem), 1fr)); gap: 1.2rem; align-items: start; margin: 1rem 0 2rem; }
        @media (min-width: 66rem) { .finding.wide { grid-column: span 2; grid-row: span 2; } }
        .wrap { display: block; min-width: 22rem; white-space: pre-line; overflow-wrap: anywhere; }
        .finding { break-inside: avoid; min-width: 0; border: 1px solid var(--line); border-top: 3px solid var(--quiet); border-radius: 4px; padding: 1rem 1.25rem; }
        .finding h3 { color: var(--quiet); font-size: .9rem; }
        .finding .headline { font-size: 1.1rem; line-height: 1.35; margin: .1rem 0 .5rem; }
        .finding .scroll { margin: .4rem 0; }
        .finding .data :is(th, td) { padding: .28rem .45rem; }
        .finding .data thead th { white-space: normal; vertical-align: bottom; }
        .finding ul { margin: 0; padding-left: 1.1rem; font-size: .92rem; }
        .finding ul ul { font-size: 1em; list-style: none; padding-left: .3rem; }
        .finding li { margin: .35rem 0; overflow-wrap: anywhere; }
        .finding.good { border-top-color: var(--q2); }
        .finding.warn { border-top-color: var(--q4); }
        .finding.bad { border-top-color: var(--q1); }
        .problems { background: var(--warn); border-radius: 4px; padding: .9rem 1.25rem; margin: 2rem 0; overflow-wrap: anywhere; }
        .problems h2 { font-size: 1rem; }
        .problems ul { margin: .3rem 0 0; padding-left: 1.1rem; }
        figure { margin: 2rem 0; min-width: 0; }
        figcaption p { margin: 0 0 .6rem; color: var(--quiet); font-size: .92rem; max-width: 46rem; }
        .plot { width: 100%; }
        .pair { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 28rem), 1fr)); gap: 0 2rem; align-items: start; }
        .pair figure { margin: 1.25rem 0; }
        .legend { display: flex; flex-wrap: wrap; gap: .1rem .2rem; }
        .legend button { font: inherit; font-size: .88rem; color: inherit; background: none; border: 0; border-radius: 4px; padding: .15rem .45rem; cursor: pointer; }
        .legend button:hover { background: var(--line); }
        .legend button[aria-pressed=false] { opacity: .4; text-decoration: line-through; }
        .mark { font-size: .95em; }
        details { margin: .4rem 0; }
        summary { cursor: pointer; color: var(--quiet); font-size: .92rem; padding: .2rem 0; }
        details.case { border-top: 1px solid var(--line); margin: 0; padding: .25rem 0; }
        details.case figure { margin: 1rem 0; }
        details.case figcaption h3 { display: none; }
        .fold { padding-left: 1.1rem; font-size: .92rem; }
        .fold h3 { margin-top: 1.2rem; }
        dl { margin: .3rem 0; }
        dt { color: var(--quiet); font-size: .85rem; }
        dd { margin: 0 0 .35rem; overflow-wrap: anywhere; }
        pre { overflow: auto; font: 12px/1.5 ui-monospace, "DejaVu Sans Mono", monospace; border-left: 2px solid var(--line); padding-left: .8rem; }
        .scroll { overflow: auto; margin: .75rem 0 1.25rem; }
        .scroll.long { max-height: min(44rem, 80vh); }
        table.data { border-collapse: collapse; font-size: .87rem; font-variant-numeric: tabular-nums; }
        .data th, .data td { padding: .28rem .7rem; text-align: left; vertical-align: top; border-bottom: 1px solid var(--line); }
        .data td:last-child:not([class]) { min-width: 11rem; }
        .queue { white-space: nowrap; }
        .case { display: block; min-width: 15rem; }
        .data td.number { text-align: right; white-space: nowrap; }
        .data thead th { position: sticky; top: 0; background: var(--paper); box-shadow: inset 0 -1px var(--quiet); border-bottom: 0;
          font-weight: 600; white-space: nowrap; z-index: 1; }
        .data th button { font: inherit; color: inherit; background: none; border: 0; padding: 0; cursor: pointer; text-align: inherit; }
        .data th button::after { content: " ↕"; color: var(--quiet); opacity: .55; }
        .data th[aria-sort=ascending] button::after { content: " ↑"; opacity: 1; }
        .data th[aria-sort=descending] button::after { content: " ↓"; opacity: 1; }
        .data tbody th { font-weight: 600; }
        .matrix td a, .matrix th a { color: inherit; text-decoration: none; }
        .matrix td a:hover, .matrix th a:hover { text-decoration: underline; }
        .matrix .good { background: var(--good); }
        .matrix .bad { background: var(--bad); font-weight: 600; }
        .matrix .other { background: var(--warn); }
        .matrix .none { color: var(--quiet); }
        .matrix td:not(.sentence) { white-space: nowrap; }
        .sentence { min-width: 14rem; }
        :target { outline: 2px solid var(--accent); outline-offset: 3px; }
        section:target { outline: none; }
        @media (max-width: 40rem) {
          body { font-size: 15px; }
          header, main { padding: 0 1rem; }
          header { padding-top: 1.25rem; }
          nav { position: static; padding: .55rem 1rem; }
          .filter { margin-left: 0; width: 100%; }
          .filter input { width: 100%; }
          .matrix .sentence { display: none; }
          .data th, .data td { padding: .28rem .45rem; }
          section { margin: 2.75rem 0; }
        }
        @media print {
          nav, .legend button[aria-pressed=false], a.anchor, details.case { display: none; }
          body { font-size: 10.5pt; }
          header, main { max-width: none; padding: 0; }
          .scroll, .scroll.long { max-height: none; overflow: visible; }
          thead { display: table-row-group; }
          .data thead th { position: static; }
          .data th button::after { content: ""; }
          table.data { font-size: 7.5pt; }
          .data :is(th, td), .finding .data :is(th, td) { padding: .12rem .3rem; }
          .data td:last-child:not([class]), .case, .wrap, .sentence { min-width: 0; }
          .data td.number, .data thead th, .queue { white-space: normal; }
          figure, .finding { break-inside: avoid; }
          h2, h3 { break-after: avoid; }
          section { margin: 2rem 0; }
          .findings { display: block; }
          .finding { margin: 0 0 1.5rem; }
          .pair { display: block; }
        }
        """
}
