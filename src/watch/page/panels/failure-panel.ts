import { skillTitle } from '#events/titles'
import { fill, h } from '../dom.ts'
import { clockText } from '../state/game-time.ts'
import { box, type Part, whenChanged } from './panel.ts'

/** The last failure, with the descriptor's description and the explainer's explanation. */
export function failurePanel(): Part {
  const { element, body, note } = box('Last failure', 'failure')
  return {
    element,
    update: whenChanged(
      ({ timeline }) => [timeline.trial.failure],
      (failure) => {
        element.hidden = failure === null
        if (!failure) return
        const { tick, skill, kind, detail, description, explanation } = failure
        const what = `${skillTitle(skill)}: ${skillTitle(kind)}`
        note.textContent = clockText(tick)
        fill(
          body,
          skill && h('p', { class: 'what' }, h('strong', {}, what), ` ${detail}`),
          description && h('h3', {}, 'Description'),
          description && h('p', { class: 'quote' }, description),
          explanation && h('h3', {}, 'Explanation'),
          explanation && h('p', { class: 'quote' }, explanation),
        )
      },
    ),
  }
}
