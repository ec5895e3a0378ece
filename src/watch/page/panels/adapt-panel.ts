import { fill, h } from '../dom.ts'
import type { AdaptNode } from '../state/adapt-state.ts'
import { box, type Part, whenChanged } from './panel.ts'

const SIGNS = { running: '▶', 'too-hard': '…', split: '⌄', success: '✓', failure: '✕' } as const

/** ADaPT's recursion: each task, how deep it lies, and how it went. */
export function adaptPanel(): Part {
  const { element, body, note } = box('Recursion', 'adapt')
  return {
    element,
    update: whenChanged(
      ({ timeline }) => [timeline.trial.adapt],
      (nodes) => {
        element.hidden = nodes.length === 0
        note.textContent = 'ADaPT'
        fill(body, h('ol', { role: 'tree' }, ...nodes.map(nodeItem)))
      },
    ),
  }
}

function nodeItem({ task, depth, status, detail }: AdaptNode): HTMLElement {
  const item = h(
    'li',
    { class: `node ${status}`, role: 'treeitem', 'aria-level': depth, title: detail },
    h('span', { class: 'sign', role: 'img', 'aria-label': status }, SIGNS[status]),
    h('span', { class: 'what' }, task, detail && h('small', {}, detail)),
  )
  item.style.setProperty('--depth', String(depth - 1))
  return item
}
