import { join } from 'node:path'
import { Command } from 'commander'
import type { Reading } from '#llm/reading'
import { TRANSCRIPT_FILE, TranscriptError } from '#llm/transcript'
import { UsageError } from '#trial/errors'
import { type Reread, type RereadChange, reread } from '#trial/reread'
import { trialsIn } from '#watch/server/watched-trial'
import { isGuardedFile } from '#wire/guarded-file'
import { plainText } from '#wire/plain-text'

/** Longest line about one reading (characters). */
const MAX_LINE = 2000

/** `delver reread <folder>`: reads the stored answers of models again. */
export function rereadCommand(): Command {
  return new Command('reread')
    .description("Read a model's stored answers with today's parser, and list what would change.")
    .argument('<folder>', 'the folder of a trial, or the --out of delver trials')
    .action((folder: string) => {
      const trials = trialsIn(folder)
      if (trials.length === 0)
        throw new UsageError(
          `${folder} holds no trial; give the folder of a trial, or the --out of delver trials`,
        )
      let answers = 0
      let changed = 0
      for (const trial of trials) {
        // Trials without a model have no transcript.
        if (!isGuardedFile(join(trial.folder, TRANSCRIPT_FILE))) continue
        const result = rereadTrial(trial.folder)
        answers += result.answers
        changed += result.changes.length
        for (const change of result.changes) console.log(changeText(trial.folder, change))
      }
      if (answers === 0) throw new UsageError(`${folder} holds no answers of a model (llm.jsonl)`)
      console.log(`${changed} of ${answers} answers would be read differently`)
    })
}

function rereadTrial(folder: string): Reread {
  try {
    return reread(folder)
  } catch (error) {
    if (error instanceof TranscriptError) throw new UsageError(error.message)
    throw error
  }
}

function changeText(folder: string, { call, purpose, before, now }: RereadChange): string {
  return [
    plainText(`${folder}, call ${call} (${purpose}):`, MAX_LINE),
    `  before: ${readingText(before)}`,
    `  now:    ${readingText(now)}`,
  ].join('\n')
}

function readingText({ text, problem }: Reading): string {
  const parts = [text.replaceAll('\n', '; '), problem === null ? '' : `rejected: ${problem}`]
  return plainText(parts.filter(Boolean).join(' | ') || 'nothing', MAX_LINE)
}
