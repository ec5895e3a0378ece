import type { Client as Line } from 'minecraft-protocol'
import type { UnreadableChunk } from '#body/chunks'
import type { Client } from '#body/client'
import type { ConnectionLost } from '#body/connect'
import { GameClock } from '#clock/game-clock'
import type { Practice } from './practice.ts'

type Place = Pick<Practice, 'simulation' | 'world'>

/** The agent's own connection to a practice world, and what it reports. */
export interface JoinedClient {
  readonly client: Client
  /** The server's side of the connection. */
  readonly line: Line
  /** Why the connection was lost; undefined while it stands. */
  readonly lost: ConnectionLost | undefined
  readonly unreadable: readonly UnreadableChunk[]
}

/** Begins to join. @returns the client, once it has joined, and its reports. */
export async function joining(
  { world }: Pick<Place, 'world'>,
  onLost: (error: ConnectionLost) => void = () => {},
  onUnreadable: (chunk: UnreadableChunk) => void = () => {},
): Promise<Client> {
  const { connect } = await import('#body/connect')
  const version = world.game.registry.data.version.minecraftVersion ?? ''
  return connect(
    {
      ...{ host: '127.0.0.1', port: world.port, version, username: 'Delver', auth: 'offline' },
      connect: () => world.connect(),
    },
    new GameClock(),
    new AbortController().signal,
    onLost,
    onUnreadable,
  )
}

/** Joins, and lets the first chunks arrive. */
export async function joinedClient({ simulation, world }: Place): Promise<JoinedClient> {
  const unreadable: UnreadableChunk[] = []
  let lost: ConnectionLost | undefined
  const client = await simulation.run(
    joining(
      { world },
      (error) => {
        lost = error
      },
      (chunk) => unreadable.push(chunk),
    ),
  )
  await simulation.advance(20)
  const player = [...world.game.players].at(-1)
  return {
    client,
    line: player?.connection.client as unknown as Line,
    get lost() {
      return lost
    },
    unreadable,
  }
}
