import type { ForcedChoices } from '../../selector/forced.ts'
import type { EventBody } from '../episode/events.ts'

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
