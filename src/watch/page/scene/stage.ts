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

/** More pixels than these a side are not worth their time. */
const MAX_PIXEL_RATIO = 2

/** Where nothing is known of the time, it is morning. */
const MORNING = 3_000

/** Ticks that a blow takes in the game. */
const BLOW_TICKS = 6

/** The view of the world: it draws a frame only when there is something new to be seen. */
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
  /** The tick that is shown, and whether something is marked at it. */
  #tick = -1
  #isMarked = false

  /** @throws Error when the browser has no WebGL. */
  constructor(canvas: HTMLCanvasElement, assets: VersionAssets, header: RecordingHeader) {
    this.#canvas = canvas
    this.#renderer = new WebGLRenderer({ canvas, antialias: true })
    // To ask whether a shader is well makes the page wait for the graphics card.
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

  /** Asks for a new frame. */
  touch(): void {
    this.#needsFrame = true
  }

  /** Whether all of the terrain is drawn. */
  get isComplete(): boolean {
    return this.#terrain.isComplete
  }

  /** Shows a view at a tick, `seconds` after the last time. */
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
      this.#agent.update(view.pose, seconds, isOutside, strikeAt(view.mark, tick)),
      this.#inhabitants.update(view.entities, seconds, cut),
      this.camera.update(this.#agent, seconds, this.#hides, cut !== null),
      this.#sky.update(
        view.sky?.time ?? MORNING,
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
    // As long as time stands still, a mark does too.
    const isMarkMoving = tick !== this.#tick && (this.#isMarked || wasMarked)
    this.#tick = tick
    if (!moved && !this.#needsFrame && !isMarkMoving) return
    this.#needsFrame = false
    this.#renderer.render(this.#scene, this.camera.camera)
  }

  /** Marks what the agent works at; false when that is nothing. */
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

/** Name of the item in the agent's hand; empty for none. */
function heldIn({ body }: ViewState): string {
  return body?.slots.find(([slot]) => slot === body.hand)?.[1] ?? ''
}

/** How far a blow has come at a tick, 0 to 1; null where nothing is dug. */
function strikeAt(mark: ViewState['mark'], tick: number): number | null {
  return mark?.dig === undefined ? null : ((tick - mark.t) / BLOW_TICKS) % 1
}
