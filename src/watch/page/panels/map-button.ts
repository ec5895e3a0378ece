import { h } from '../dom.ts'
import type { MapPart } from './map-panel.ts'

/** Shows or hides the map. */
export function mapButton(map: MapPart): HTMLElement {
  const element = h('button', { type: 'button', title: 'Map from above and section (M)' }, 'Map')
  element.addEventListener('click', () => map.toggle())
  return element
}
