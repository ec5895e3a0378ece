/** From nothing to all. */
export const SHARE_SCALE = { domain: [0, 1] }

/** Room that the axis needs on the left (px). */
export const SHARE_ROOM = 58

/** An axis of shares, in percent. @param title Share of what. */
export function shareAxis(title: string) {
  return { format: '.0%', title, tickCount: 5, domain: false }
}
