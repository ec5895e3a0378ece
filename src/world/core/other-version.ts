import type { EventEmitter } from 'node:events'
import type { Duplex, Transform } from 'node:stream'
import type { ServerClient } from 'minecraft-protocol'
import type { Registry } from '#knowledge/registry'

/** The intention of a client that asks for the status of the server, in its first packet. */
const STATUS = 1

interface Handshake {
  readonly protocolVersion: number
  readonly nextState: number
}

/** minecraft-protocol's server-side client, with the fields that its types omit. */
type Side = EventEmitter &
  ServerClient & {
    readonly socket: Duplex
    readonly splitter: Transform
    end(reason: string, component: string): void
  }

/**
 * Refuses clients of other versions with the message of the game. minecraft-protocol would end the connection before the
 * login, where a client reads no reason. Call it after minecraft-protocol has set up the client.
 */
export function refuseOtherVersions(client: ServerClient, { data }: Registry): void {
  const side = client as Side
  const { version: protocol = 0, minecraftVersion = '' } = data.version
  const accept = side.listeners('set_protocol')
  side.removeAllListeners('set_protocol')
  side.once('set_protocol', (packet: Handshake) => {
    if (packet.nextState === STATUS || packet.protocolVersion === protocol)
      for (const listener of accept) listener.call(side, packet)
    else refuse(side, packet.protocolVersion < protocol, minecraftVersion)
  })
}

/** Ends the connection with a message that clients of every version can read. */
function refuse(side: Side, isOlder: boolean, served: string): void {
  side.state = 'login' as ServerClient['state']
  // The rest of what the client sends is in the format of its own version.
  side.socket.unpipe(side.splitter)
  side.splitter.unpipe()
  side.socket.resume()
  const kind = isOlder ? 'outdated_client' : 'outdated_server'
  const message = { translate: `multiplayer.disconnect.${kind}`, with: [served] }
  side.end('the client has another version', JSON.stringify(message))
}
