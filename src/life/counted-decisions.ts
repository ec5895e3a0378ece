import type { EventBody } from '#events/events'
import type { ForcedChoices } from '#selector/selectors/override'

/** Records events, and counts the decisions among them, for forced choices to know which one comes next. */
export function countedDecisions(
  record: (event: EventBody) => void,
  choices: ForcedChoices,
): (event: EventBody) => void {
  return (event) => {
    if (event.type === 'goal-chosen') choices.decided()
    record(event)
  }
}
