/** How a set of trials, or a figure from elsewhere, is marked in every plot. */
export interface Mark {
  /** A colour of the page's style, which has others in the dark. */
  readonly colour: string
  readonly shape: string
}

/** Told apart by shape as well as by colour; none of them is a diamond, which is for others' figures. */
const SHAPES = [
  'circle',
  'square',
  'triangle-up',
  'cross',
  'triangle-down',
  'wedge',
  'triangle-right',
  'triangle-left',
] as const

/** Most sets that plots and tables have room for. */
export const MAX_SETS = SHAPES.length

/** The mark of what others have measured. */
export const ELSEWHERE: Mark = { colour: 'var(--elsewhere)', shape: 'diamond' }

/** The mark of a set by its place. */
export function markOf(index: number): Mark {
  return { colour: `var(--series-${index + 1})`, shape: SHAPES[index] ?? 'circle' }
}

/** Vega-Lite's scales that give each of these labels its colour, its shape and its place in a row. */
export function seriesScales(labels: readonly string[]) {
  const domain = [...labels]
  const marks = labels.map((_, index) => markOf(index))
  return {
    colour: { domain, range: marks.map(({ colour }) => colour) },
    shape: { domain, range: marks.map(({ shape }) => shape) },
    offset: { domain },
  }
}

/** The legend of these labels. */
export function legendOf(labels: readonly string[]) {
  return labels.map((label, index) => ({ label, mark: markOf(index) }))
}
