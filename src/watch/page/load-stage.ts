import type { Player } from './player.ts'
import type { Perspective } from './scene/camera.ts'
import { Stage } from './scene/stage.ts'
import { type Connection, SERVER_GONE, ServerGone } from './server-fetch.ts'
import { loadVersion } from './version-assets.ts'

/** The view as the page uses it, from before it can be drawn. */
export interface StageHandle {
  readonly perspective: Perspective
  update(seconds: number): void
  switchView(): void
  turn(yaw: number, tilt: number): void
  zoom(factor: number): void
}

/** What there is to say of a connection. */
const CONNECTIONS: Readonly<Record<Connection, string>> = {
  there: '',
  lost: 'The connection is lost; trying again',
  gone: SERVER_GONE,
}

/** Draws the view as soon as the recording says of which version the world is. */
export function loadStage(
  canvas: HTMLCanvasElement,
  notice: HTMLElement,
  player: Player,
): StageHandle {
  let stage: Stage | null = null
  let isAsked = false
  /** Why there is no view; empty as long as there may be one. */
  let problem = ''
  let wasLost = false

  async function load(): Promise<void> {
    const { header } = player.timeline
    const version = header?.version ?? player.timeline.trial.version
    if (!version) return
    isAsked = true
    const assets = await loadVersion(player.source.assets, version)
    player.icons = assets.icons
    if (!header) isAsked = false
    else stage = new Stage(canvas, assets, header)
  }

  function tell(text: string): void {
    if (notice.textContent !== text) notice.textContent = text
    notice.hidden = text === ''
  }

  /** Tries anew what a server that had gone could not give, once it is there again. */
  function followConnection(): void {
    const isLost = player.connection !== 'there'
    if (wasLost && !isLost && problem) {
      problem = ''
      isAsked = false
    }
    wasLost = isLost
  }

  return {
    get perspective() {
      return stage?.camera.perspective ?? 'third'
    },
    update(seconds) {
      followConnection()
      if (!isAsked && (player.timeline.header || (player.isReady && !player.icons)))
        load().catch((error: unknown) => {
          problem =
            error instanceof ServerGone ? error.message : `The world cannot be drawn: ${error}`
        })
      if (!stage) {
        const isUnrecorded = player.isReady && !player.timeline.header
        canvas.hidden = isUnrecorded && player.isOver
        if (isUnrecorded) tell('There is no recording of this trial.')
        else tell(problem || CONNECTIONS[player.connection] || 'Loading the world')
        return
      }
      stage.update(player.timeline.view, player.head.tick, seconds)
      canvas.dataset.drawn = stage.isComplete ? 'all' : 'part'
      tell(player.isOver ? '' : CONNECTIONS[player.connection])
    },
    switchView() {
      if (!stage) return
      stage.camera.perspective = stage.camera.perspective === 'third' ? 'first' : 'third'
      stage.touch()
    },
    turn(yaw, tilt) {
      stage?.camera.turn(yaw, tilt)
      stage?.touch()
    },
    zoom(factor) {
      stage?.camera.zoom(factor)
      stage?.touch()
    },
  }
}
