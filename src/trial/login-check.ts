import { refusalLine } from '#body/refusal'
import { serverText } from '#body/server-text'
import { plainText } from '#wire/plain-text'

const LOGIN_TIMEOUT_MS = 20_000

/**
 * Joins a server in offline mode and leaves at once.
 * @returns A line with the name of the player.
 * @throws Error with the server's reason and advice.
 */
export async function checkLogin(host: string, port: number, version: string): Promise<string> {
  const { default: protocol } = await import('minecraft-protocol')
  const username = 'DelverDoctor'
  const client = protocol.createClient({ host, port, version, username, auth: 'offline' })
  try {
    return await new Promise<string>((resolve, reject) => {
      const refuse = (reason: string) => reject(new Error(refusalLine(plainText(reason))))
      const timer = setTimeout(
        () => refuse(`no answer in ${LOGIN_TIMEOUT_MS / 1000} s`),
        LOGIN_TIMEOUT_MS,
      )
      client.once('end', (reason) => {
        clearTimeout(timer)
        // minecraft-protocol ends the connection with the server's message, before others receive the packet.
        refuse(serverText(version, reason))
      })
      client.once('login', () => resolve(`joined as ${username}`))
      client.once('disconnect', ({ reason }) => refuse(serverText(version, reason)))
      client.once('kick_disconnect', ({ reason }) => refuse(serverText(version, reason)))
      client.once('error', (error) => refuse(error.message))
    })
  } finally {
    client.end()
  }
}
