/** The page's style. Plots use its colours, which depend on the colour scheme. */
export const STYLE = `
:root {
  color-scheme: light dark;
  --paper: #fbfbf9; --card: #ffffff; --ink: #1d2026; --muted: #5a6270; --line: #dfe2e6;
  --accent: #1f5fa8; --published: #8a4fbf; --published-paper: #f5effb; --warn: #fff6df; --warn-line: #e5c46a; --shade: #1d202640;
  --series-1: #1f6fb4; --series-2: #c8511b; --series-3: #1d8a5f; --series-4: #b03a78; --series-5: #8a7400; --series-6: #5b6470; --series-7: #5f4bb6; --series-8: #7a4a24;
}
@media (prefers-color-scheme: dark) {
  :root {
    --paper: #14171b; --card: #1b1f25; --ink: #e6e8eb; --muted: #a2abb8; --line: #343a43;
    --accent: #7db8f2; --published: #c79af0; --published-paper: #261f30; --warn: #2c2616; --warn-line: #7c6625; --shade: #000000b0;
    --series-1: #62aef0; --series-2: #f28d5a; --series-3: #4cc794; --series-4: #ea7fb8; --series-5: #d3ba3a; --series-6: #aab4c0; --series-7: #a99bf5; --series-8: #c9986b;
  }
}
* { box-sizing: border-box; }
html { scroll-behavior: smooth; scroll-padding-top: 1rem; }
@media (prefers-reduced-motion: reduce) { html { scroll-behavior: auto; } }
body {
  margin: 0; background: var(--paper); color: var(--ink);
  font: 16px/1.55 system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", sans-serif;
  overflow-wrap: anywhere;
}
.skip { position: absolute; left: -999px; }
.skip:focus { left: 1rem; top: 1rem; background: var(--card); padding: .5rem 1rem; z-index: 1; }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; border-radius: 3px; }
a { color: var(--accent); }
header, main, footer { max-width: 68rem; margin: 0 auto; padding: 0 1.5rem; }
header { padding-top: 2.25rem; }
h1 { font-size: 1.75rem; line-height: 1.2; margin: 0 0 .25rem; letter-spacing: -.01em; }
h2 { font-size: 1.3rem; margin: 0 0 .5rem; letter-spacing: -.005em; }
h3 { font-size: 1rem; margin: 0; }
p { margin: .4rem 0; }
.lead, .caption, .prose, footer { color: var(--muted); }
.prose p { max-width: 46rem; font-size: .92rem; }
nav ul { display: flex; flex-wrap: wrap; gap: .25rem 1.1rem; list-style: none; margin: 1.2rem 0 0; padding: 0; }
.cards { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 17rem), 1fr)); gap: 1rem; margin: 1.5rem 0; }
.card { background: var(--card); border: 1px solid var(--line); border-radius: 10px; padding: 1rem 1.25rem; }
.card h2 { font-size: 1rem; display: flex; align-items: center; gap: .5rem; margin: 0; }
.card .rate { font-size: 2.5rem; font-weight: 650; line-height: 1.15; letter-spacing: -.02em; margin: .35rem 0 0; }
.card p { margin: .15rem 0; }
.card .settings { color: var(--muted); font-size: .86rem; }
.cautions { background: var(--warn); border: 1px solid var(--warn-line); border-radius: 10px; padding: .7rem 1.25rem; margin: 1rem 0; }
.cautions ul { margin: .2rem 0; padding-left: 1.1rem; }
.cautions li:only-child { list-style: none; margin-left: -1.1rem; }
section { border-top: 1px solid var(--line); margin-top: 2.25rem; padding-top: 1.75rem; }
figure { margin: 1.5rem 0; }
figure div svg { display: block; max-width: 100%; height: auto; }
.narrow { display: none; }
.caption { font-size: .86rem; margin: .35rem 0 0; max-width: 46rem; }
.legend { display: flex; flex-wrap: wrap; gap: .15rem 1.1rem; list-style: none; padding: 0; margin: .35rem 0 .6rem; font-size: .86rem; }
.legend li { display: flex; align-items: center; gap: .4rem; }
.mark { flex: none; width: 14px; height: 14px; }
.scroll {
  overflow-x: auto; border: 1px solid var(--line); border-radius: 8px; margin: .5rem 0 1.4rem;
  /* A shadow at the right edge shows that the table continues; its cover scrolls along with the table. */
  background:
    linear-gradient(to left, var(--card) 40%, transparent) right / 3rem 100% no-repeat local,
    linear-gradient(to left, var(--shade), transparent) right / 1.1rem 100% no-repeat scroll,
    var(--card);
}
.tablename { margin-top: 1.4rem; }
table { border-collapse: collapse; width: 100%; font-size: .88rem; font-variant-numeric: tabular-nums; overflow-wrap: normal; }
th, td { padding: .4rem .7rem; text-align: left; vertical-align: baseline; }
tbody td { max-width: 26rem; }
thead th { color: var(--muted); font-weight: 550; border-bottom: 1px solid var(--line); vertical-align: bottom; }
thead th.over { color: var(--ink); text-align: center; }
thead th.over, .first { border-left: 1px solid var(--line); }
tbody th { font-weight: 500; position: sticky; left: 0; background: var(--card); }
td.text { min-width: 6rem; }
tbody tr + tr > * { border-top: 1px solid var(--line); }
tr.strong > * { font-weight: 650; border-top-width: 2px; }
.number { text-align: right; white-space: nowrap; }
thead th.number { white-space: normal; }
.published { background: var(--published-paper); font-style: italic; text-align: right; }
thead th.published { color: var(--published); }
td.published { white-space: nowrap; }
thead th.over.published { text-align: center; }
.published.words { text-align: left; white-space: normal; }
details { margin: 1.2rem 0; }
summary { cursor: pointer; font-weight: 600; padding: .2rem 0; }
.tree ul { list-style: none; margin: 0 0 0 -.8rem; padding: 0 0 0 .8rem; border-left: 1px solid var(--line); }
.tree > ul { margin: .4rem 0 0; padding: 0; border: 0; font-size: .88rem; }
.tree li { position: relative; margin: .15rem 0; padding-left: 1.2rem; }
.tree small { display: block; color: var(--muted); font-size: .8rem; }
.sign { position: absolute; left: 0; color: var(--muted); }
footer { font-size: .86rem; margin: 2.5rem auto; }
@media (max-width: 720px) {
  header, main, footer { padding: 0 1rem; }
  header { padding-top: 1.25rem; }
  .wide { display: none; }
  .narrow { display: block; }
  th, td { padding: .35rem .55rem; }
  .scroll tbody th { min-width: 6.5rem; }
}
@media print { nav, .skip { display: none; } .scroll { overflow: visible; } }
`
