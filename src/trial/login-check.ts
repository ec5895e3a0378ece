import { refusalLine } from '#body/refusal'
import { keepReasons, serverText } from '#body/server-text'
import { accountOptions } from '#body/sign-in'
import { plainText } from '#wire/plain-text'

const LOGIN_TIMEOUT_MS = 20_000

/** Who joins: a player of any name, or the owner of a stored login. */
export type LoginAs =
  | { readonly auth: 'offline' }
  | { readonly auth: 'microsoft'; readonly username: string }

/**
 * Joins a server and leaves at once.
 * @returns A line with the name of the player.
 * @throws Error with the server's reason and advice.
 */
export async function checkLogin(
  host: string,
  port: number,
  version: string,
  as: LoginAs = { auth: 'offline' },
): Promise<string> {
  const { default: protocol } = await import('minecraft-protocol')
  const username = as.auth === 'microsoft' ? as.username : 'DelverDoctor'
  let askedForCode = () => {}
  const client = protocol.createClient({
    ...{ host, port, version, username, auth: as.auth },
    ...(as.auth === 'microsoft' && accountOptions(() => askedForCode())),
  })
  keepReasons(client)
  try {
    return await new Promise<string>((resolve, reject) => {
      const refuse = (reason: string) => reject(new Error(refusalLine(plainText(reason))))
      const timer = setTimeout(
        () => refuse(`no answer in ${LOGIN_TIMEOUT_MS / 1000} s`),
        LOGIN_TIMEOUT_MS,
      )
      askedForCode = () => reject(new Error('the login has expired; run delver login'))
      client.once('end', (reason) => {
        clearTimeout(timer)
        // minecraft-protocol ends the connection with the server's message, before others receive the packet.
        refuse(serverText(version, reason))
      })
      client.once('login', () => resolve(`joined as ${plainText(client.username)}`))
      client.once('disconnect', ({ reason }) => refuse(serverText(version, reason)))
      client.once('kick_disconnect', ({ reason }) => refuse(serverText(version, reason)))
      client.once('error', (error) => refuse(error.message))
    })
  } finally {
    client.end()
  }
}
