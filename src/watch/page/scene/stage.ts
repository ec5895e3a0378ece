import { Scene, Texture, type WebGLRenderer } from 'three'
import type { RecordingHeader, RecordingPosition } from '../../recording-format.ts'
import type { ItemIcons } from '../item-icons.ts'
import type { ViewState } from '../state/view-state.ts'
import type { VersionAssets } from '../version-assets.ts'
import { AgentBody } from './agent-body.ts'
import { FollowCamera } from './camera.ts'
import { Cracks } from './cracks.ts'
import { setEntitySkins } from './entity-skins.ts'
import { FirstPersonHand } from './first-person-hand.ts'
import { type Ghost, Ghosts } from './ghosts.ts'
import { Inhabitants } from './inhabitants.ts'
import { Markers } from './markers.ts'
import { createRenderer, drawsInSoftware, RenderQuality } from './render-quality.ts'
import { Sky } from './sky.ts'
import { Slice } from './slice.ts'
import { Terrain } from './terrain.ts'
import { type KnowledgeView, TerrainShader } from './terrain-shader.ts'

/** Time of day while it is not known (ticks). */
const DEFAULT_TIME = 3_000

/** Duration of an arm swing in Minecraft (ticks). */
const SWING_TICKS = 6

/** Depth below the ground at which no sky is left (blocks). */
const DARK_DEPTH = 14

/** Parts of the trail from which the agent's heading is read. */
const HEADING_PARTS = 6

/** Height of the agent's feet, and of the ground above it (y). */
export interface Depth {
  readonly y: number
  readonly ground: number
}

/** The 3D view of the world, which draws a frame only when something has changed. */
export class Stage {
  readonly camera = new FollowCamera()
  /** Which blocks are drawn bright. */
  knowledge: KnowledgeView = 'auto'
  readonly #canvas: HTMLCanvasElement
  readonly #renderer: WebGLRenderer
  readonly #scene = new Scene()
  readonly #sky = new Sky(this.#scene)
  readonly #markers = new Markers(this.#scene)
  readonly #ghosts = new Ghosts(this.#scene)
  readonly #agent: AgentBody
  readonly #hand: FirstPersonHand
  readonly #cracks: Cracks
  readonly #icons: ItemIcons
  readonly #atlas: Texture
  readonly #inhabitants: Inhabitants
  readonly #terrain: Terrain
  readonly #quality: RenderQuality
  #wasDrawn = false
  readonly #slice = new Slice()
  readonly #shader = new TerrainShader()
  readonly #hides = (x: number, y: number, z: number) => this.#terrain.hides(x, y, z)
  readonly #seesAhead: boolean
  #depth: Depth | null = null
  #seconds = 0
  #needsFrame = true
  /** The shown tick, and whether it has a target mark. */
  #tick = -1
  #isMarked = false

  /**
   * @param reach Distance up to which the terrain is drawn (blocks); null for all of it.
   * @throws Error when the browser does not support WebGL.
   */
  constructor(
    canvas: HTMLCanvasElement,
    assets: VersionAssets,
    header: RecordingHeader,
    reach: number | null = null,
  ) {
    this.#canvas = canvas
    const isSoftware = drawsInSoftware()
    this.#renderer = createRenderer(canvas, isSoftware)
    this.#quality = new RenderQuality(isSoftware)
    // Checking shaders would block the page until the GPU has compiled them.
    this.#renderer.debug.checkShaderErrors = false
    this.#renderer.localClippingEnabled = true
    setEntitySkins(assets.skins)
    const atlas = new Texture(assets.atlas)
    atlas.needsUpdate = true
    this.#icons = assets.icons
    this.#atlas = atlas
    this.#agent = new AgentBody(this.#scene, () => this.touch())
    this.#hand = new FirstPersonHand(this.camera.camera, () => this.touch())
    this.#scene.add(this.camera.camera)
    this.#cracks = new Cracks(this.#scene, assets.cracks)
    this.#inhabitants = new Inhabitants(this.#scene, assets.icons, () => this.touch())
    this.#terrain = new Terrain(this.#scene, assets.mesher(), atlas, this.#shader, () =>
      this.touch(),
    )
    this.#shader.start(assets.blocks)
    this.#seesAhead = header.seesAhead ?? false
    this.#terrain.reach = reach ?? Number.POSITIVE_INFINITY
    this.#terrain.start(assets.blocks, header.minY, header.height)
    this.camera.listen(canvas, () => this.touch())
    new ResizeObserver(() => this.#resize()).observe(canvas)
    this.#resize()
  }

  /** Marks a block that the user asks for; null marks none. */
  highlight(place: RecordingPosition | null): void {
    this.#markers.highlight(place)
    this.touch()
  }

  /** Height of the ground's top at a position; null where it is not known. */
  groundAt(x: number, z: number): number | null {
    return this.#terrain.groundAt(x, z)
  }

