import type { TrialResult } from '../trial/result.ts'
import { runTrial, type TrialRun } from '../trial/runner.ts'
import { TapeRecorder } from '../watch/tape/tape-recorder.ts'

/** Plays a trial, with a tape of what there is to see if one is wanted. @throws as {@link runTrial} */
export async function playTrial(run: TrialRun, withTape: boolean): Promise<TrialResult> {
  const tape = withTape ? new TapeRecorder(run.folder) : null
  try {
    return await runTrial({ ...run, ...(tape && { watch: tape }) })
  } finally {
    if (tape?.failure) console.error(`the tape stops short: ${tape.failure.message}`)
  }
}
