import { mkdtempSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { withOwnNames } from '#cli/player-names'
import type { Settings } from '#events/settings'
import { trialFolder } from '#trial/campaign'
import { EVENTS_FILE } from '#trial/event-log'
import { makeFolder } from '#trial/out-folder'
import { sampleSettings } from '../support/sample-events.ts'

const existing: Settings = {
  ...sampleSettings,
  world: 'existing',
  host: 'a.test',
  port: 1,
  difficulty: null,
}

function campaignFolder(): string {
  return mkdtempSync(join(tmpdir(), 'delver-names-'))
}

function nameOf(settings: Settings, folder: string): string | undefined {
  return withOwnNames([settings], folder)[0]?.username
}

describe('the player name of a trial on an existing server', () => {
  it('is valid, and the same when an interrupted campaign is started again', () => {
    const folder = campaignFolder()
    const name = nameOf(existing, folder)
    expect(name).toMatch(/^\w{3,16}$/)
    expect(nameOf(existing, folder)).toBe(name)
  })

  it('differs between tasks, seeds, perception modes, strategies and campaigns', () => {
    const folder = campaignFolder()
    const settings: Settings[] = [
      existing,
      { ...existing, task: 'obtain_diamond' },
      { ...existing, seed: existing.seed + 1 },
      { ...existing, perception: 'loaded' },
      { ...existing, strategy: 'adapt' },
    ]
    const names = [
      ...settings.map((each) => nameOf(each, folder)),
      nameOf(existing, campaignFolder()),
    ]
    expect(new Set(names).size).toBe(names.length)
  })

  it('differs between attempts at the same trial', () => {
    const folder = campaignFolder()
    const first = nameOf(existing, folder)
    const trial = trialFolder(folder, existing)
    makeFolder(trial)
    writeFileSync(join(trial, EVENTS_FILE), '')
    const second = nameOf(existing, folder)
    utimesSync(join(trial, EVENTS_FILE), 1, 1)
    expect(new Set([first, second, nameOf(existing, folder)]).size).toBe(3)
  })

  it('stays as given in other worlds and with an account', () => {
    const folder = campaignFolder()
    expect(nameOf(sampleSettings, folder)).toBe(sampleSettings.username)
    const account: Settings = { ...existing, auth: 'microsoft' }
    expect(nameOf(account, folder)).toBe(existing.username)
  })
})
