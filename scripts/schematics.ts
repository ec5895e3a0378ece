/** Writes the schematics of the package from their designs: `npx node scripts/schematics.ts`. A test reads them back. */
import { writeFileSync } from 'node:fs'
import { DESIGNS } from './schematic-designs.ts'
import { fileOf } from './schematic-file.ts'

for (const design of DESIGNS)
  writeFileSync(new URL(`../schematics/${design.name}.schem`, import.meta.url), fileOf(design))
