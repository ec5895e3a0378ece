import { fill, h } from '../dom.ts'
import { type Playback, REPLAY_SPEEDS, TRIAL_SPEEDS } from '../playback.ts'
import { clockText } from '../state/game-time.ts'
import { type Part, whenChanged } from './panel.ts'

/** Play and pause, speeds, and the button that returns to a running trial. */
export function transport(playback: Playback, showKeys: () => void): Part {
  const play = button('play', () => playback.togglePlay())
  const speeds = h('div', { class: 'speeds', role: 'group', 'aria-label': 'Speed' })
  const live = button('live', () => playback.goLive())
  live.textContent = 'Live'
  const clock = h('p', { class: 'clock' })
  const keys = button('keys', showKeys)
  keys.textContent = '?'
  keys.setAttribute('aria-label', 'Keyboard shortcuts (?)')
  keys.title = 'Keyboard shortcuts (?)'
  const element = h('div', { class: 'transport' }, play, speeds, live, clock, keys)
  const drawControls = whenChanged(
    ({ head, speed, isOver }) => [head.isLive, head.isPlaying, head.speed, speed, isOver],
    (isLive, isPlaying, replaySpeed, status, isOver) => {
      const isMoving = isLive ? !status?.paused : isPlaying
      const act = isMoving ? 'Pause' : 'Play'
      if (play.dataset.act !== act) {
        play.dataset.act = act
        play.textContent = isMoving ? '❚❚' : '▶'
        play.setAttribute('aria-label', `${act} (Space)`)
        play.title = `${act} (Space)`
      }
      play.disabled = isLive && !status?.controllable
      live.hidden = !playback.hasLive || isOver
      live.setAttribute('aria-pressed', String(isLive))
      drawSpeeds(isLive, isLive ? status?.speed : replaySpeed, Boolean(status?.controllable))
    },
  )
  let shown = ''
  function drawSpeeds(isLive: boolean, now: number | 'max' | undefined, canChange: boolean): void {
    const key = `${isLive} ${now} ${canChange}`
    if (key === shown) return
    shown = key
    const choices: readonly (number | 'max')[] = isLive ? TRIAL_SPEEDS : REPLAY_SPEEDS
    speeds.hidden = isLive && !canChange
    fill(
      speeds,
      ...choices.map((choice) => {
        const set = button('speed', () => {
          if (isLive) void playback.ask({ speed: choice })
          else if (choice !== 'max') playback.setReplaySpeed(choice)
        })
        set.textContent = choice === 'max' ? 'max' : `${choice}×`
        set.setAttribute('aria-pressed', String(choice === now))
        return set
      }),
    )
  }
  const drawClock = whenChanged(
    ({ head, length, budget }) => [Math.floor(head.tick), length, budget],
    (tick, length, budget) => {
      const ticks = `tick ${grouped(tick)} of ${grouped(length)}`
      fill(
        clock,
        h('strong', {}, clockText(tick)),
        ` / ${clockText(length)}`,
        h('small', {}, ticks),
      )
      clock.title = budget === null ? '' : `limit ${grouped(budget)} ticks`
    },
  )
  return {
    element,
    update(now) {
      drawControls(now)
      drawClock(now)
    },
  }
}

function grouped(ticks: number): string {
  return ticks.toLocaleString('en-US')
}

function button(name: string, act: () => void): HTMLButtonElement {
  const element = h('button', { type: 'button', class: name })
  element.addEventListener('click', act)
  return element
}
