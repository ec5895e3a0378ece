import { join } from 'node:path'
import type { Readable, Writable } from 'node:stream'
import { z } from 'zod'
import { ACCOUNT_KINDS, type AccountKind } from '#body/accounts'
import type { LanWorld } from '#life/lan-worlds'
import { dataFolder } from '#play/companion-folders'
import { writeAtomically } from '#trial/atomic-file'
import { makeFolder } from '#trial/out-folder'
import { readGuardedText } from '#wire/guarded-file'
import { plainText } from '#wire/plain-text'
import { DEFAULT_PORT } from '../trial-options.ts'

/** Limit on the file of answers (bytes), and on a world's name in a question (characters). */
const MAX_FILE = 4096
const MAX_NAME = 60
const PLAYER = /^\w{1,16}$/
const HOST = /^[a-zA-Z0-9](?:[a-zA-Z0-9.-]{0,250}[a-zA-Z0-9])?$/
const MAX_PORT = 65_535

const answersSchema = z.object({
  world: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('practice') }),
    z.object({ kind: z.literal('lan') }),
    z.object({
      kind: z.literal('server'),
      host: z.string().regex(HOST),
      port: z.int().min(1).max(MAX_PORT),
      auth: z.enum(ACCOUNT_KINDS),
    }),
  ]),
  obey: z.array(z.string().regex(PLAYER)).max(32),
  username: z.string().regex(PLAYER),
})

/** What a user answers before the first run. The world that is open to LAN is found anew each time. */
export type PlayAnswers = z.output<typeof answersSchema>

/** Where questions are asked; the terminal by default. */
export interface QuestionStreams {
  readonly input?: Readable
  readonly output?: Writable
}

/** The file with the answers of the last time. */
function answersFile(): string {
  return join(dataFolder(), 'play.json')
}

/** The answers of an earlier run; null for none, or a damaged file. */
export function rememberedAnswers(): PlayAnswers | null {
  try {
    const text = readGuardedText(answersFile(), MAX_FILE)
    const read = text === null ? null : answersSchema.safeParse(JSON.parse(text))
    return read?.success ? read.data : null
  } catch {
    return null
  }
}

export function rememberAnswers(answers: PlayAnswers): void {
  makeFolder(dataFolder(), 'XDG_DATA_HOME')
  writeAtomically(answersFile(), `${JSON.stringify(answers, null, 2)}\n`)
}

/** Answers as one line: `practice world, as Delver`. */
export function answersText({ world, obey, username }: PlayAnswers): string {
  const places = { practice: 'practice world', lan: 'world open to LAN', server: 'server' }
  const where = world.kind === 'server' ? `${world.host}:${world.port}` : places[world.kind]
  const whom = obey.length > 0 ? `, for ${obey.join(' and ')}` : ''
  return `${where}, as ${username}${whom}`
}

/** The options that answers stand for. */
export function optionsOf({ world, obey, username }: PlayAnswers) {
  return {
    ...(world.kind === 'practice' && { practice: true }),
    ...(world.kind === 'server' && { host: world.host, port: world.port, auth: world.auth }),
    ...(obey.length > 0 && { obey }),
    username,
  }
}

/**
 * Asks which world to join, whom to obey, and for a name.
 * @param worlds the worlds that are open to LAN.
 * @returns null when the user cancels.
 */
export async function askFirst(
  worlds: readonly LanWorld[],
  streams: QuestionStreams = {},
): Promise<PlayAnswers | null> {
  // Most runs ask nothing.
  const { isCancel, select, text } = await import('@clack/prompts')
  const kind = await select<'lan' | 'server' | 'practice'>({
    ...streams,
    message: 'Which world shall the companion join?',
    options: [
      ...worlds.slice(0, 1).map((world) => ({ value: 'lan' as const, label: lanLabel(world) })),
      { value: 'practice', label: 'a practice world on this machine' },
      { value: 'server', label: 'a server' },
    ],
  })
  if (isCancel(kind)) return null
  let world: PlayAnswers['world'] = { kind: kind === 'server' ? 'practice' : kind }
  if (kind === 'server') {
    const address = await text({
      ...streams,
      message: 'Address of the server, such as 127.0.0.1 or play.example.org:25565',
      validate: (given) => (addressOf(given ?? '') ? undefined : 'That is no address.'),
    })
    const at = isCancel(address) ? null : addressOf(address)
    if (!at) return null
    const auth = await select<AccountKind>({
      ...streams,
      message: 'Does the server check Minecraft accounts?',
      options: [
        { value: 'offline', label: 'no' },
        { value: 'microsoft', label: 'yes: sign in with a Microsoft account' },
      ],
    })
    if (isCancel(auth)) return null
    world = { kind: 'server', ...at, auth }
  }
  const names = await text({
    ...streams,
    message:
      kind === 'practice'
        ? 'Who gives orders in the chat? Player names; empty for everyone in the practice world'
        : 'Who gives orders in the chat? Player names; empty for this terminal only',
    validate: (given) =>
      namesIn(given).every((name) => PLAYER.test(name))
        ? undefined
        : 'Names have up to 16 letters, digits or underscores.',
  })
  if (isCancel(names)) return null
  const username = await text({
    ...streams,
    message: 'Name of the companion',
    placeholder: 'Delver',
    defaultValue: 'Delver',
    validate: (given) =>
      !given || PLAYER.test(given)
        ? undefined
        : 'A name has up to 16 letters, digits or underscores.',
  })
  if (isCancel(username)) return null
  return { world, obey: namesIn(names), username: username || 'Delver' }
}

function lanLabel({ name, host, port }: LanWorld): string {
  return `"${plainText(name, MAX_NAME)}", which is open to LAN at ${host}:${port}`
}

function namesIn(text: string | undefined): string[] {
  return (text ?? '').split(/[\s,]+/).filter((name) => name !== '')
}

/** `host` or `host:port`; null for other text. */
function addressOf(text: string): { host: string; port: number } | null {
  const [, host = '', digits] = /^([^:\s]+)(?::(\d{1,5}))?$/.exec(text.trim()) ?? []
  const port = digits === undefined ? DEFAULT_PORT : Number(digits)
  return HOST.test(host) && port >= 1 && port <= MAX_PORT ? { host, port } : null
}
