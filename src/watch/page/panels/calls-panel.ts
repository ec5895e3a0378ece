import { counted } from '#wire/wording'
import { fill, h } from '../dom.ts'
import type { ReplaySource } from '../replay-source.ts'
import type { ModelCall } from '../state/calls-state.ts'
import { clockText } from '../state/game-time.ts'
import { callDetail } from './call-detail.ts'
import { box, type Part, whenChanged } from './panel.ts'

/** Number of calls that are listed, newest first. */
const MAX_CALLS = 20
const TITLES = ['time', 'purpose', 'tokens in', 'tokens out', 'seconds', 'price']

/** Calls to the language model, with their tokens and price. Each folds open to its messages and its answer. */
export function callsPanel(source: Pick<ReplaySource, 'call'>): Part {
  const { element, body, note } = box('Model calls', 'calls')
  const head = h('tr', {}, ...TITLES.map((title) => h('th', { scope: 'col' }, title)))
  const table = h('tbody')
  /** The open calls by their numbers, whose details stay when new calls arrive. */
  const open = new Map<number, HTMLElement>()
  fill(body, h('table', {}, h('thead', {}, head), table))

  function draw(calls: readonly ModelCall[]): void {
    const shown = calls.slice(-MAX_CALLS).reverse()
    const rows = shown.flatMap((call) => {
      const detail = call.number === null ? undefined : open.get(call.number)
      const row = callRow(call, detail !== undefined, () => toggle(call, calls))
      return detail ? [row, detail] : [row]
    })
    fill(table, ...rows)
  }

  function toggle({ number }: ModelCall, calls: readonly ModelCall[]): void {
    if (number === null) return
    if (!open.delete(number)) {
      const cell = h('td', { colspan: TITLES.length })
      open.set(number, h('tr', { class: 'detail' }, cell))
      void callDetail(source, number).then((detail) => fill(cell, detail))
    }
    draw(calls)
  }

  return {
    element,
    update: whenChanged(
      ({ timeline }) => [timeline.trial.calls],
      ({ calls, input, output, dollars }) => {
        element.hidden = calls.length === 0
        const cost = dollars === null ? '' : `, ${price(dollars)}`
        note.textContent = `${counted(calls.length, 'call')}, ${count(input + output)} tokens${cost}`
        draw(calls)
      },
    ),
  }
}

function callRow(call: ModelCall, isOpen: boolean, onToggle: () => void): HTMLElement {
  const { tick, purpose, input, output, seconds, dollars, error, model, dropped, number } = call
  const label = `${isOpen ? 'Hide' : 'Show'} the call for ${purpose}`
  const button = h('button', { type: 'button', 'aria-expanded': String(isOpen), title: label })
  fill(button, purpose)
  button.addEventListener('click', onToggle)
  const cells = [
    clockText(tick),
    number === null ? purpose : button,
    count(input),
    count(output),
    seconds.toFixed(1),
    dollars === null ? '' : price(dollars),
  ]
  const notes = [error ?? model, dropped > 0 && `${counted(dropped, 'message')} dropped`]
  const title = notes.filter(Boolean).join('; ')
  const row = h('tr', { class: error ? 'bad' : null, title })
  fill(row, ...cells.map((cell) => h('td', {}, cell)))
  return row
}

function count(tokens: number): string {
  return tokens.toLocaleString('en-US')
}

function price(dollars: number): string {
  return `$${dollars.toFixed(dollars < 0.1 ? 4 : 2)}`
}
