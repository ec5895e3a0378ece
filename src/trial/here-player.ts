import { setImmediate } from 'node:timers/promises'
import type { ModelSettings } from '../llm/settings.ts'
import { runTrial } from './runner.ts'
import { clearTrial } from './trial-files.ts'
import type { TrialPlayer } from './trial-player.ts'

/** Plays trials in this process, for a world that needs none of its own. */
export function herePlayer(atOnce: number, model: ModelSettings | null): TrialPlayer {
  return {
    atOnce,
    async play({ settings, folder, signal, onStart }) {
      clearTrial(folder)
      onStart()
      // Such trials may never wait for anything: a request to stop comes in between two of them.
      await setImmediate()
      return runTrial({ settings, model, folder, signal })
    },
  }
}
