import type { RecordingPosition } from '../../recording-format.ts'
import { fill, h } from '../dom.ts'
import type { ItemIcons } from '../item-icons.ts'
import type { StageHandle } from '../load-stage.ts'
import type { Playback } from '../playback.ts'
import { knownPlan } from '../state/known-plan.ts'
import { frameAround, type PlanFrame, type PlanPoint, scaleLength } from '../state/map-frame.ts'
import type { ViewState } from '../state/view-state.ts'
import { itemOf } from './item-image.ts'
import { box, type Part } from './panel.ts'

/** Size of each plan (pixels), and how often they are drawn (ms). */
const WIDTH = 420
const HEIGHT = 300
const DRAW_MS = 400

const ICON = 18

const COLOURS = {
  ground: '#10151a',
  known: '#5f7183',
  way: '#ffe9b8',
  agent: '#4fd1bd',
  death: '#ff6b5e',
  text: '#e4eaf0',
  surface: '#6fa35a',
}

/** How the world lies in a plan. */
interface Projection {
  readonly title: string
  point(place: RecordingPosition): PlanPoint
}

const ABOVE: Projection = {
  title: 'from above, north is up',
  point: ({ x, z }) => ({ right: x, down: z }),
}
const SOUTH: Projection = {
  title: 'section from the south, east is right',
  point: ({ x, y }) => ({ right: x, down: -y }),
}
const EAST: Projection = {
  title: 'section from the west, south is right',
  point: ({ y, z }) => ({ right: z, down: -y }),
}

/** A map from above and a section through the mine, with the agent's way, milestones, deaths and what it knows. `M` shows it. */
export function mapPanel(playback: Playback, stage: StageHandle): MapPart {
  const { element, body, note } = box('Map', 'map-panel')
  const [above, section] = [planCanvas(), planCanvas()]
  const [aboveTitle, sectionTitle] = [h('figcaption'), h('figcaption')]
  element.hidden = true
  let drawnMs = Number.NEGATIVE_INFINITY
  return {
    element,
    toggle() {
      element.hidden = !element.hidden
      if (!above.parentElement)
        fill(body, h('figure', {}, above, aboveTitle), h('figure', {}, section, sectionTitle))
      drawnMs = Number.NEGATIVE_INFINITY
    },
    update() {
      const now = performance.now()
      if (element.hidden || now - drawnMs < DRAW_MS) return
      drawnMs = now
      const { view } = playback.timeline
      const pos = view.pose?.pos
      if (!pos) return
      const side = sideOf(view)
      const scene = { playback, groundAt: (x: number, z: number) => stage.groundAt(x, z) }
      drawPlan(above, ABOVE, scene)
      drawPlan(section, side, scene)
      aboveTitle.textContent = ABOVE.title
      sectionTitle.textContent = side.title
      const place = [pos.x, pos.y, pos.z].map(Math.floor).join(' ')
      note.textContent = `agent at ${place}; ${Math.round(lengthOf(view))} blocks walked`
      above.setAttribute('aria-label', `Map from above. The ${note.textContent}`)
      section.setAttribute('aria-label', `Section. The ${note.textContent}`)
    },
  }
}

export interface MapPart extends Part {
  /** Shows or hides it. */
  toggle(): void
}

interface MapScene {
  readonly playback: Playback
  /** Height of the ground; null where it is not known. */
  groundAt(x: number, z: number): number | null
}

function planCanvas(): HTMLCanvasElement {
  return h('canvas', { width: WIDTH * 2, height: HEIGHT * 2, role: 'img' })
}

/** The section along the axis on which the agent's way is longer. */
function sideOf({ trail }: ViewState): Projection {
  const range = (values: readonly number[]) => {
    let [from, to] = [values[0] ?? 0, values[0] ?? 0]
    for (const value of values) {
      from = Math.min(from, value)
      to = Math.max(to, value)
    }
    return to - from
  }
  const places = trail.map(([, to]) => to)
  return range(places.map(({ x }) => x)) >= range(places.map(({ z }) => z)) ? SOUTH : EAST
}

function lengthOf({ trail }: ViewState): number {
  return trail.reduce(
    (sum, [from, to]) => sum + Math.hypot(to.x - from.x, to.y - from.y, to.z - from.z),
    0,
  )
}

function drawPlan(canvas: HTMLCanvasElement, projection: Projection, scene: MapScene): void {
  const context = canvas.getContext('2d')
  if (!context) return
  const { timeline, icons } = scene.playback
  const { view, trial, milestones } = timeline
  const ends = view.trail.flat()
  const pos = view.pose?.pos
  const points = [...ends, ...(pos ? [pos] : [])].map((place) => projection.point(place))
  const frame = frameAround(points, WIDTH, HEIGHT)
  const at = (place: RecordingPosition): readonly [number, number] => {
    const { right, down } = projection.point(place)
    return [(right - frame.left) * frame.scale, (down - frame.top) * frame.scale]
  }
  context.setTransform(canvas.width / WIDTH, 0, 0, canvas.height / HEIGHT, 0, 0)
  context.fillStyle = COLOURS.ground
  context.fillRect(0, 0, WIDTH, HEIGHT)
  if (projection === ABOVE) drawGround(context, frame, scene)
  drawKnown(context, frame, projection, view)
  if (projection !== ABOVE && pos) drawSurface(context, frame, projection, pos, scene)
  context.strokeStyle = COLOURS.way
  context.lineWidth = 1.5
  context.beginPath()
  for (const [from, to] of view.trail) {
    context.moveTo(...at(from))
    context.lineTo(...at(to))
  }
  context.stroke()
  for (const place of trial.deaths) drawCross(context, at(place))
  const reached = milestones.filter(({ tick }) => tick <= timeline.tick)
  for (const { name, tick } of reached) {
    const place = timeline.positionAt(tick)
    if (place && icons) drawIcon(context, icons, itemOf(name), at(place))
  }
  if (pos) drawAgent(context, at(pos))
  drawScale(context, frame)
}

