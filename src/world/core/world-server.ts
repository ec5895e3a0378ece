import type { EventEmitter } from 'node:events'
import type { Server as NetServer } from 'node:net'
import type { Duplex } from 'node:stream'
import minecraftProtocol, {
  type Server,
  type ServerClient,
  type ServerOptions,
} from 'minecraft-protocol'
import type { Vec3 } from 'vec3'
import type { Difficulty } from '#knowledge/difficulty'
import type { Dimension } from '../dimensions/dimension.ts'
import type { Dimensions } from '../dimensions/dimensions.ts'
import type { FaultHooks } from '../faults/fault.ts'
import { disableCompression } from '../link.ts'
import type { Player } from '../player.ts'
import type { Players } from '../players.ts'
import { ColumnPackets } from './column-packets.ts'
import { ColumnStream } from './column-stream.ts'
import { Connection, type GameClient } from './connection.ts'
import { sendLogin, sendTickRate } from './login-packets.ts'
import { refuseOtherVersions } from './other-version.ts'
import type { PlayerList } from './player-list.ts'
import { receivePositions, sendPosition } from './positions.ts'
import { tagGroups } from './tags.ts'

/** Maximum number of players at the same time. */
const MAX_PLAYERS = 20
/** Names that the game accepts: up to 16 printable characters. */
const VALID_NAME = /^[\x21-\x7e]{1,16}$/
/** Teleport id of the position at which a player joins. */
const JOIN_TELEPORT = 1

interface WorldServerNeeds {
  readonly dimensions: Dimensions
  readonly players: Players
  readonly playerList: PlayerList
  readonly spawn: Vec3
  readonly viewDistance: number
  /** Distance within which a player has all columns when it joins (chunks); undefined for the stream's own. */
  readonly joinDistance: number | undefined
  /** Ticks of the world in a tick of real time. */
  readonly speed: number
  readonly hooks: FaultHooks
  /** Kind of mob of the monster spawner at a position. */
  spawnerAt(x: number, y: number, z: number): string | undefined
  /** The present difficulty of the world. */
  difficulty(): Difficulty
  nextId(): number
  newPlayer(connection: Connection, columns: ColumnStream): Player
}

/** minecraft-protocol's server, with what its types omit. */
type ListeningServer = EventEmitter & { readonly socketServer: NetServer; close(): void }

/** Accepts clients: login, configuration, columns, positions, and their end. */
export class WorldServer {
  readonly #server: ListeningServer
  readonly #needs: WorldServerNeeds
  readonly #packets: ColumnPackets
  readonly #streams = new Map<Player, ColumnStream>()
  /** Where players left, by name. */
  readonly #leftAt = new Map<string, { dimension: Dimension; place: Vec3 }>()

