import type { CameraKey } from '../camera-path.ts'
import type { RecordingPosition } from '../recording-format.ts'
import type { Playback, Racer } from './playback.ts'
import type { Perspective } from './scene/camera.ts'
import type { Ghost } from './scene/ghosts.ts'
import { type Depth, Stage } from './scene/stage.ts'
import { KNOWLEDGE_VIEWS, type KnowledgeView } from './scene/terrain-shader.ts'
import { type Connection, SERVER_GONE, ServerGone } from './server-fetch.ts'
import type { ViewOptions } from './state/view-options.ts'
import { loadIcons, loadVersion } from './version-assets.ts'

/** Place and angles of a free camera (radians). */
export type CameraPlace = Omit<CameraKey, 'tick'>

/** The 3D view as the page uses it, also while the view is still loading. */
export interface StageHandle {
  readonly perspective: Perspective
  /** Which blocks are drawn bright; null when the recording does not contain what the agent knows. */
  readonly knowledge: KnowledgeView | null
  /** The agent's depth in the view from the side; null in other views. */
  readonly depth: Depth | null
  /** Whether the world can be drawn. */
  readonly isDrawing: boolean
  update(seconds: number): void
  switchView(): void
  switchKnowledge(): void
  /** Marks a block until the next call; null marks none. */
  highlight(place: RecordingPosition | null): void
  turn(yaw: number, tilt: number): void
  /** Changes between a free camera and the one behind the agent. */
  detach(isFree: boolean): void
  /** Moves a free camera to its right, up and forward (blocks). */
  fly(right: number, up: number, forward: number): void
  /** Where a free camera is; null for other cameras. */
  readonly freePlace: CameraPlace | null
  /** Puts a free camera at a place. */
  place(at: CameraPlace): void
  /** Height of the ground's top at a position; null where it is not known. */
  groundAt(x: number, z: number): number | null
  zoom(factor: number): void
}

/** Share of the terrain that makes a picture: the surroundings of the agent are drawn first. */
const FIRST_PICTURE = 0.04

/** How far the small views of several trials reach (blocks). */
const WALL_REACH = 56

/** Notices about the connection. */
const CONNECTIONS: Readonly<Record<Connection, string>> = {
  open: '',
  lost: 'Connection lost; reconnecting',
  gone: SERVER_GONE,
}

/**
 * Draws the view once the recording names the Minecraft version.
 * @param only The trial that it shows; by default, the one that the page follows, with the others of a race as ghosts.
 */
export function loadStage(
  canvas: HTMLCanvasElement,
  notice: HTMLElement,
  playback: Playback,
  { view: perspective, isOverlay }: Pick<ViewOptions, 'view' | 'isOverlay'>,
  only: Racer | null = null,
): StageHandle {
  const shown = () => only ?? playback
  let stage: Stage | null = null
  let isAsked = false
  /** Why the view failed to load; empty if it has not failed. */
  let problem = ''
  let wasLost = false

  async function load(): Promise<void> {
    const { header } = shown().timeline
    const version = header?.version ?? shown().timeline.trial.version
    if (!version) return
    isAsked = true
    if (isOverlay) {
      playback.icons = await loadIcons(shown().source.assets, version)
      return
    }
    const assets = await loadVersion(shown().source.assets, version)
    playback.icons = assets.icons
    if (!header) isAsked = false
    else {
      stage = new Stage(canvas, assets, header, only ? WALL_REACH : null)
      stage.camera.perspective = perspective
    }
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
      return stage?.camera.perspective ?? perspective
    },
    get isDrawing() {
      return stage !== null && shown().timeline.view.pose !== null
    },
    get knowledge() {
      return stage && shown().timeline.view.known.size > 0 ? stage.knowledge : null
    },
    get depth() {
      return stage?.camera.perspective === 'third' ? stage.depth : null
    },
    update(seconds) {
      followConnection()
      if (!isAsked && (shown().timeline.header || (playback.isReady && !playback.icons)))
        load().catch((error: unknown) => {
          problem = error instanceof ServerGone ? error.message : `Cannot draw the world: ${error}`
        })
      if (!stage) {
        const isUnrecorded = playback.isReady && !shown().timeline.header
        canvas.hidden = isUnrecorded && playback.isOver
        if (isUnrecorded) showNotice('This trial has no recording.')
        else showNotice(problem || CONNECTIONS[playback.connection] || 'Loading the world…')
        return
      }
      stage.update(
        shown().timeline.view,
        playback.head.tick,
        seconds,
        only ? [] : ghostsOf(playback),
      )
      const { progress, isComplete } = stage
      if (playback.isReady && progress > FIRST_PICTURE)
        canvas.dataset.drawn = isComplete ? 'all' : 'part'
      const lost = playback.isOver ? '' : CONNECTIONS[playback.connection]
      const percent = Math.round((100 * progress) / FIRST_PICTURE)
      showNotice(lost || (progress > FIRST_PICTURE ? '' : `Drawing the world: ${percent} %`))
    },
    switchView() {
      if (!stage) return
      stage.camera.perspective = stage.camera.perspective === 'third' ? 'first' : 'third'
      stage.touch()
    },
    detach(isFree) {
      stage?.camera.detach(isFree)
      stage?.touch()
    },
    fly(right, up, forward) {
      stage?.camera.fly(right, up, forward)
      stage?.touch()
    },
    get freePlace() {
      return stage?.camera.perspective === 'free' ? stage.camera.freePlace : null
    },
    place(at) {
      stage?.camera.place(at)
      stage?.touch()
    },
    switchKnowledge() {
      if (!stage) return
      const next = KNOWLEDGE_VIEWS.indexOf(stage.knowledge) + 1
      stage.knowledge = KNOWLEDGE_VIEWS[next % KNOWLEDGE_VIEWS.length] ?? 'auto'
      stage.touch()
    },
    highlight(place) {
      stage?.highlight(place)
    },
    groundAt: (x, z) => stage?.groundAt(x, z) ?? null,
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

/** The agents of a race; empty for one trial. */
function ghostsOf({ racers, lead }: Playback): readonly Ghost[] {
  if (racers.length < 2) return []
  return racers.map(({ name, colour, timeline }, i) => ({
    name,
    colour,
    view: timeline.view,
    isFollowed: i === lead,
  }))
}
