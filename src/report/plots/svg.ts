import { parse, View } from 'vega'
import { type Config, compile } from 'vega-lite'
import { FONT_SIZE } from './label-axis.ts'
import type { Plot } from './plot.ts'

/** Colours are CSS variables of the page, so that one drawing serves both colour schemes. */
const THEME: Config = {
  // The page labels the whole drawing, and repeats its figures in tables.
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
 * @param width Total width (px).
 * @returns An SVG element as text, with escaped texts.
 */
export async function svgOf(plot: Plot, width: number): Promise<string> {
  const { spec } = compile(plot.spec(width), { config: THEME })
  const view = new View(parse(spec), { renderer: 'none' })
  const svg = await view.toSVG()
  view.finalize()
  return svg
}
