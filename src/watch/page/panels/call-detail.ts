import { counted } from '#wire/wording'
import type { CallText } from '../../protocol.ts'
import { h } from '../dom.ts'
import type { ReplaySource } from '../replay-source.ts'
import { SERVER_GONE } from '../server-fetch.ts'

/** The messages of a call that an earlier call did not have, and the model's answer. */
export async function callDetail(
  source: Pick<ReplaySource, 'call'>,
  number: number,
): Promise<HTMLElement> {
  try {
    const call = await source.call(number)
    return call ? detailOf(call) : h('p', { class: 'note' }, 'The text of this call is not stored.')
  } catch {
    return h('p', { class: 'note' }, SERVER_GONE)
  }
}

function detailOf(call: CallText): HTMLElement {
  const { messages, since, kept, answer, failure, thoughts, problem, reading } = call
  const earlier = since === null ? null : `${counted(kept, 'message')} as in call ${since}`
  return h(
    'div',
    { class: 'call-text' },
    h(
      'p',
      { class: 'note' },
      [`call ${call.call}`, call.model, earlier].filter(Boolean).join(', '),
    ),
    ...messages.map(({ role, content }) => part(role, content)),
    thoughts !== '' && part('thoughts', thoughts),
    answer !== null && part('answer', answer, true),
    failure !== null && part('no answer', failure, true),
    problem !== null && h('p', { class: 'bad' }, `The answer was sent back: ${problem}.`),
    reading !== null && part('as it was read', reading),
  )
}

/** A text that folds open. */
function part(title: string, text: string, isOpen = false): HTMLElement {
  return h('details', { open: isOpen }, h('summary', {}, title), h('pre', {}, text))
}
