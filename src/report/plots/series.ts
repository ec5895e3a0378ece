/** The mark of a set of trials, or of published figures, in all plots. */
export interface Mark {
  /** A CSS variable of the page, which depends on the colour scheme. */
  readonly colour: string
  readonly shape: string
}

/** Sets differ in shape as well as in colour. Diamonds are reserved for published figures. */
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

/** Greatest number of sets in plots and tables. */
export const MAX_SETS = SHAPES.length

/** The mark of published figures. */
export const PUBLISHED: Mark = { colour: 'var(--published)', shape: 'diamond' }

/** The mark of a set by its index. */
export function markOf(index: number): Mark {
  return { colour: `var(--series-${index + 1})`, shape: SHAPES[index] ?? 'circle' }
}

/** Vega-Lite scales that map each label to its colour, shape and offset within a row. */
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
