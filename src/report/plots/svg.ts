import { parse, View } from 'vega'
import { type Config, compile } from 'vega-lite'
import { FONT_SIZE } from './label-axis.ts'
import type { Plot } from './plot.ts'

/** Colours are those of the page's style, so that one drawing serves light and dark. */
const THEME: Config = {
  // The page names and describes the drawing as a whole, and has its figures in tables.
  aria: false,
  background: 'transparent',
  font: 'inherit',
  view: { stroke: null },
  axis: {
    labelColor: 'var(--ink)',
    titleColor: 'var(--muted)',
    gridColor: 'var(--line)',
    domainColor: 'var(--line)',
    tickColor: 'var(--line)',
    labelFontSize: FONT_SIZE,
    titleFontSize: FONT_SIZE,
    titleFontWeight: 'normal',
    titlePadding: 8,
  },
}

/**
 * Draws a plot.
 * @param width Of all of it (px).
 * @returns An SVG element as text; texts in it are escaped.
 */
export async function svgOf(plot: Plot, width: number): Promise<string> {
  const { spec } = compile(plot.spec(width), { config: THEME })
  const view = new View(parse(spec), { renderer: 'none' })
  const svg = await view.toSVG()
  view.finalize()
  return svg
}
