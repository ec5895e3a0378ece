/** What a body does in a tick, as it can be told from the body alone. Where several hold, the first counts. */
export const ACTIVITIES = [
  'dig',
  /** In a window: one is open, or one is clicked, the player's own among them. */
  'window',
  /** It moves, or keys are held that are to move it. */
  'walk',
  /** It stands until the next dig may start. */
  'dig-pause',
  /** It presses the right button, to place a block for one, or stands until it may again. */
  'use',
  /** It does nothing but turn its head. */
  'look',
  /** None of these: it waits for the server or a model, eats, or deals blows. */
  'wait',
] as const
export type Activity = (typeof ACTIVITIES)[number]

/** An activity that goes on for some ticks. */
export type ActivityRun = readonly [activity: Activity, ticks: number]
