import { EventEmitter } from 'node:events'
import type { GameClient } from '../core/connection.ts'

/**
 * A client inside this process without a connection. It emits the packets of its player, and ignores those of the
 * server: the script that plays it reads the world.
 */
export class SilentClient extends EventEmitter implements GameClient {
  readonly username: string
  readonly uuid: string
  readonly latency = 0

  constructor(username: string, uuid: string) {
    super()
    // Every rule listens to its packets.
    this.setMaxListeners(0)
    this.username = username
    this.uuid = uuid
  }

  write(): void {}

  end(): void {
    this.emit('end')
  }
}
