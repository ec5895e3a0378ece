import { taskWords } from '#events/titles'
import type { ItemIcons } from '../item-icons.ts'
import { endTitle } from '../panels/end-card.ts'
import { itemOf } from '../panels/item-image.ts'
import type { Depth } from '../scene/stage.ts'
import { clockText } from '../state/game-time.ts'
import { thoughtLine } from '../state/thought.ts'
import type { Timeline } from '../state/timeline.ts'

/** Sizes for a film of 720 lines; others are scaled (pixels). */
const LINES = 720
const MARGIN = 28
const ICON = 34

const FONT = 'system-ui, "Segoe UI", Roboto, sans-serif'
const ACCENT = '#6ff0dc'

export interface Titles {
  readonly timeline: Timeline
  readonly icons: ItemIcons
  readonly depth: Depth | null
  readonly tick: number
  /** How many times faster than the game the film runs. */
  readonly speed: number
  /** Whether the film has reached the trial's end. */
  readonly isEnd: boolean
}

/** Writes task, timer, milestones and the agent's thought over a picture of the view. */
export function drawTitles(context: CanvasRenderingContext2D, titles: Titles): void {
  const { width, height } = context.canvas
  const scale = height / LINES
  context.save()
  context.scale(scale, scale)
  context.shadowColor = '#000c'
  context.shadowBlur = 6
  context.textBaseline = 'alphabetic'
  const wide = width / scale
  if (titles.isEnd) drawEnd(context, titles, wide)
  drawTask(context, titles)
  drawClock(context, titles, wide)
  drawMilestones(context, titles, wide)
  drawThought(context, titles)
  context.restore()
}

function drawTask(context: CanvasRenderingContext2D, { timeline }: Titles): void {
  const { start } = timeline.trial
  write(context, 'Delver', MARGIN, 52, `700 30px ${FONT}`, ACCENT)
  if (!start) return
  const { task, seed, llm, planner } = start.settings
  const mind = llm ? llm.model : `${planner} planner`
  write(context, `${taskWords(task)} · seed ${seed} · ${mind}`, MARGIN, 80, `18px ${FONT}`)
}

function drawClock(
  context: CanvasRenderingContext2D,
  { tick, speed, isEnd }: Titles,
  wide: number,
): void {
  context.textAlign = 'right'
  write(context, clockText(tick), wide - MARGIN, 66, `700 50px ${FONT}`)
  const factor = speed < 1.5 ? 1 : Math.round(speed)
  if (!isEnd) write(context, `${factor}×`, wide - MARGIN, 92, `18px ${FONT}`, '#d5dde5')
  context.textAlign = 'left'
}

/** The milestones so far in a column, the latest in colour. */
function drawMilestones(
  context: CanvasRenderingContext2D,
  { timeline, icons, tick }: Titles,
  wide: number,
): void {
  const reached = timeline.milestones.filter((one) => one.tick <= tick)
  for (const [i, { name, tick: at }] of reached.entries()) {
    const top = 112 + i * (ICON + 6)
    const isLatest = i === reached.length - 1
    context.drawImage(icons.canvas(itemOf(name)), wide - MARGIN - ICON, top, ICON, ICON)
    context.textAlign = 'right'
    const colour = isLatest ? ACCENT : '#fff'
    write(context, clockText(at), wide - MARGIN - ICON - 10, top + 24, `600 18px ${FONT}`, colour)
    context.textAlign = 'left'
  }
}

/** What the agent is doing, and the depth underground. */
function drawThought(context: CanvasRenderingContext2D, { timeline, depth, tick }: Titles): void {
  const thought = thoughtLine(timeline.trial, timeline.view, tick)
  write(context, thought, MARGIN, LINES - MARGIN - 26, `600 24px ${FONT}`)
  if (!depth) return
  const below = Math.max(0, Math.round(depth.ground - depth.y))
  const text = `y ${Math.floor(depth.y)}, ${below} blocks below the ground`
  write(context, text, MARGIN, LINES - MARGIN, `18px ${FONT}`, '#d5dde5')
}

function drawEnd(context: CanvasRenderingContext2D, { timeline }: Titles, wide: number): void {
  const { start, end } = timeline.trial
  if (!end) return
  context.fillStyle = 'rgb(8 12 16 / 62%)'
  context.fillRect(0, LINES / 2 - 90, wide, 150)
  context.textAlign = 'center'
  write(context, endTitle(start, end), wide / 2, LINES / 2 + 10, `800 76px ${FONT}`, ACCENT)
  context.textAlign = 'left'
}

function write(
  context: CanvasRenderingContext2D,
  text: string,
  x: number,
  y: number,
  font: string,
  colour = '#fff',
): void {
  context.font = font
  context.fillStyle = colour
  context.fillText(text, x, y)
}
