import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { EXAMPLE_PLANS } from '#agent/planner/example-plans'
import type { ModelOptions } from '../model-options.ts'

/** Name of the model that is the floor of every table. */
export const NULL_MODEL = 'null-model'

/**
 * A model that gives the plan of the prompt's first example as its only answer, behind a separate server on 127.0.0.1. It
 * shows what a table is worth without any planning.
 */
export class NullModelServer {
  readonly options: ModelOptions
  readonly #server: Server

  private constructor(server: Server) {
    const { port } = server.address() as AddressInfo
    this.#server = server
    this.options = {
      model: NULL_MODEL,
      provider: 'vllm',
      baseUrl: `http://127.0.0.1:${port}/v1`,
      stream: false,
      price: { input: 0, output: 0 },
    }
  }

  static async start(): Promise<NullModelServer> {
    const answer = JSON.stringify(completion())
    const server = createServer((request, response) => {
      request.resume()
      request.once('end', () => {
        response.setHeader('content-type', 'application/json')
        response.end(answer)
      })
    })
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject)
      server.listen(0, '127.0.0.1', resolve)
    })
    return new NullModelServer(server)
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections()
    await new Promise((resolve) => this.#server.close(resolve))
  }
}

function completion() {
  const content = EXAMPLE_PLANS[0]?.rounds[0]?.goals ?? ''
  return {
    id: NULL_MODEL,
    object: 'chat.completion',
    created: 0,
    model: NULL_MODEL,
    choices: [{ index: 0, message: { role: 'assistant', content }, finish_reason: 'stop' }],
    usage: { prompt_tokens: 0, completion_tokens: 0, total_tokens: 0 },
  }
}
