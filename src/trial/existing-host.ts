import type { AccountKind } from '#body/accounts'
import { GameClock } from '#clock/game-clock'
import { versionToJoin } from './game-version.ts'
import { pingServer } from './ping.ts'
import type { WorldHost } from './world-host.ts'

export interface ExistingHostOptions {
  host: string
  port: number
  /** Null for the version that the server reports. */
  version: string | null
  username: string
  auth: AccountKind
}

/** Connects to an existing server, in real time. @throws NoServer */
export async function openExistingHost(options: ExistingHostOptions): Promise<WorldHost> {
  const { host, port, username, auth } = options
  const status = await pingServer(host, port)
  const version = options.version ?? versionToJoin(`${host}:${port}`, status)
  return {
    connection: { host, port, version, username, auth },
    clock: new GameClock(),
    run: (work) => work,
    async close() {},
  }
}
