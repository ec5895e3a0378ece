import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { execa } from 'execa'
import { LLAMA_FOLDER } from './llama-packages.ts'

const SCRIPT = fileURLToPath(new URL('./llama-server.py', import.meta.url))

/** The name of its model. */
export const SMOLLM2 = 'smollm2-135m'

/** An `endless` model writes until its caller stops it or the window is full. */
type Answers = 'short' | 'endless'

function launch(window: number, answers: Answers) {
  return execa('python3', [SCRIPT, LLAMA_FOLDER, String(window), SMOLLM2, answers], {
    reject: false,
    buffer: false,
    stderr: 'ignore',
  })
}

/** A real llama.cpp server with SmolLM2-135M, in its own process. */
export class LlamaServer {
  readonly #process: ReturnType<typeof launch>
  readonly baseUrl: string

  private constructor(process: ReturnType<typeof launch>, address: string) {
    this.#process = process
    this.baseUrl = `${address}/v1`
  }

  /** @param window tokens of prompt and answer together. */
  static async start(window: number, answers: Answers = 'short'): Promise<LlamaServer> {
    const child = launch(window, answers)
    for await (const line of createInterface(child.stdout))
      if (line.startsWith('http://')) return new LlamaServer(child, line)
    throw new Error('the llama.cpp server did not start')
  }

  async close(): Promise<void> {
    this.#process.stdin?.end()
    await this.#process
  }

  /** Whether the server is generating an answer. */
  async isBusy(): Promise<boolean> {
    const response = await fetch(new URL('/slots', this.baseUrl))
    const slots = (await response.json()) as { is_processing: boolean }[]
    return slots.some(({ is_processing }) => is_processing)
  }
}
