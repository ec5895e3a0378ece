import { fill, h } from '../dom.ts'
import { clockText } from '../state/game-time.ts'
import type { News } from '../state/news.ts'
import { box, type Part, whenChanged } from './panel.ts'

/** Number of lines that are shown, newest first. */
const MAX_LINES = 120

/** Events of the trial, and chat messages. */
export function feedPanel(): Part {
  const { element, body } = box('Events', 'feed')
  const list = h('ol', { tabindex: 0, 'aria-label': 'Events, newest first' })
  body.append(list)
  return {
    element,
    update: whenChanged(
      ({ timeline: { trial, view } }) => [trial.news, view.chat.length, view.chat],
      (news, _length, chat) => {
        const said = chat
          .slice(-MAX_LINES)
          .map(({ tick, text }): News => ({ tick, text, tone: 'chat' }))
        const lines = [...news.slice(-MAX_LINES), ...said].sort((a, b) => a.tick - b.tick)
        fill(list, ...lines.slice(-MAX_LINES).reverse().map(lineItem))
      },
    ),
  }
}

function lineItem({ tick, text, tone }: News): HTMLElement {
  return h(
    'li',
    { class: tone },
    h('span', { class: 'tick' }, clockText(tick)),
    h('span', { class: 'what' }, text),
  )
}
