/// What the page does: it sorts and filters its tables, and has Plotly draw its pictures in the colours of the theme.
enum PageScript {
    static let text = #"""
        "use strict";
        (() => {
        // Tables: a button in each head sorts, and one field filters the rows of all.
        const value = cell => cell === undefined ? "" : cell.dataset.value ?? cell.textContent;
        const compare = (a, b) => {
          const [x, y] = [parseFloat(a), parseFloat(b)], numbers = [x, y].map(Number.isFinite);
          if (a === "" || b === "") return (a === "") - (b === "");
          return numbers[0] && numbers[1] ? x - y : a.localeCompare(b);
        };
        for (const table of document.querySelectorAll("table.data")) {
          const heads = [...table.tHead.rows[0].cells];
          heads.forEach((head, column) => {
            if (!head.textContent.trim()) return;
            const button = document.createElement("button");
            button.type = "button";
            button.append(...head.childNodes);
            head.append(button);
            button.addEventListener("click", () => {
              const sign = head.getAttribute("aria-sort") === "ascending" ? -1 : 1;
              for (const other of heads) other.removeAttribute("aria-sort");
              head.setAttribute("aria-sort", sign > 0 ? "ascending" : "descending");
              const body = table.tBodies[0], rows = [...body.rows];
              const keys = new Map(rows.map(row => [row, value(row.cells[column])]));
              // Empty cells stay last.
              rows.sort((a, b) => {
                const [x, y] = [keys.get(a), keys.get(b)];
                return (x === "" || y === "" ? 1 : sign) * compare(x, y);
              });
              body.append(...rows);
            });
          });
        }
        const filter = document.getElementById("filter");
        filter.addEventListener("input", () => {
          const words = filter.value.toLowerCase().split(/\s+/).filter(Boolean);
          const fits = element => words.every(word => element.textContent.toLowerCase().includes(word));
          for (const row of document.querySelectorAll("table.data:not(.finding *) tbody tr")) row.hidden = !fits(row);
          for (const part of document.querySelectorAll("details.case")) part.hidden = !fits(part.firstElementChild);
        });

        // A link into a closed part opens it.
        const open = () => {
          const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
          for (let part = target; part; part = part.parentElement) if (part.tagName === "DETAILS") part.open = true;
          if (target) target.scrollIntoView();
        };
        addEventListener("hashchange", open);
        if (location.hash) open();

        // Nobody can open anything on paper.
        const folds = () => document.querySelectorAll(".finding details");
        addEventListener("beforeprint", () => folds().forEach(fold => { fold.wasOpen ??= fold.open; fold.open = true; }));
        addEventListener("afterprint", () => folds().forEach(fold => { fold.open = fold.wasOpen ?? fold.open; fold.wasOpen = undefined; }));

        // Pictures.
        if (typeof Plotly === "undefined") return;
        const themes = JSON.parse(document.getElementById("themes").textContent);
        const isDark = matchMedia("(prefers-color-scheme: dark)");
        const themed = (spec, theme) => {
          if (Array.isArray(spec)) return spec.map(one => themed(one, theme));
          if (spec && typeof spec === "object")
            return Object.fromEntries(Object.entries(spec).map(([name, one]) => [name, themed(one, theme)]));
          return typeof spec === "string" && spec[0] === "$" ? theme[spec.slice(1)] ?? spec : spec;
        };
        const specs = new Map(), heights = new Map();
        const hidden = plot => new Set([...plot.closest("figure").querySelectorAll(".legend [aria-pressed=false]")]
          .map(button => button.dataset.name));
        const draw = (plot, isPaper) => {
          const theme = themes[isDark.matches && !isPaper ? "dark" : "light"];
          const spec = themed(specs.get(plot), theme), off = hidden(plot), narrow = plot.clientWidth < 520;
          // On paper, at most a page, whatever the window was.
          const height = Math.min(heights.get(plot), isPaper ? 840 : Infinity);
          plot.style.height = `${height}px`;
          const axis = given => ({
            ...given, gridcolor: theme.line, linecolor: theme.quiet, zerolinecolor: theme.line, automargin: true,
            title: { ...given.title, standoff: 10, font: { size: 13 } }, tickfont: { size: narrow ? 11 : 12 }, fixedrange: narrow
          });
          const layout = {
            ...spec.layout, xaxis: axis(spec.layout.xaxis), yaxis: axis(spec.layout.yaxis), showlegend: false,
            autosize: !isPaper, width: isPaper ? 660 : undefined, height,
            paper_bgcolor: "rgba(0,0,0,0)", plot_bgcolor: "rgba(0,0,0,0)", dragmode: narrow ? false : "zoom",
            margin: { l: 12, r: 16, t: 10, b: 44 }, hovermode: "closest",
            font: { family: getComputedStyle(document.body).fontFamily, size: 13, color: theme.ink },
            hoverlabel: { bgcolor: theme.paper, bordercolor: theme.quiet, font: { color: theme.ink } }
          };
          const data = spec.data.map(trace => ({ ...trace, visible: !off.has(trace.name) }));
          return Plotly.react(plot, data, layout, { responsive: true, displaylogo: false, displayModeBar: false });
        };
        const watch = new IntersectionObserver(entries => {
          for (const entry of entries) if (entry.isIntersecting) { watch.unobserve(entry.target); draw(entry.target); }
        }, { rootMargin: "600px" });
        for (const plot of document.querySelectorAll(".plot")) {
          const figure = plot.closest("figure");
          specs.set(plot, JSON.parse(figure.querySelector("script").textContent));
          for (const button of figure.querySelectorAll(".legend button")) button.addEventListener("click", () => {
            button.setAttribute("aria-pressed", button.getAttribute("aria-pressed") === "false");
            draw(plot);
          });
          heights.set(plot, parseFloat(plot.style.height));
          watch.observe(plot);
        }
        const drawn = () => [...specs.keys()].filter(plot => plot.classList.contains("js-plotly-plot"));
        isDark.addEventListener("change", () => drawn().forEach(plot => draw(plot)));
        addEventListener("beforeprint", () => { for (const plot of specs.keys()) if (plot.offsetParent) draw(plot, true); });
        addEventListener("afterprint", () => drawn().forEach(plot => draw(plot)));
        })();
        """#
}
