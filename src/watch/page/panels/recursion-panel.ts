import { fill, h } from '../dom.ts'
import type { AdaptNode } from '../state/adapt-state.ts'
import type { ThreadNode } from '../state/thread-state.ts'
import { box, type Part, whenChanged } from './panel.ts'

const SIGNS = { running: '▶', 'too-hard': '…', split: '⌄', success: '✓', failure: '✕' } as const

/** The recursion of ADaPT, or THREAD's tree of threads: each task, how deep it lies, and how it went. */
export function recursionPanel(): Part {
  const { element, body, note } = box('Recursion', 'recursion')
  return {
    element,
    update: whenChanged(
      ({ timeline }) => [timeline.trial.adapt, timeline.trial.threads],
      (adapt, threads) => {
        const nodes: readonly (AdaptNode | ThreadNode)[] = adapt.length > 0 ? adapt : threads
        element.hidden = nodes.length === 0
        note.textContent = adapt.length > 0 ? 'ADaPT' : 'THREAD'
        fill(body, h('ol', { role: 'tree' }, ...nodes.map(nodeItem)))
      },
    ),
  }
}

function nodeItem({ task, depth, status, detail }: AdaptNode | ThreadNode): HTMLElement {
  const item = h(
    'li',
    { class: `node ${status}`, role: 'treeitem', 'aria-level': depth, title: detail },
    h('span', { class: 'sign', role: 'img', 'aria-label': status }, SIGNS[status]),
    h('span', { class: 'what' }, task, detail && h('small', {}, detail)),
  )
  item.style.setProperty('--depth', String(depth - 1))
  return item
}