  private constructor(server: Server, needs: WorldServerNeeds) {
    this.#server = server as unknown as ListeningServer
    this.#needs = needs
    const { hooks } = needs
    this.#packets = new ColumnPackets(needs.dimensions.overworld.level.registry, {
      shown: (column) => (hooks.disguise ? hooks.disguise(column) : column),
      spawnerAt: (...place) => needs.spawnerAt(...place),
    })
    server.on('connection', (client) => {
      refuseOtherVersions(client, needs.dimensions.overworld.level.registry)
      this.#configure(client)
    })
    // A player joins between two ticks, not in the middle of one.
    server.on('playerJoin', (client) => queueMicrotask(() => this.#join(client as GameClient)))
  }

  /** @throws Error when the server cannot listen on the address. */
  static async listen(
    address: { host: string; port: number },
    needs: WorldServerNeeds,
  ): Promise<WorldServer> {
    const server = minecraftProtocol.createServer({
      ...address,
      version: needs.dimensions.overworld.level.registry.data.version.minecraftVersion ?? '',
      motd: 'Delver practice world',
      'online-mode': false,
      'max-players': MAX_PLAYERS,
      // Lost connections of clients are not written to standard output.
      hideErrors: true,
      beforeLogin: (client: unknown) => disableCompression(client as ServerClient),
      // Its custom channels need no new validation for each client.
      validateChannelProtocol: false,
    } as ServerOptions)
    const world = new WorldServer(server, needs)
    await new Promise<void>((resolve, reject) => {
      server.once('listening', () => resolve())
      server.once('error', reject)
    })
    return world
  }

  get port(): number {
    const address = this.#server.socketServer.address()
    return typeof address === 'object' && address ? address.port : 0
  }

  /** Accepts a connection that does not come from the network. */
  accept(socket: Duplex): void {
    this.#server.socketServer.emit('connection', socket)
  }

  /** Lets the guests of faults join, and sends the next columns. Call it once a tick. */
  step(): void {
    for (const client of this.#needs.hooks.takeGuests()) this.#join(client)
    if (!this.#needs.hooks.sendsColumns()) return
    for (const stream of this.#streams.values()) stream.step()
  }

  async close(): Promise<void> {
    const closed = new Promise<void>((resolve) => this.#server.once('close', () => resolve()))
    this.#server.close()
    await closed
  }

  /** Sends what clients from 1.20.2 on get before they enter the world, besides the registries. */
  #configure(client: EventEmitter & Pick<ServerClient, 'write'>): void {
    client.on('state', (state: unknown) => {
      if (state !== 'configuration') return
      client.write('feature_flags', { features: ['minecraft:vanilla'] })
      client.write('tags', { tags: tagGroups(this.#needs.dimensions.overworld.level.registry) })
    })
  }

  #join(client: GameClient): void {
    const { dimensions, players, playerList, hooks, viewDistance, joinDistance } = this.#needs
    const left = hooks.keepsPlaces ? this.#leftAt.get(client.username) : undefined
    const dimension = left?.dimension ?? dimensions.overworld
    const { level } = dimension
    const place = left?.place ?? this.#needs.spawn
    for (const other of [...players]) {
      if (other.uuid !== client.uuid) continue
      this.#leave(other)
      other.kick('You logged in from another location')
    }
    const refusal = this.#refusal(client.username)
    if (refusal !== undefined) {
      client.end(refusal)
      return
    }
    const { registry } = level
    const connection = new Connection(registry, this.#needs.nextId(), client)
    const columns = new ColumnStream({
      ...{ connection, level, packets: this.#packets, maxDistance: viewDistance },
    })
    const player = this.#needs.newPlayer(connection, columns)
    this.#streams.set(player, columns)
    client.once('end', () => {
      this.#leave(player)
      client.socket?.destroy()
    })
    receivePositions(player, () => columns.moved(player.position))
    player.position = place.clone()
    const { spawn } = this.#needs
    sendLogin(registry, player, {
      ...{ dimension: level.dimension, viewDistance, spawn },
      difficulty: this.#needs.difficulty(),
    })
    sendTickRate(registry, player, this.#needs.speed)
    sendPosition(registry, player, place, JOIN_TELEPORT, player.look)
    columns.sendNearest(place, hooks.joinDistance ?? joinDistance)
    player.send('experience', { experienceBar: 0, level: 0, totalExperience: 0 })
    playerList.add(player)
    player.vitals.send()
    dimensions.join(player, dimension)
    onFirst(player, ['flying', 'look'], () => {
      columns.follow(player.position)
      sendPosition(registry, player, place, JOIN_TELEPORT, player.look)
    })
  }

  #leave(player: Player): void {
    this.#streams.delete(player)
    if (player.vitals.dead) this.#leftAt.delete(player.name)
    else {
      const dimension = this.#needs.dimensions.of(player)
      this.#leftAt.set(player.name, { dimension, place: player.position })
    }
    this.#needs.dimensions.leave(player)
  }

  /** Why a client cannot join; undefined if it can. */
  #refusal(name: string): string | undefined {
    if (!VALID_NAME.test(name)) return 'Invalid characters in username'
    if (this.#needs.players.size >= MAX_PLAYERS) return 'The server is full!'
    return this.#needs.hooks.refusal(name)
  }
}

/** Calls `work` at the first of some packets. */
function onFirst(player: Player, packets: readonly string[], work: () => void): void {
  const { client } = player.connection
  const listener = () => {
    for (const packet of packets) client.off(packet, listener)
    work()
  }
  for (const packet of packets) client.on(packet, listener)
}
