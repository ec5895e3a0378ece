/**
 * Prints the time to generate a chunk of the practice world, and to encode it for the protocol (ms of processor time): `npx node bench/chunks.ts [--chunks 400] [--seed 1]`.
 */
import { parseArgs } from 'node:util'
import { registryFor } from '#knowledge/registry'
import { createTerrain } from '#world/terrain/terrain'

const { values } = parseArgs({
  options: {
    chunks: { type: 'string', default: '400' },
    seed: { type: 'string', default: '1' },
  },
})
const chunks = Number(values.chunks)

/** CPU time of this process (ms), independent of other programs. */
function processorMs(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}

for (const version of ['1.12.2', '1.16.5', '1.21.4']) {
  const terrain = createTerrain(registryFor(version), Number(values.seed))
  const width = Math.ceil(Math.sqrt(chunks))
  const at = (i: number) => [i % width, Math.floor(i / width)] as const
  for (let i = 0; i < 50; i++) terrain.column(-1 - i, 0).dump()
  const start = processorMs()
  const columns = Array.from({ length: chunks }, (_, i) => terrain.column(...at(i)))
  const made = processorMs()
  let bytes = 0
  for (const column of columns) bytes += column.dump().length
  const dumped = processorMs()
  console.log(
    `${version.padEnd(8)} make ${((made - start) / chunks).toFixed(2)} ms` +
      `  dump ${((dumped - made) / chunks).toFixed(2)} ms` +
      `  ${Math.round(bytes / chunks)} bytes a chunk`,
  )
}
