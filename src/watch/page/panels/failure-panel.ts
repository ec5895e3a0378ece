import { fill, h } from '../dom.ts'
import { clockText } from '../state/game-time.ts'
import { box, type Part, whenChanged } from './panel.ts'

/** The last failure: what happened, as the descriptor tells it, and why, as the explainer does. */
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
        note.textContent = clockText(tick)
        fill(
          body,
          skill && h('p', { class: 'what' }, h('strong', {}, `${skill}: ${kind}`), ` ${detail}`),
          description && h('h3', {}, 'Description'),
          description && h('p', { class: 'said' }, description),
          explanation && h('h3', {}, 'Explanation'),
          explanation && h('p', { class: 'said' }, explanation),
        )
      },
    ),
  }
}
