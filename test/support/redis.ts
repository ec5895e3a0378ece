import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Whether there is a redis-server to test with. */
export const hasRedis = spawnSync('redis-server', ['--version']).status === 0
if (!hasRedis) {
  if (process.env.CI) throw new Error('there is no redis-server, and CI has to have one')
  console.warn('no redis-server: tests of the queue are left out (apt-get install redis-server)')
}

/** A Redis of our own that brings every change to its disk. */
export class RedisServer {
  readonly port: number
  /** Where its disk is. */
  readonly folder: string
  readonly #args: readonly string[]
  #process: ChildProcess | null = null

  private constructor(port: number, folder: string, args: readonly string[]) {
    this.port = port
    this.folder = folder
    this.#args = args
  }

  /** @param more Options of redis-server. */
  static async start(...more: readonly string[]): Promise<RedisServer> {
    const folder = mkdtempSync(join(tmpdir(), 'delver-redis-'))
    const port = await freePort()
    const ports = more.includes('--tls-port') ? [] : ['--port', String(port)]
    const disk = ['--dir', folder, '--appendonly', 'yes', '--appendfsync', 'always', '--save', '']
    const server = new RedisServer(port, folder, [
      '--bind',
      '127.0.0.1',
      ...ports,
      ...disk,
      ...more,
    ])
    await server.again()
    return server
  }

  /** For `--queue`. */
  get url(): string {
    return `redis://127.0.0.1:${this.port}`
  }

  /** Starts it, with what is on its disk. */
  async again(): Promise<void> {
    const server = spawn('redis-server', this.#args, { stdio: ['ignore', 'pipe', 'ignore'] })
    this.#process = server
    for await (const text of server.stdout) if (/Ready to accept/.test(String(text))) break
    server.stdout.resume()
  }

  /** Kills it at once. */
  async kill(): Promise<void> {
    const server = this.#process
    this.#process = null
    if (!server) return
    server.kill('SIGKILL')
    await once(server, 'exit')
  }
}

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}
