import type { Playback } from './playback.ts'
import type { Perspective } from './scene/camera.ts'
import { Stage } from './scene/stage.ts'
import { type Connection, SERVER_GONE, ServerGone } from './server-fetch.ts'
import { loadVersion } from './version-assets.ts'

/** The 3D view as the page uses it, also while the view is still loading. */
export interface StageHandle {
  readonly perspective: Perspective
  update(seconds: number): void
  switchView(): void
  turn(yaw: number, tilt: number): void
  zoom(factor: number): void
}

/** Notices about the connection. */
const CONNECTIONS: Readonly<Record<Connection, string>> = {
  open: '',
  lost: 'Connection lost; reconnecting',
  gone: SERVER_GONE,
}

/** Draws the view once the recording names the Minecraft version. */
export function loadStage(
  canvas: HTMLCanvasElement,
  notice: HTMLElement,
  playback: Playback,
): StageHandle {
  let stage: Stage | null = null
  let isAsked = false
  /** Why the view failed to load; empty if it has not failed. */
  let problem = ''
  let wasLost = false

  async function load(): Promise<void> {
    const { header } = playback.timeline
    const version = header?.version ?? playback.timeline.trial.version
    if (!version) return
    isAsked = true
    const assets = await loadVersion(playback.source.assets, version)
    playback.icons = assets.icons
    if (!header) isAsked = false
    else stage = new Stage(canvas, assets, header)
  }

  function showNotice(text: string): void {
    if (notice.textContent !== text) notice.textContent = text
    notice.hidden = text === ''
  }

  /** Retries loading after a lost server has come back. */
  function followConnection(): void {
    const isLost = playback.connection !== 'open'
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
      if (!isAsked && (playback.timeline.header || (playback.isReady && !playback.icons)))
        load().catch((error: unknown) => {
          problem = error instanceof ServerGone ? error.message : `Cannot draw the world: ${error}`
        })
      if (!stage) {
        const isUnrecorded = playback.isReady && !playback.timeline.header
        canvas.hidden = isUnrecorded && playback.isOver
        if (isUnrecorded) showNotice('This trial has no recording.')
        else showNotice(problem || CONNECTIONS[playback.connection] || 'Loading the world…')
        return
      }
      stage.update(playback.timeline.view, playback.head.tick, seconds)
      canvas.dataset.drawn = stage.isComplete ? 'all' : 'part'
      showNotice(playback.isOver ? '' : CONNECTIONS[playback.connection])
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
