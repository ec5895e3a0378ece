/** Activities of a body in one tick, as seen from the body alone. If several apply, the first counts. */
export const ACTIVITIES = [
  'dig',
  /** A window is open, or the agent clicks in one, its own inventory included. */
  'window',
  /** The agent moves, or holds keys that move it. */
  'walk',
  /** The agent stands still until the next dig may start. */
  'dig-pause',
  /** The agent uses the right button, for example to place a block, or waits until it may use the button again. */
  'use',
  /** The agent only turns its head. */
  'look',
  /** None of these: the agent waits for the server or a model, eats or attacks. */
  'wait',
] as const
export type Activity = (typeof ACTIVITIES)[number]

/** An activity and its duration. */
export type ActivityRun = readonly [activity: Activity, ticks: number]
