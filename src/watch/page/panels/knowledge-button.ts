import { h } from '../dom.ts'
import type { StageHandle } from '../load-stage.ts'
import type { KnowledgeView } from '../scene/terrain-shader.ts'
import type { Part } from './panel.ts'

const LABELS: Readonly<Record<KnowledgeView, string>> = {
  auto: 'Unknown: dim',
  seen: 'Unknown: dark',
  all: 'Unknown: bright',
  xray: 'X-ray',
}

/** Switches how blocks are drawn that the agent does not know. */
export function knowledgeButton(stage: StageHandle): Part {
  const title = 'How to draw what the agent does not know (K)'
  const element = h('button', { type: 'button', class: 'knowledge', title })
  element.addEventListener('click', () => stage.switchKnowledge())
  return {
    element,
    update() {
      const { knowledge } = stage
      element.hidden = knowledge === null
      const label = LABELS[knowledge ?? 'auto']
      if (element.textContent !== label) element.textContent = label
    },
  }
}
