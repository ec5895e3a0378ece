import type { Vec3 } from 'vec3'
import type { Activity, ActivityRun } from './activity.ts'
import type { Body } from './body.ts'
import { BOT } from './bot.ts'
import type { Press } from './hands.ts'

/** Slower than this, the agent does not walk (blocks a tick): it slides on for a moment when it stops. */
const MIN_WALKING_SPEED = 0.05

const MOVING_KEYS = ['forward', 'back', 'left', 'right', 'jump'] as const

/** State of a body in one tick. */
interface Pose {
  readonly position: Vec3
  readonly yaw: number
  readonly pitch: number
  readonly presses: Readonly<Record<Press, number>>
}

/** Records the activity of a body in each tick. */
export class ActivityLog {
  readonly #body: Body
  #runs: [activity: Activity, ticks: number][] = []
  #before: Pose

  constructor(body: Body) {
    this.#body = body
    this.#before = poseOf(body)
  }

  /** Call this once in each physics tick. */
  note(): void {
    const now = poseOf(this.#body)
    const activity = activityOf(this.#body, this.#before, now)
    this.#before = now
    const last = this.#runs.at(-1)
    if (last?.[0] === activity) last[1]++
    else this.#runs.push([activity, 1])
  }

  /** Returns the activities since the last call, in order. */
  take(): readonly ActivityRun[] {
    const runs = this.#runs
    this.#runs = []
    return runs
  }
}

function poseOf({ [BOT]: bot, hands }: Body): Pose {
  const { position, yaw, pitch } = bot.entity
  return { position: position.clone(), yaw, pitch, presses: hands.presses }
}

function activityOf({ [BOT]: bot, hands }: Body, before: Pose, now: Pose): Activity {
  const pressed = (press: Press) => now.presses[press] > before.presses[press]
  if (bot.targetDigBlock || pressed('dig')) return 'dig'
  if (bot.currentWindow || pressed('click')) return 'window'
  if (now.position.distanceTo(before.position) > MIN_WALKING_SPEED) return 'walk'
  if (MOVING_KEYS.some((key) => bot.getControlState(key))) return 'walk'
  if (hands.pausesDigging) return 'dig-pause'
  if (hands.pausesUsing || pressed('use')) return 'use'
  return now.yaw === before.yaw && now.pitch === before.pitch ? 'wait' : 'look'
}
