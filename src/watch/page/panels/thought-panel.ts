import { fill, h } from '../dom.ts'
import type { Playback } from '../playback.ts'
import type { ReplaySource } from '../replay-source.ts'
import type { ModelCall } from '../state/calls-state.ts'
import { thoughtLine } from '../state/thought.ts'
import type { Part } from './panel.ts'

/** Characters of the model's words that appear per second, and the length of their end that is shown. */
const LETTERS_PER_SECOND = 160
const MAX_LETTERS = 280

/** A call must stay the latest for this long before its words are loaded (ms), because a jump passes many. */
const SETTLED_MS = 200

/**
 * What the agent is doing in one plain line and, below it, the words of the model: of a running trial while they come from the
 * server, otherwise those of the latest call, letter by letter.
 */
export function thoughtPanel(playback: Playback): Part {
  const line = h('p', { class: 'line', role: 'status', 'aria-live': 'off' })
  const words = h('p', { class: 'words' })
  const element = h('section', { class: 'thought', 'aria-label': 'Thought' }, line, words)
  const model = new ModelWords({ call: (number) => playback.source.call(number) })
  let shown = ''
  return {
    element,
    update({ timeline: { trial, view }, head, words: coming }: Playback) {
      const thought = thoughtLine(trial, view, Math.floor(head.tick))
      if (line.textContent !== thought) line.textContent = thought
      if (!head.isLive) model.stream(null)
      else if (coming) model.stream(coming.words)
      const said = model.at(trial.end ? null : (trial.calls.calls.findLast(isStored) ?? null))
      words.hidden = said === ''
      element.hidden = thought === '' && said === ''
      if (said === shown) return
      shown = said
      fill(words, h('span', { class: 'speaker' }, 'Model: '), said)
    },
  }
}

function isStored({ number }: ModelCall): boolean {
  return number !== null
}

/** The words of one call at a time, which appear letter by letter. */
class ModelWords {
  readonly #source: Pick<ReplaySource, 'call'>
  #number: number | null = null
  #since = 0
  #isAsked = false
  /** Null until they are loaded. */
  #text: string | null = null
  #shownSince = 0
  /** The words of a call that is pending or has just ended; null for none. */
  #streamed: string | null = null

  constructor(source: Pick<ReplaySource, 'call'>) {
    this.#source = source
  }

  /** What to show of a call now; empty for no call, and while its words are loading. */
  at(call: ModelCall | null): string {
    const now = performance.now()
    const number = call?.number ?? null
    if (number !== this.#number) {
      this.#number = number
      this.#since = now
      this.#isAsked = false
      this.#text = this.#streamed
      // Words that came one by one are all there already.
      this.#shownSince = this.#streamed === null ? now : Number.NEGATIVE_INFINITY
      this.#streamed = null
    }
    if (this.#streamed !== null) return endOf(this.#streamed)
    if (number === null) return ''
    if (!this.#isAsked && now - this.#since > SETTLED_MS) this.#load(number)
    if (this.#text === null) return ''
    const letters = Math.floor(((now - this.#shownSince) / 1000) * LETTERS_PER_SECOND)
    return endOf(this.#text.slice(0, letters))
  }

  /** Shows the words of a pending call so far; null to forget them. */
  stream(words: string | null): void {
    this.#streamed = words
  }

  #load(number: number): void {
    this.#isAsked = true
    this.#source.call(number).then(
      (call) => {
        if (number !== this.#number || !call) return
        const { thoughts, answer } = call
        const wasStreamed = this.#text !== null
        this.#text = ((wasStreamed ? answer || thoughts : thoughts || answer) ?? '').trim()
        if (!wasStreamed) this.#shownSince = performance.now()
      },
      // The panel of the calls reports a lost server.
      () => {},
    )
  }
}

function endOf(said: string): string {
  return said.length > MAX_LETTERS ? `…${said.slice(-MAX_LETTERS)}` : said
}
