import { runInNewContext } from 'node:vm'
import { pageFiles } from '#watch/assets/page-files'
import type { FromMesher, ToMesher } from '#watch/page/mesher/messages'

/** Runs the bundled mesher as a browser's worker would. */
export class PageMesher {
  readonly #self: { onmessage?: (event: { data: ToMesher }) => void }
  #messages: FromMesher[] = []
  #done: (() => void) | null = null

  private constructor(script: string) {
    const postMessage = (message: FromMesher) => this.#receive(message)
    this.#self = {}
    Object.assign(this.#self, { postMessage })
    runInNewContext(script, { self: this.#self, setTimeout, performance })
  }

  static async start(): Promise<PageMesher> {
    const script = (await pageFiles()).get('mesher.js')
    if (!script) throw new Error('the page has no mesher.js')
    return new PageMesher(script.body.toString())
  }

  send(message: ToMesher): void {
    this.#self.onmessage?.({ data: message })
  }

  /** The mesher's messages until it has nothing left to draw. */
  async answers(): Promise<FromMesher[]> {
    await new Promise<void>((resolve) => {
      this.#done = resolve
    })
    return this.#messages.splice(0)
  }

  #receive(message: FromMesher): void {
    this.#messages.push(message)
    if (message.type === 'waiting' && message.sections === 0) this.#done?.()
  }
}
