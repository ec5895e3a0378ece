/** Of all text in plots (px). */
export const FONT_SIZE = 12

/** Mean width of a letter of that size (px), with a little to spare. */
const LETTER = 6.9
/** Between the labels and the plot (px). */
const GAP = 10
/** Most of a plot's width that its labels take. */
const GREATEST_SHARE = 0.42

/**
 * The axis of named rows, and the room that it needs (px); labels that are too long for it are cut.
 * @param width Of the whole plot (px).
 */
export function labelAxis(names: readonly string[], width: number) {
  const most = Math.floor((GREATEST_SHARE * width - GAP) / LETTER)
  const longest = Math.max(0, ...names.map((name) => name.length))
  const axis = {
    title: null,
    domain: false,
    ticks: false,
    labelPadding: GAP,
    labelLimit: 0,
    labelExpr: `length(datum.label) > ${most} ? slice(datum.label, 0, ${most - 1}) + '…' : datum.label`,
  }
  return { axis, room: Math.ceil(Math.min(longest, most) * LETTER) + GAP }
}
