import { join } from 'node:path'
import { TRANSCRIPT_FILE, type TranscriptLine, transcriptLine } from '#llm/transcript'
import type { CallText } from '../protocol.ts'
import { LineTail } from './line-tail.ts'

/** One call of a trial's transcript by its number; null when there is none. Damaged lines are skipped. */
export async function callText(folder: string, number: number): Promise<CallText | null> {
  for await (const line of calls(folder)) if (line.call === number) return textOf(line)
  return null
}

/** The calls of a trial's transcript in their order, as long as their texts fit into a number of characters. */
export async function callTexts(folder: string, maxCharacters: number): Promise<CallText[]> {
  const texts: CallText[] = []
  let size = 0
  for await (const line of calls(folder)) {
    const text = textOf(line)
    size += JSON.stringify(text).length
    if (size > maxCharacters) break
    texts.push(text)
  }
  return texts
}

async function* calls(folder: string): AsyncGenerator<TranscriptLine> {
  const tail = new LineTail(join(folder, TRANSCRIPT_FILE))
  try {
    for (let lines = await tail.read(); lines; lines = await tail.read())
      for (const line of lines) {
        const call = transcriptLine(line)
        if (call) yield call
      }
  } finally {
    tail.close()
  }
}

function textOf({ reply, reading, ...line }: TranscriptLine): CallText {
  const { call, purpose, model, since, kept, messages } = line
  const { outcome, thoughts } = reply
  return {
    ...{ call, purpose, model, since, kept, messages, thoughts },
    answer: outcome.ok ? outcome.text : null,
    failure: outcome.ok ? null : `${outcome.failure.kind}: ${outcome.failure.detail}`,
    reading: reading?.text ?? null,
    problem: reading?.problem ?? null,
  }
}
