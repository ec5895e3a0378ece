import type { Readable } from 'node:stream'

/** Waits for the address of a page that a command prints. */
export function addressOf(output: Readable): Promise<string> {
  let said = ''
  return new Promise((resolve, reject) => {
    output.on('data', (piece) => {
      said += piece
      const [url] = /http:\/\/\S+(?=\s)/.exec(said) ?? []
      if (url) resolve(url)
    })
    output.on('end', () => reject(new Error(`no address of a page in: ${said}`)))
  })
}
