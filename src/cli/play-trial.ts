import type { TrialResult } from '#trial/result'
import { runTrial, type TrialRun } from '#trial/runner'
import { WorldRecorder } from '#watch/recording/world-recorder'

/** Plays a trial, with or without a recording for `delver replay`. @throws as {@link runTrial} */
export async function playTrial(run: TrialRun, withRecording: boolean): Promise<TrialResult> {
  const recording = withRecording ? new WorldRecorder(run.folder) : null
  try {
    return await runTrial({ ...run, ...(recording && { watch: recording }) })
  } finally {
    if (recording?.failure)
      console.error(`the recording is incomplete: ${recording.failure.message}`)
  }
}
