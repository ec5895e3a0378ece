import { END_TITLES } from '#events/titles'
import { itemName } from '#wire/item-words'
import { counted } from '#wire/wording'
import { fill, h } from '../dom.ts'
import type { ItemIcons } from '../item-icons.ts'
import type { Playback } from '../playback.ts'
import { clockText } from '../state/game-time.ts'
import { deltaText, type Rivals, splitsOf } from '../state/splits.ts'
import type { Milestone } from '../state/timeline.ts'
import type { TrialState } from '../state/trial-state.ts'
import { itemImage, itemOf } from './item-image.ts'
import { type Part, whenChanged } from './panel.ts'
import { deltaTone } from './splits-panel.ts'

/** How long the button says that the link was copied (ms). */
const COPIED_MS = 2_000

/** The result of a trial, over the view, once the page has played all of it: time, milestones and settings. */
export function endCard(playback: Playback): Part {
  const element = h('section', { class: 'end-card', 'aria-label': 'Result', hidden: true })
  let isDismissed = false
  addEventListener('keydown', ({ key }) => {
    if (key !== 'Escape') return
    isDismissed = true
    element.hidden = true
  })
  return {
    element,
    update: whenChanged(
      ({ hasFinished, timeline, icons, rivals }) => [
        hasFinished,
        timeline.trial.start,
        timeline.trial.end,
        timeline.milestones,
        icons,
        rivals,
      ],
      (hasFinished, start, end, milestones, icons, rivals) => {
        if (!hasFinished) isDismissed = false
        element.hidden = !hasFinished || isDismissed || !end
        if (!end) return
        const tone = end.end === 'success' ? 'good' : 'bad'
        element.className = `end-card ${tone}`
        fill(
          element,
          h('h2', {}, endTitle(start, end)),
          milestones.length > 0 && splits(milestones, icons, rivals),
          rivals.best && h('p', { class: 'how' }, rivalText(rivals, end)),
          h('p', { class: 'how' }, start ? settingsText(start) : ''),
          h(
            'p',
            { class: 'acts' },
            button('Watch again', () => playback.togglePlay()),
            copyButton(),
            button('Close', () => {
              isDismissed = true
              element.hidden = true
            }),
          ),
        )
      },
    ),
  }
}

/** `Diamond in 2:17`, or how the trial ended without it. */
export function endTitle(
  start: TrialState['start'],
  { end, t }: NonNullable<TrialState['end']>,
): string {
  const target = itemName(start?.target.item ?? 'task')
  const count = start?.target.count ?? 1
  const what = count > 1 ? `${count} × ${target}` : target
  if (end === 'success') return `${what[0]?.toUpperCase()}${what.slice(1)} in ${clockText(t)}`
  return `No ${target}: ${END_TITLES[end]} after ${clockText(t)}`
}

/** The milestones with their times, and the difference to the best other trial or, without one, to the milestone before. */
function splits(
  milestones: readonly Milestone[],
  icons: ItemIcons | null,
  rivals: Rivals,
): HTMLElement {
  const all = splitsOf(milestones, rivals)
  return h(
    'ol',
    { class: 'splits' },
    ...milestones.map(({ name, tick }, i) => {
      const best = all[i]?.best ?? null
      const since = `+${clockText(tick - (milestones[i - 1]?.tick ?? 0))}`
      return h(
        'li',
        { title: itemName(name) },
        itemImage(icons, itemOf(name)),
        h('span', {}, clockText(tick)),
        rivals.best === null
          ? h('small', {}, since)
          : h(
              'small',
              { class: best === null ? null : deltaTone(tick - best) },
              best === null ? 'first' : deltaText(tick - best),
            ),
      )
    }),
  )
}

/** How a trial compares with the best other one and with the median of those that obtained the target. */
function rivalText(rivals: Rivals, { end, t }: NonNullable<TrialState['end']>): string {
  const { best, trials } = rivals
  const [first] = trials.filter(({ success }) => success).length > 0 ? [best] : []
  if (!first) return `No other of ${counted(trials.length, 'trial')} obtained it.`
  const time = clockText(first.tick)
  if (end !== 'success') return `The best trial, ${first.id}, took ${time}.`
  return t < first.tick
    ? `The best trial; the next, ${first.id}, took ${time}.`
    : `${deltaText(t - first.tick)} against the best trial, ${first.id}, which took ${time}.`
}

function settingsText({ settings }: NonNullable<TrialState['start']>): string {
  const { seed, strategy, planner, llm, perception, version } = settings
  const mind = llm ? llm.model : `${planner} planner`
  return [`seed ${seed}`, version ?? '', strategy, mind, `${perception} perception`]
    .filter(Boolean)
    .join(' · ')
}

/** Copies the address of the trial's replay. */
function copyButton(): HTMLButtonElement {
  const link = location.href.replace(/#.*$/, '')
  const copy: HTMLButtonElement = button('Copy link', () => {
    navigator.clipboard.writeText(link).then(
      () => {
        copy.textContent = 'Copied'
        setTimeout(() => {
          copy.textContent = 'Copy link'
        }, COPIED_MS)
      },
      () => {
        copy.textContent = link
      },
    )
  })
  return copy
}

function button(text: string, act: () => void): HTMLButtonElement {
  const element = h('button', { type: 'button' }, text)
  element.addEventListener('click', act)
  return element
}
