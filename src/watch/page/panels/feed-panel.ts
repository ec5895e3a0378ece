import { fill, h } from '../dom.ts'
import { clockText } from '../state/game-time.ts'
import type { News } from '../state/news.ts'
import { box, type Part, whenChanged } from './panel.ts'

/** Lines that are shown, the newest first. */
const LINES = 120

/** What has happened, and what was said in chat. */
export function feedPanel(): Part {
  const { element, body } = box('Events', 'feed')
  const list = h('ol', { tabindex: 0, 'aria-label': 'Events, the newest first' })
  body.append(list)
  return {
    element,
    update: whenChanged(
      ({ timeline: { trial, view } }) => [trial.news, view.chat.length, view.chat],
      (news, _length, chat) => {
        const said = chat
          .slice(-LINES)
          .map(({ tick, text }): News => ({ tick, text, tone: 'chat' }))
        const lines = [...news.slice(-LINES), ...said].sort((a, b) => a.tick - b.tick)
        fill(list, ...lines.slice(-LINES).reverse().map(lineItem))
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
