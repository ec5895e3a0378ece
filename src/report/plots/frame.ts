/** Room for ticks and for the title of the axis below (px). */
const BOTTOM = 46
/** What the last label of an axis needs beyond its tick (px). */
const RIGHT = 22
const TOP = 6

/**
 * Room around a plot, and the width that is left for it. It is given and not fitted: without a
 * canvas Vega guesses the width of text, and far too high.
 * @param width Of all of it (px).
 * @param left Room for the labels of the axis on the left (px).
 */
export function frame(width: number, left: number, bottom: number = BOTTOM) {
  return {
    width: width - left - RIGHT,
    padding: { left, right: RIGHT, top: TOP, bottom },
    autosize: 'none' as const,
  }
}
