import { setImmediate } from 'node:timers/promises'
import type { ModelSettings } from '#llm/settings'
import type { TrialResult } from './result.ts'
import { runTrial } from './runner.ts'
import { clearTrial } from './trial-files.ts'
import type { PlayedTrial, TrialPlayer } from './trial-player.ts'

/** Plays trials of the text world in this process. */
export function herePlayer(atOnce: number, model: ModelSettings | null): TrialPlayer {
  return { atOnce, play: (trial) => playHere(trial, model) }
}

/** Plays a trial in this process. @throws as {@link runTrial} */
export async function playHere(
  { settings, folder, signal, onStart }: PlayedTrial,
  model: ModelSettings | null,
): Promise<TrialResult> {
  clearTrial(folder)
  onStart()
  // Trials of the text world may never yield, so a signal to stop is handled between two of them.
  await setImmediate()
  return runTrial({ settings, model, folder, signal })
}
