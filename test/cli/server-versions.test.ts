import { once } from 'node:events'
import type { AddressInfo, Server } from 'node:net'
import protocol from 'minecraft-protocol'
import { afterEach, expect, it } from 'vitest'
import { openExistingHost } from '#trial/existing-host'
import { runCommand } from '../support/command-line.ts'

let server: ReturnType<typeof protocol.createServer> | undefined

afterEach(() => server?.close())

/** Starts a server that answers pings with a version. @returns its port. */
async function serve(name: string, number: number): Promise<number> {
  server = protocol.createServer({
    ...{ version: '26.1', port: 0, host: '127.0.0.1', 'online-mode': false },
    beforePing: (answer: object) => ({ ...answer, version: { name, protocol: number } }),
  })
  await once(server, 'listening')
  const { socketServer } = server as unknown as { socketServer: Server }
  return (socketServer.address() as AddressInfo).port
}

const NEWER =
  ', and Delver plays Minecraft 1.12 to 26.1; install ViaVersion and ViaBackwards on the server, or, if it lets older versions join already, add --mc-version 26.1'
const OLDER =
  ', and Delver plays Minecraft 1.12 to 26.1; update the server, or install ViaVersion on it'

it.each([
  ['Paper 26.3', 777, `runs Paper 26.3${NEWER}`],
  ['Paper 26.9', 9999, `runs Paper 26.9${NEWER}`],
  ['§cMy Network', 777, `runs My Network (Minecraft 26.3)${NEWER}`],
  ['Velocity 1.7.2-26.3', 777, `runs Velocity 1.7.2-26.3${NEWER}`],
  ['26.3-snapshot-5', 1073742152 + 20, `runs 26.3-snapshot-5${NEWER}`],
  ['Spigot 1.8.8', 47, `runs Spigot 1.8.8${OLDER}`],
  [
    'Maintenance',
    -1,
    'hides its Minecraft version (it says "Maintenance"); name it with --mc-version',
  ],
])('a server that says "%s" (%i) makes Delver say what to do', async (name, number, line) => {
  const port = await serve(name, number)
  const wanted = `the server at 127.0.0.1:${port} ${line}`
  const doctor = await runCommand('doctor', '--port', String(port))
  expect(doctor.stdout.split('\n').at(-1)).toBe(`WRONG  login: ${wanted}`)
  expect(doctor.code).toBe(3)
  const join = { host: '127.0.0.1', port, username: 'Delver', auth: 'offline' } as const
  await expect(openExistingHost({ ...join, version: null })).rejects.toThrow(wanted)
  // A server with ViaVersion lets other versions join.
  const host = await openExistingHost({ ...join, version: '26.1' })
  expect(host.connection.version).toBe('26.1')
})

it.each([
  ['Paper 1.8.x-26.3', 775, '26.1'],
  ['Paper 1.21.7', 772, '1.21.8'],
  ['BungeeCord 1.8.x-1.21.x', 774, '1.21.11'],
])('a server that says "%s" (%i) is joined with %s', async (name, number, version) => {
  const port = await serve(name, number)
  const host = await openExistingHost({
    ...{ host: '127.0.0.1', port, version: null, username: 'Delver', auth: 'offline' },
  })
  expect(host.connection.version).toBe(version)
})
