import { counted } from '#wire/wording'
import { fill, h } from '../dom.ts'
import type { ModelCall } from '../state/calls-state.ts'
import { clockText } from '../state/game-time.ts'
import { box, type Part, whenChanged } from './panel.ts'

/** Number of calls that are listed, newest first. */
const MAX_CALLS = 20

/** Calls to the language model, with their tokens and price. */
export function callsPanel(): Part {
  const { element, body, note } = box('Model calls', 'calls')
  return {
    element,
    update: whenChanged(
      ({ timeline }) => [timeline.trial.calls],
      ({ calls, input, output, dollars }) => {
        element.hidden = calls.length === 0
        const cost = dollars === null ? '' : `, ${price(dollars)}`
        note.textContent = `${counted(calls.length, 'call')}, ${count(input + output)} tokens${cost}`
        const rows = calls.slice(-MAX_CALLS).reverse().map(callRow)
        const titles = ['time', 'purpose', 'tokens in', 'tokens out', 'seconds', 'price']
        const head = h('tr', {}, ...titles.map((title) => h('th', { scope: 'col' }, title)))
        fill(body, h('table', {}, h('thead', {}, head), h('tbody', {}, ...rows)))
      },
    ),
  }
}

function callRow(call: ModelCall): HTMLElement {
  const { tick, purpose, input, output, seconds, dollars, error, model } = call
  const cells = [
    clockText(tick),
    purpose,
    count(input),
    count(output),
    seconds.toFixed(1),
    dollars === null ? '' : price(dollars),
  ]
  const row = h('tr', { class: error ? 'bad' : null, title: error ?? model })
  fill(row, ...cells.map((text) => h('td', {}, text)))
  return row
}

function count(tokens: number): string {
  return tokens.toLocaleString('en-US')
}

function price(dollars: number): string {
  return `$${dollars.toFixed(dollars < 0.1 ? 4 : 2)}`
}
