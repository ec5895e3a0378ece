import { join } from 'node:path'
import { CALLS_FILE, storedCall } from '#trial/stored-calls'
import type { CallText } from '../protocol.ts'
import { LineTail } from './line-tail.ts'

/** One call of a trial's transcript by its number; null when there is none. Damaged lines are skipped. */
export async function callText(folder: string, number: number): Promise<CallText | null> {
  for await (const call of calls(folder)) if (call.call === number) return call
  return null
}

/** The calls of a trial's transcript in their order, as long as their texts fit into a number of characters. */
export async function callTexts(folder: string, maxCharacters: number): Promise<CallText[]> {
  const texts: CallText[] = []
  let size = 0
  for await (const text of calls(folder)) {
    size += JSON.stringify(text).length
    if (size > maxCharacters) break
    texts.push(text)
  }
  return texts
}

async function* calls(folder: string): AsyncGenerator<CallText> {
  const tail = new LineTail(join(folder, CALLS_FILE))
  try {
    for (let lines = await tail.read(); lines; lines = await tail.read())
      for (const line of lines) {
        const call = storedCall(line)
        if (call) yield call
      }
  } finally {
    tail.close()
  }
}
