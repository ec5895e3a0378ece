import { createHash } from 'node:crypto'
import { statSync } from 'node:fs'
import { join } from 'node:path'
import { accountOf } from '#body/accounts'
import type { Settings } from '#events/settings'
import { isBuiltIn } from '#events/worlds'
import { campaignId } from '#queue/campaign-id'
import { trialFolder } from '#trial/campaign'
import { EVENTS_FILE } from '#trial/event-log'
import { makeFolder } from '#trial/out-folder'

/** Lengths of the parts of a name, which has at most 16 characters in the game. */
const PREFIX_LENGTH = 7
const MARK_LENGTH = 8

/**
 * Gives each trial of a campaign on an existing server its own player name. A server keeps each player's position
 * and inventory, so the name differs between campaigns, and between attempts at the same trial.
 * @throws UsageError when the campaign's folder cannot be made, or its id is damaged.
 */
export function withOwnNames(trials: readonly Settings[], folder: string): Settings[] {
  if (!trials.some(needsOwnName)) return [...trials]
  makeFolder(folder)
  const campaign = campaignId(folder)
  return trials.map((settings) => {
    if (!needsOwnName(settings)) return settings
    const attempt = attemptAt(trialFolder(folder, settings))
    return { ...settings, username: ownName(settings, campaign, attempt) }
  })
}

function needsOwnName({ world, auth }: Settings): boolean {
  return !isBuiltIn(world) && !accountOf(auth).needsLogin
}

/**
 * The name of the player of one trial.
 * @param campaign id of the campaign.
 * @param attempt distinguishes this attempt at the trial from earlier ones.
 */
export function ownName(settings: Settings, campaign: string, attempt: string): string {
  const { task, seed, perception, strategy, overrideChoice, username } = settings
  const all = [campaign, task, seed, perception, strategy, overrideChoice, attempt]
  const digest = createHash('sha256').update(JSON.stringify(all)).digest('hex')
  const mark = BigInt(`0x${digest}`).toString(36).slice(-MARK_LENGTH)
  return `${username.slice(0, PREFIX_LENGTH)}_${mark}`
}

/** The time of the log of the last attempt at a trial; empty before the first. */
function attemptAt(folder: string): string {
  return String(statSync(join(folder, EVENTS_FILE), { throwIfNoEntry: false })?.mtimeMs ?? '')
}
