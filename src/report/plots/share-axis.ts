export const SHARE_SCALE = { domain: [0, 1] }

/** Space that the axis needs on the left (px). */
export const SHARE_ROOM = 46

/** An axis of shares, in percent. */
export function shareAxis(title: string | null = null) {
  return { format: '.0%', title, tickCount: 5, domain: false }
}
