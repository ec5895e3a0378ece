import { setImmediate } from 'node:timers/promises'
import type { ModelSettings } from '#llm/settings'
import type { TrialResult } from './result.ts'
import { runTrial } from './runner.ts'
import { clearTrial } from './trial-files.ts'
import type { PlayedTrial, TrialPlayer } from './trial-player.ts'

/** Plays trials in this process, for a world that needs none of its own. */
export function herePlayer(atOnce: number, model: ModelSettings | null): TrialPlayer {
  return { atOnce, play: (trial) => playHere(trial, model) }
}

/** Plays a trial in this process. @throws as `runTrial` does */
export async function playHere(
  { settings, folder, signal, onStart }: PlayedTrial,
  model: ModelSettings | null,
): Promise<TrialResult> {
  clearTrial(folder)
  onStart()
  // Such trials may never wait for anything: a request to stop comes in between two of them.
  await setImmediate()
  return runTrial({ settings, model, folder, signal })
}
