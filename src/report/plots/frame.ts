/** Space for the ticks and title of the axis below (px). */
const BOTTOM = 46
/** Space for the half of the last label beyond its tick (px). */
const RIGHT = 22
const TOP = 6

/**
 * Space around a plot, and the remaining width. The space is fixed, because Vega without a canvas
 * overestimates the width of text.
 * @param width Total width (px).
 * @param left Space for the labels of the left axis (px).
 */
export function frame(width: number, left: number, bottom: number = BOTTOM) {
  return {
    width: width - left - RIGHT,
    padding: { left, right: RIGHT, top: TOP, bottom },
    autosize: 'none' as const,
  }
}
