import { type AccountKind, accountOf } from '#body/accounts'
import { refusalLine } from '#body/refusal'
import { keepReasons, serverText } from '#body/server-text'
import { plainText } from '#wire/plain-text'

const LOGIN_TIMEOUT_MS = 20_000

/** The player of a check that needs no login. */
const CHECKING_PLAYER = 'DelverDoctor'

/** The account that joins. */
export interface LoginAs {
  readonly auth: AccountKind
  /** Name under which a login is stored. */
  readonly username: string
}

/**
 * Joins a server and leaves at once.
 * @returns A line with the name of the player.
 * @throws Error with the server's reason and advice.
 */
export async function checkLogin(
  host: string,
  port: number,
  version: string,
  { auth, username: storedUnder }: LoginAs = { auth: 'offline', username: CHECKING_PLAYER },
): Promise<string> {
  const { default: protocol } = await import('minecraft-protocol')
  const account = accountOf(auth)
  const username = account.needsLogin ? storedUnder : CHECKING_PLAYER
  let askedForCode = () => {}
  const client = protocol.createClient({
    ...{ host, port, version, username, auth },
    ...account.options(() => askedForCode()),
    // Checking the types of the protocol's own channels takes time.
    validateChannelProtocol: false,
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
