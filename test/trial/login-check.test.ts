import protocol from 'minecraft-protocol'
import { expect, it } from 'vitest'
import { checkLogin } from '#trial/login-check'

it.each(['1.16.5', '1.21.4'])(
  "a check of the login on %s shows the text of the server's refusal",
  async (version) => {
    const server = protocol.createServer({
      ...{ version, port: 0, host: '127.0.0.1', 'online-mode': false },
      beforeLogin: (client) => client.end('Closed for repairs'),
    })
    await new Promise<void>((resolve) => server.once('listening', () => resolve()))
    const { socketServer } = server as unknown as { socketServer: import('node:net').Server }
    const { port } = socketServer.address() as import('node:net').AddressInfo
    try {
      await expect(checkLogin('127.0.0.1', port, version)).rejects.toThrow(
        'the server rejects the player (Closed for repairs)',
      )
    } finally {
      server.close()
    }
  },
)
