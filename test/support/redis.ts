import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process'
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
  /** File of the certificate by which clients know it; null where it talks in the clear. */
  readonly certificate: string | null
  /** Where its disk is. */
  readonly folder: string
  readonly #args: readonly string[]
  #process: ChildProcess | null = null

  private constructor(
    port: number,
    folder: string,
    certificate: string | null,
    args: readonly string[],
  ) {
    this.port = port
    this.folder = folder
    this.certificate = certificate
    this.#args = args
  }

  /** @param more Options of redis-server. */
  static start(...more: readonly string[]): Promise<RedisServer> {
    return RedisServer.#start(more, false)
  }

  /** One that talks TLS, with a certificate of its own for localhost. */
  static startWithTls(): Promise<RedisServer> {
    return RedisServer.#start([], true)
  }

  static async #start(more: readonly string[], tls: boolean): Promise<RedisServer> {
    const folder = mkdtempSync(join(tmpdir(), 'delver-redis-'))
    const port = await freePort()
    const certificate = tls ? join(folder, 'certificate.pem') : null
    const secure = certificate === null ? [] : tlsOptions(certificate, join(folder, 'key.pem'))
    const ports = tls
      ? ['--port', '0', '--tls-port', String(port), ...secure]
      : ['--port', String(port)]
    const disk = ['--dir', folder, '--appendonly', 'yes', '--appendfsync', 'always', '--save', '']
    const args = ['--bind', '127.0.0.1', ...ports, ...disk, ...more]
    const server = new RedisServer(port, folder, certificate, args)
    await server.again()
    return server
  }

  /** For `--queue`. */
  get url(): string {
    return this.certificate === null
      ? `redis://127.0.0.1:${this.port}`
      : `rediss://localhost:${this.port}`
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

/** Makes a certificate and its key. @returns the options with which Redis takes them. */
function tlsOptions(certificate: string, key: string): string[] {
  const files = ['-keyout', key, '-out', certificate]
  const name = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost']
  const kind = ['-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2']
  execFileSync('openssl', ['req', ...kind, ...name, ...files], { stdio: 'ignore' })
  const own = ['--tls-cert-file', certificate, '--tls-key-file', key]
  return [...own, '--tls-ca-cert-file', certificate, '--tls-auth-clients', 'no']
}

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}