/** The shape of the ground: higher is brighter, and slopes to the north-west are lit. */
function drawGround(
  context: CanvasRenderingContext2D,
  { left, top, scale }: PlanFrame,
  { groundAt }: MapScene,
): void {
  const step = Math.max(1, Math.ceil(1 / scale))
  for (let x = Math.floor(left); x < left + WIDTH / scale; x += step)
    for (let z = Math.floor(top); z < top + HEIGHT / scale; z += step) {
      const ground = groundAt(x, z)
      if (ground === null) continue
      const slope = ground - (groundAt(x - step, z - step) ?? ground)
      const light =
        22 + Math.min(16, Math.max(0, (ground - 50) / 2)) + Math.max(-8, Math.min(8, slope * 3))
      context.fillStyle = `hsl(110 18% ${light}%)`
      context.fillRect(
        (x - left) * scale,
        (z - top) * scale,
        step * scale + 0.5,
        step * scale + 0.5,
      )
    }
}

/** What the agent knows. On the map, what it does not know is darker; in a section, known blocks are bright. */
function drawKnown(
  context: CanvasRenderingContext2D,
  { left, top, scale }: PlanFrame,
  projection: Projection,
  { known }: ViewState,
): void {
  context.fillStyle = projection === ABOVE ? 'rgb(255 255 255 / 14%)' : COLOURS.known
  const cells = new Set<string>()
  for (const section of known.values()) {
    const { x, y, z } = section
    const plan = knownPlan(section)
    const [bits, right, down] =
      projection === ABOVE
        ? [plan.above, x, z]
        : projection === SOUTH
          ? [plan.south, x, -y]
          : [plan.east, z, -y]
    const away = (right - left) * scale
    if (away > WIDTH || away + 16 * scale < 0) continue
    for (let i = 0; i < 256; i++) {
      if (!bits[i]) continue
      const [u, v] = [
        right + (i & 15),
        projection === ABOVE ? down + (i >> 4) : down - (i >> 4) - 1,
      ]
      const key = `${u} ${v}`
      // Cells of sections above or behind each other would add up.
      if (cells.has(key)) continue
      cells.add(key)
      context.fillRect((u - left) * scale, (v - top) * scale, scale + 0.3, scale + 0.3)
    }
  }
}

/** The line of the ground in the plane of the agent. */
function drawSurface(
  context: CanvasRenderingContext2D,
  { left, top, scale }: PlanFrame,
  projection: Projection,
  pos: RecordingPosition,
  { groundAt }: MapScene,
): void {
  context.fillStyle = COLOURS.surface
  for (let right = Math.floor(left); right < left + WIDTH / scale; right++) {
    const ground = projection === SOUTH ? groundAt(right, pos.z) : groundAt(pos.x, right)
    if (ground === null) continue
    context.fillRect((right - left) * scale, (-ground - top) * scale, scale + 0.5, 2)
  }
}

function drawCross(context: CanvasRenderingContext2D, [x, y]: readonly [number, number]): void {
  context.strokeStyle = COLOURS.death
  context.lineWidth = 3
  context.beginPath()
  context.moveTo(x - 6, y - 6)
  context.lineTo(x + 6, y + 6)
  context.moveTo(x + 6, y - 6)
  context.lineTo(x - 6, y + 6)
  context.stroke()
}

function drawIcon(
  context: CanvasRenderingContext2D,
  icons: ItemIcons,
  item: string,
  [x, y]: readonly [number, number],
): void {
  context.imageSmoothingEnabled = false
  context.drawImage(icons.canvas(item), x - ICON / 2, y - ICON / 2, ICON, ICON)
}

function drawAgent(context: CanvasRenderingContext2D, [x, y]: readonly [number, number]): void {
  context.fillStyle = COLOURS.agent
  context.strokeStyle = '#000'
  context.lineWidth = 2
  context.beginPath()
  context.arc(x, y, 5, 0, 2 * Math.PI)
  context.stroke()
  context.fill()
}

function drawScale(context: CanvasRenderingContext2D, frame: PlanFrame): void {
  const length = scaleLength(frame, WIDTH)
  context.fillStyle = COLOURS.text
  context.fillRect(10, HEIGHT - 12, length * frame.scale, 3)
  context.font = '12px system-ui, sans-serif'
  context.fillText(`${length} blocks`, 10, HEIGHT - 18)
}
