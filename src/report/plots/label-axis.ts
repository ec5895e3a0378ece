/** Font size of all text in plots (px). */
export const FONT_SIZE = 12

/** Upper estimate of a letter's mean width at that size (px). */
const LETTER = 6.9
/** Distance between the labels and the plot (px). */
const GAP = 10
/** Greatest share of a plot's width for its labels. */
const MAX_SHARE = 0.42

/**
 * An axis of named rows, and the space that it needs (px). Labels that are too long are cut.
 * @param width Width of the whole plot (px).
 */
export function labelAxis(names: readonly string[], width: number) {
  const max = Math.floor((MAX_SHARE * width - GAP) / LETTER)
  const longest = Math.max(0, ...names.map((name) => name.length))
  const axis = {
    title: null,
    domain: false,
    ticks: false,
    labelPadding: GAP,
    labelLimit: 0,
    labelExpr: `length(datum.label) > ${max} ? slice(datum.label, 0, ${max - 1}) + '…' : datum.label`,
  }
  return { axis, room: Math.ceil(Math.min(longest, max) * LETTER) + GAP }
}
