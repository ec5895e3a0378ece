import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { VERSIONS } from './support/versions.ts'

/** The YAML parser that comes with playwright-core. */
const { yaml } = createRequire(import.meta.url)('playwright-core/lib/utilsBundle') as {
  yaml: {
    parse(text: string, options: { merge: boolean }): unknown
    parseAllDocuments(text: string): readonly { readonly errors: readonly unknown[] }[]
  }
}

const read = (name: string) =>
  readFileSync(new URL(`../server-config/${name}`, import.meta.url), 'utf8')

/** Variables of the image itzg/minecraft-server, and the key of server.properties that each sets. */
const VARIABLES: Readonly<Record<string, string | null>> = {
  EULA: null,
  TYPE: null,
  VERSION: null,
  MEMORY: null,
  ONLINE_MODE: 'online-mode',
  ENFORCE_SECURE_PROFILE: 'enforce-secure-profile',
  SEED: 'level-seed',
  MODE: 'gamemode',
  FORCE_GAMEMODE: 'force-gamemode',
  DIFFICULTY: 'difficulty',
  SPAWN_PROTECTION: 'spawn-protection',
  ALLOW_FLIGHT: 'allow-flight',
  PLAYER_IDLE_TIMEOUT: 'player-idle-timeout',
  VIEW_DISTANCE: 'view-distance',
}
/** Other keys of server.properties in `server.properties` here. */
const OTHER_KEYS = ['server-ip', 'server-port', 'white-list']

const serverSchema = z.strictObject({
  image: z.templateLiteral(['itzg/minecraft-server:java', z.enum(['8', '17', '21', '25'])]),
  profiles: z.array(z.string()).length(1),
  ports: z.array(z.string().startsWith('127.0.0.1:')),
  stop_grace_period: z.string(),
  volumes: z.array(z.string()).optional(),
  environment: z.record(z.enum(Object.keys(VARIABLES)), z.union([z.string(), z.number()])),
})
const composeSchema = z.object({
  services: z.record(z.string(), z.object({ image: z.string().optional() }).loose()),
})

const { services } = composeSchema.parse(yaml.parse(read('compose.yaml'), { merge: true }))
const servers = Object.values(services)
  .filter(({ image }) => image?.startsWith('itzg/'))
  .map((service) => serverSchema.parse(service))
const properties = new Map(
  read('server.properties')
    .split('\n')
    .filter((line) => /^[a-z]/.test(line))
    .map((line) => line.split('=') as [string, string]),
)

/** The Java version that a Minecraft version needs. */
function javaFor(version: string): string {
  const [major = 0, minor = 0, patch = 0] = version.split('.').map(Number)
  if (major > 1) return '25'
  if (minor >= 21 || (minor === 20 && patch >= 5)) return '21'
  return minor >= 17 ? '17' : '8'
}

describe('the servers of compose.yaml', () => {
  it('are Paper and vanilla of the same versions, which the agent is tested in', () => {
    const named = servers.map(({ environment }) => `${environment.TYPE} ${environment.VERSION}`)
    const versions = ['26.1', '1.21.11', '1.16.5']
    expect(named).toEqual(versions.flatMap((one) => [`PAPER ${one}`, `VANILLA ${one}`]))
    for (const version of versions) expect(VERSIONS).toContain(version)
  })

  it.each(servers)('$profiles have their name, the right Java and no open port', (server) => {
    const { TYPE, VERSION } = server.environment
    expect(server.profiles).toEqual([`${String(TYPE).toLowerCase()}-${VERSION}`])
    expect(server.image).toBe(`itzg/minecraft-server:java${javaFor(String(VERSION))}`)
    expect(server.ports.join()).toMatch(/^127\.0\.0\.1:\$\{PORT:-25565\}:25565$/)
  })

  it.each(servers)('$profiles have the settings of server.properties', ({ environment }) => {
    for (const [name, value] of Object.entries(environment)) {
      const key = VARIABLES[name]
      if (!key) continue
      const given = String(value).replace(/^\$\{\w+:-(.*)\}$/, '$1')
      expect([key, properties.get(key)]).toEqual([key, given.toLowerCase()])
    }
  })
})

it('server.properties has keys of the game only', () => {
  const known = [...Object.values(VARIABLES), ...OTHER_KEYS]
  expect([...properties.keys()].filter((key) => !known.includes(key))).toEqual([])
})

it('the README says what each setting costs', () => {
  const rows = read('README.md')
    .split('\n')
    .filter((line) => line.startsWith('| `'))
  for (const key of properties.keys())
    if (!key.startsWith('server-')) expect(rows.join('\n')).toContain(`\`${key}\``)
})

it("Paper's settings turn anti-x-ray off under its own key", () => {
  expect(yaml.parse(read('paper/paper-world-defaults.yml'), { merge: false })).toEqual({
    anticheat: { 'anti-xray': { enabled: false } },
  })
})

it('the Deployment of workers is YAML', () => {
  const documents = yaml.parseAllDocuments(read('worker.yaml'))
  expect(documents.length).toBeGreaterThan(0)
  expect(documents.flatMap(({ errors }) => errors)).toEqual([])
})
