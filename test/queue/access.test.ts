import { once } from 'node:events'
import { mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { runCommand } from '../support/command-line.ts'
import { startDelver } from '../support/queue-stage.ts'
import { hasRedis, RedisServer } from '../support/redis.ts'
import { longIt } from '../support/versions.ts'

describe.runIf(hasRedis)('a Redis with a password', () => {
  const trial = ['trials', 'craft_sticks', '--seeds', '1', '--world', 'text']
  afterEach(() => vi.unstubAllEnvs())

  it('rejects a missing password in one line, and accepts the one in the environment', async () => {
    const server = await RedisServer.start('--requirepass', 'open sesame')
    const out = join(mkdtempSync(join(tmpdir(), 'delver-queue-')), 'out')
    const args = [...trial, '--queue', server.url, '--out', out]
    const without = await runCommand(...args)
    expect(without).toMatchObject({ code: 2 })
    expect(without.stderr).toMatch(/^error: Redis at 127.0.0.1:\d+ denies access \(NOAUTH/)
    vi.stubEnv('DELVER_QUEUE_PASSWORD', 'not sesame')
    const wrong = await runCommand(...args)
    expect(wrong.code).toBe(2)
    expect(wrong.stderr).toMatch(/denies access \(WRONGPASS.*; check .*DELVER_QUEUE_PASSWORD$/m)
    expect(wrong.stderr + wrong.stdout).not.toMatch(/not sesame/)
    vi.stubEnv('DELVER_QUEUE_PASSWORD', 'open sesame')
    const worker = startDelver('worker', '--queue', server.url, '--out', `${out}-worker`)
    const played = await runCommand(...args)
    expect(readFileSync(`/proc/${worker.pid}/cmdline`, 'utf8')).not.toMatch(/sesame/)
    worker.kill('SIGKILL')
    await server.kill()
    expect(played.code).toBe(0)
    expect(played.stdout).not.toMatch(/sesame/)
  })

  longIt('is used over TLS only with a known certificate', async () => {
    const server = await RedisServer.startWithTls()
    const out = join(mkdtempSync(join(tmpdir(), 'delver-queue-')), 'out')
    const args = [...trial, '--queue', server.url, '--out', out]
    const stranger = await runCommand(...args)
    expect(stranger.code).toBe(2)
    expect(stranger.stderr).toMatch(/^error: the certificate .* is not trusted .*NODE_EXTRA_CA/m)
    // Node reads it when a process starts.
    vi.stubEnv('NODE_EXTRA_CA_CERTS', server.certificate ?? '')
    const worker = startDelver('worker', '--queue', server.url, '--out', `${out}-worker`)
    const [code] = await once(startDelver(...args), 'exit')
    worker.kill('SIGKILL')
    await server.kill()
    expect(code).toBe(0)
  })
})
