import { h } from '../dom.ts'
import type { StageHandle } from '../load-stage.ts'
import type { Part } from './panel.ts'

const LABELS = { third: 'First person', first: 'Third person', free: 'Third person' } as const

/** Switches between third and first person. */
export function viewButton(stage: StageHandle): Part {
  const element = h('button', { type: 'button', class: 'view', title: 'Switch the view (V)' })
  element.addEventListener('click', () => stage.switchView())
  return {
    element,
    update() {
      const label = LABELS[stage.perspective]
      if (element.textContent !== label) element.textContent = label
    },
  }
}
