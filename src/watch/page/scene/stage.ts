import { Scene, Texture, WebGLRenderer } from 'three'
import type { RecordingHeader } from '../../recording-format.ts'
import type { ItemIcons } from '../item-icons.ts'
import type { ViewState } from '../state/view-state.ts'
import type { VersionAssets } from '../version-assets.ts'
import { AgentBody } from './agent-body.ts'
import { FollowCamera } from './camera.ts'
import { Cracks } from './cracks.ts'
import { Cutaway } from './cutaway.ts'
import { setEntitySkins } from './entity-skins.ts'
import { Inhabitants } from './inhabitants.ts'
import { Markers } from './markers.ts'
import { Sky } from './sky.ts'
import { Terrain } from './terrain.ts'

/** Higher pixel ratios cost too much time. */
const MAX_PIXEL_RATIO = 2

/** Time of day while it is not known (ticks). */
const DEFAULT_TIME = 3_000

/** Duration of an arm swing in Minecraft (ticks). */
const SWING_TICKS = 6

/** The 3D view of the world, which draws a frame only when something has changed. */
export class Stage {
  readonly camera = new FollowCamera()
  readonly #canvas: HTMLCanvasElement
  readonly #renderer: WebGLRenderer
  readonly #scene = new Scene()
  readonly #sky = new Sky(this.#scene)
  readonly #markers = new Markers(this.#scene)
  readonly #agent: AgentBody
  readonly #cracks: Cracks
  readonly #icons: ItemIcons
  readonly #atlas: Texture
  readonly #inhabitants: Inhabitants
  readonly #terrain: Terrain
  readonly #cutaway = new Cutaway()
  readonly #hides = (x: number, y: number, z: number) => this.#terrain.hides(x, y, z)
  #seconds = 0
  #needsFrame = true
  /** The shown tick, and whether it has a target mark. */
  #tick = -1
  #isMarked = false

  /** @throws Error when the browser does not support WebGL. */
  constructor(canvas: HTMLCanvasElement, assets: VersionAssets, header: RecordingHeader) {
    this.#canvas = canvas
    this.#renderer = new WebGLRenderer({ canvas, antialias: true })
    // Checking shaders would block the page until the GPU has compiled them.
    this.#renderer.debug.checkShaderErrors = false
    this.#renderer.localClippingEnabled = true
    this.#renderer.setPixelRatio(Math.min(MAX_PIXEL_RATIO, devicePixelRatio))
    setEntitySkins(assets.skins)
    const atlas = new Texture(assets.atlas)
    atlas.needsUpdate = true
    this.#icons = assets.icons
    this.#atlas = atlas
    this.#agent = new AgentBody(this.#scene, () => this.touch())
    this.#cracks = new Cracks(this.#scene, assets.cracks)
    this.#inhabitants = new Inhabitants(this.#scene, assets.icons, () => this.touch())
    this.#terrain = new Terrain(this.#scene, assets.mesher(), atlas, () => this.touch())
    this.#terrain.start(assets.blocks, header.minY, header.height)
    this.camera.listen(canvas, () => this.touch())
    new ResizeObserver(() => this.#resize()).observe(canvas)
    this.#resize()
  }

  /** Requests a new frame. */
  touch(): void {
    this.#needsFrame = true
  }

  /** Whether the terrain is drawn completely. */
  get isComplete(): boolean {
    return this.#terrain.isComplete
  }

  /** Shows a view at a tick, `seconds` after the last update. */
  update(view: ViewState, tick: number, seconds: number): void {
    if (!view.pose) return
    this.#seconds += seconds
    const { pos } = view.pose
    const isUnderground = this.#terrain.isUnderground(pos)
    const isOutside = this.camera.perspective === 'third'
    const cut = this.#cutaway.update(pos.y, isUnderground && isOutside)
    this.#terrain.update(view, pos)
    this.#terrain.cut(cut)
    const moved = [
      this.#agent.update(view.pose, seconds, isOutside, swingAt(view.mark, tick)),
      this.#inhabitants.update(view.entities, seconds, cut),
      this.camera.update(this.#agent, seconds, this.#hides, cut !== null),
      this.#sky.update(
        view.sky?.time ?? DEFAULT_TIME,
        isUnderground,
        this.#agent.object.position,
        seconds,
      ),
    ].includes(true)
    this.camera.limit(this.#sky.reach)
    this.#markers.showPath(view.path)
    this.#cracks.show(view.mark, tick)
    void this.#agent.hold(heldIn(view), this.#icons, this.#atlas)
    const wasMarked = this.#isMarked
    this.#isMarked = this.#showMark(view)
    // A mark pulses only while time passes.
    const isMarkMoving = tick !== this.#tick && (this.#isMarked || wasMarked)
    this.#tick = tick
    if (!moved && !this.#needsFrame && !isMarkMoving) return
    this.#needsFrame = false
    this.#renderer.render(this.#scene, this.camera.camera)
  }

  /** Marks the agent's target. @returns Whether there is one. */
  #showMark({ mark, entities }: ViewState): boolean {
    const entity = entities.get(mark?.entity ?? -1)
    const object = entity && this.#inhabitants.object(entity.id)
    if (mark?.block) this.#markers.showBlock(mark.block, this.#seconds)
    else if (entity && object) this.#markers.showEntity(object, entity, this.#seconds)
    else this.#markers.hideMark()
    return Boolean(mark?.block ?? object)
  }

  #resize(): void {
    const { clientWidth: width, clientHeight: height } = this.#canvas
    if (!width || !height) return
    this.#renderer.setSize(width, height, false)
    this.camera.resize(width, height)
    this.touch()
  }
}

/** Name of the held item; empty for none. */
function heldIn({ body }: ViewState): string {
  return body?.slots.find(([slot]) => slot === body.hand)?.[1] ?? ''
}

/** Progress of the arm swing at a tick, 0 to 1; null without a dig. */
function swingAt(mark: ViewState['mark'], tick: number): number | null {
  return mark?.dig === undefined ? null : ((tick - mark.t) / SWING_TICKS) % 1
}