  /** Requests a new frame. */
  touch(): void {
    this.#needsFrame = true
  }

  /** The share of the terrain that is drawn, from 0 to 1. */
  get progress(): number {
    return this.#terrain.progress
  }

  /** Whether the terrain is drawn completely. */
  get isComplete(): boolean {
    return this.#terrain.isComplete
  }

  /** The depth of an agent that is underground; null outside. */
  get depth(): Depth | null {
    return this.#depth
  }

  /** Shows a view at a tick, `seconds` after the last update, with the other agents of a race. */
  update(view: ViewState, tick: number, seconds: number, ghosts: readonly Ghost[] = []): void {
    const isChanged = this.follow(view, tick, seconds, ghosts)
    if (view.pose && this.#wasDrawn && this.#quality.note(seconds)) this.#resize()
    this.#wasDrawn = isChanged || this.#needsFrame
    if (view.pose && this.#wasDrawn) this.draw()
  }

  /** Draws a frame. */
  draw(): void {
    this.#needsFrame = false
    this.#renderer.render(this.#scene, this.camera.camera)
  }

  /** Moves everything as `update` does, without drawing. @returns Whether the picture changes. */
  follow(view: ViewState, tick: number, seconds: number, ghosts: readonly Ghost[] = []): boolean {
    if (!view.pose) return false
    this.#seconds += seconds
    const { pos } = view.pose
    const isUnderground = this.#terrain.isUnderground(pos)
    const isOutside = this.camera.perspective === 'third'
    const ground = this.#terrain.groundAt(pos.x, pos.z)
    this.#depth = isUnderground && ground !== null ? { y: pos.y, ground } : null
    const { direction } = this.camera
    const cut = this.#slice.update(
      pos,
      isUnderground && isOutside,
      seconds,
      direction,
      headingOf(view.trail),
    )
    this.#terrain.update(view, pos)
    this.#terrain.cut(cut)
    this.#terrain.lookThrough(this.knowledge === 'xray')
    const moved = [
      this.#agent.update(view.pose, seconds, !this.camera.hidesBody, swingAt(view.mark, tick)),
      this.#ghosts.update(ghosts, seconds),
      this.#inhabitants.update(view.entities, seconds, cut, pos.y),
      this.camera.update(this.#agent, seconds, this.#hides, cut),
      this.#sky.update(
        view.sky?.time ?? DEFAULT_TIME,
        depthOf(this.#depth),
        this.#agent.object.position,
        seconds,
      ),
      this.#shader.update(view.known, pos, this.knowledge, isUnderground, seconds),
    ].includes(true)
    this.#sky.limit(this.#quality.reach)
    this.camera.limit(this.#sky.reach)
    this.#terrain.face(this.camera.camera.position, this.#quality.leafReach)
    this.#shader.light(this.#sky.light)
    this.#shader.see(this.camera.camera.position, this.#agent.object.position)
    this.#shader.look(
      this.#seesAhead && this.camera.perspective !== 'first' ? this.#agent.gaze : null,
    )
    this.#markers.showPath(view.path)
    this.#markers.showTrail(view.trail, isUnderground)
    this.#cracks.show(view.mark, tick)
    const held = heldIn(view)
    void this.#agent.hold(held, this.#icons, this.#atlas)
    void this.#hand.hold(held, this.#icons, this.#atlas)
    this.#hand.update(this.camera.perspective === 'first', swingAt(view.mark, tick))
    const wasMarked = this.#isMarked
    this.#isMarked = this.#showMark(view)
    // A mark pulses only while time passes.
    const isMarkMoving = tick !== this.#tick && (this.#isMarked || wasMarked)
    this.#tick = tick
    return moved || isMarkMoving
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
    this.#renderer.setPixelRatio(this.#quality.pixelRatio)
    this.#renderer.setSize(width, height, false)
    this.camera.resize(width, height)
    this.touch()
  }
}

/** Darkness of the surroundings, from 0 outside to 1 deep underground. */
function depthOf(depth: Depth | null): number {
  return depth ? Math.min(1, Math.max(0.25, (depth.ground - depth.y) / DARK_DEPTH)) : 0
}

/** Where the agent has gone in the last parts of its trail (blocks). */
function headingOf(trail: ViewState['trail']): { readonly x: number; readonly z: number } {
  const [from, to] = [trail.at(-HEADING_PARTS)?.[0], trail.at(-1)?.[1]]
  return from && to ? { x: to.x - from.x, z: to.z - from.z } : { x: 0, z: 0 }
}

/** Name of the held item; empty for none. */
function heldIn({ body }: ViewState): string {
  return body?.slots.find(([slot]) => slot === body.hand)?.[1] ?? ''
}

/** Progress of the arm swing at a tick, 0 to 1; null without a dig. */
function swingAt(mark: ViewState['mark'], tick: number): number | null {
  return mark?.dig === undefined ? null : ((tick - mark.t) / SWING_TICKS) % 1
}
