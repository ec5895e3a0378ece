import { END_TITLES, taskWords } from '#events/titles'
import { isBuiltIn } from '#events/worlds'
import { fill, h } from '../dom.ts'
import type { Playback } from '../playback.ts'
import type { Connection } from '../server-fetch.ts'
import type { TrialState } from '../state/trial-state.ts'
import { type Part, whenChanged } from './panel.ts'

/** The task, its settings, and the state of the trial. */
export function headline(overview: string | null): Part {
  const title = h('h1', {}, 'Delver')
  const badges = h('ul', { class: 'badges' })
  const state = h('span', { class: 'state', role: 'status' })
  const name = overview
    ? h('a', { class: 'brand', href: overview, title: 'All trials' }, '‹ Delver')
    : h('span', { class: 'brand' }, 'Delver')
  const element = h('header', { class: 'headline' }, name, title, state, badges)
  return {
    element,
    update: whenChanged(
      (playback: Playback) => {
        const { start, end, version } = playback.timeline.trial
        return [start, end, version, isOpen(playback), playback.connection, playback.isFinale]
      },
      (start, end, version, running, connection, isFinale) => {
        if (start) {
          title.textContent = taskWords(start.settings.task)
          document.title = `${taskWords(start.settings.task)} · Delver`
          fill(badges, ...badgesOf(start, version).map((text) => h('li', {}, text)))
        }
        const [tone, text] = isFinale
          ? ['plain', 'the last 20 seconds']
          : stateText(end, running, connection)
        state.className = `state ${tone}`
        state.textContent = text
      },
    ),
  }
}

/** Whether the trial is still running, as far as the page knows. */
function isOpen(playback: Playback): boolean {
  return playback.source.isLive && !playback.isOver
}

function stateText(
  end: TrialState['end'],
  isRunning: boolean,
  connection: Connection,
): readonly [string, string] {
  if (end) return [end.end === 'success' ? 'good' : 'bad', END_TITLES[end.end]]
  if (isRunning && connection !== 'open')
    return ['bad', connection === 'gone' ? 'server stopped' : 'connection lost']
  return isRunning ? ['running', 'running'] : ['plain', 'replay']
}

function badgesOf(start: NonNullable<TrialState['start']>, version: string | null): string[] {
  const { seed, strategy, planner, llm, perception, world, difficulty, host } = start.settings
  const place = isBuiltIn(world) ? `${world} world` : (host ?? 'server')
  return [
    // The world of an existing server does not depend on the seed.
    isBuiltIn(world) ? `seed ${seed}` : '',
    [place, version].filter(Boolean).join(' '),
    difficulty ? `difficulty ${difficulty}` : '',
    `strategy ${strategy}`,
    llm ? `model ${llm.model}` : `planner ${planner}`,
    `perception ${perception}`,
  ].filter(Boolean)
}
