import minecraftData from 'minecraft-data'
import { latestSupportedVersion } from 'mineflayer'
import { expect, it } from 'vitest'
import { MAX_VERSION, supportOf, versionOfProtocol } from '#knowledge/played-versions'

it('the newest version is the newest that mineflayer joins', () => {
  expect(MAX_VERSION).toBe(latestSupportedVersion)
})

it.each([
  ['1.12.2', '1.12.2'],
  ['1.16.5', '1.16.5'],
  ['26.1', '26.1'],
  // These share the protocol of a neighbour, and have no data.
  ['1.19.1', '1.19.2'],
  ['1.21.2', '1.21.3'],
  ['1.21.7', '1.21.8'],
  ['26.1.2', '26.1'],
])('Minecraft %s is played as %s, which speaks the same protocol', (name, version) => {
  expect(supportOf(name)).toEqual({ kind: 'played', version })
  const listed = minecraftData.versions.pc.find(({ minecraftVersion }) => minecraftVersion === name)
  expect(minecraftData(version).version.version).toBe(listed?.version)
})

it.each([
  ['1.8.9', 'older'],
  ['1.7.10', 'older'],
  ['1.14.2', 'other'],
  ['26.3', 'other'],
  ['27.1', 'other'],
  ['1.21.9-pre1', 'other'],
  ['constructor', 'other'],
])('Minecraft %s is not played: %s', (name, kind) => {
  expect(supportOf(name)).toEqual({ kind })
})

it.each([
  [340, 'Paper 1.12.2', '1.12.2'],
  [754, 'Paper 1.16.4', '1.16.4'],
  [765, 'Purpur 1.20.3', '1.20.3'],
  [772, 'Paper 1.21.7', '1.21.7'],
  // The number decides, not the names of a proxy.
  [775, 'Paper 1.8.x-26.3', '26.1.2'],
  [775, 'Velocity 1.7.2-26.1', '26.1'],
  [774, 'BungeeCord 1.8.x-1.21.x', '1.21.11'],
  [754, 'Requires MC 1.8 / 1.21', '1.16.5'],
  [754, 'My Network', '1.16.5'],
  [754, '', '1.16.5'],
  [777, 'Paper 26.3', '26.3'],
  [47, 'Spigot 1.8.8', '1.8.8'],
  [9999, 'Paper 1.16.5', null],
  [-1, 'Paper 1.16.5', null],
])('protocol %i of a server that says "%s" is %s', (protocol, text, version) => {
  expect(versionOfProtocol(protocol, text)).toBe(version)
})
