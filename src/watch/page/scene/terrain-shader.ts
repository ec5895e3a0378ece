import {
  DataTexture3D,
  Euler,
  Matrix3,
  Matrix4,
  type MeshBasicMaterial,
  NearestFilter,
  RedFormat,
  RepeatWrapping,
  UnsignedByteType,
  Vector2,
  Vector3,
  Vector4,
} from 'three'
import { SCREEN_SIDE, SCREEN_UP } from '#knowledge/field-of-view'
import type { RecordingPosition } from '../../recording-format.ts'
import type { BlockTable } from '../mesher/block-table.ts'
import type { KnownSection } from '../state/view-state.ts'
import type { SkyLight } from './sky.ts'

/** Sections of known blocks along each axis of the texture, and their size together (blocks). */
const SECTIONS = 6
const SIZE = SECTIONS * 16

/** Up to this distance along each axis, the texture contains the known blocks around the agent (blocks). */
const REACH = 40

/** Greatest number of uploads of the texture per second. */
const UPLOADS = 5

/** Greatest number of textures of leaves. */
const MAX_LEAVES = 12

/** Radius around the line of sight within which leaves are not drawn (blocks). */
const LEAF_RADIUS = 1.6

/**
 * Which blocks are drawn bright, in the order in which a key switches them: all but unknown ones underground, only known
 * ones, all, or ores through the rock.
 */
export const KNOWLEDGE_VIEWS = ['auto', 'seen', 'all', 'xray'] as const
export type KnowledgeView = (typeof KNOWLEDGE_VIEWS)[number]

/** Colours that unknown blocks are multiplied by: none, where they stand back, and where they are hidden. */
const FULL = new Vector3(1, 1, 1)
const DIM = new Vector3(0.43, 0.45, 0.53)
const DARK = new Vector3(0.035, 0.04, 0.055)

/** Colour that known blocks outside the field of view are multiplied by: the agent remembers them. */
const REMEMBERED = new Vector3(0.66, 0.68, 0.74)

/** Rate at which these colours change (per second). */
const FADE = 4

/** The agent's eye (blocks), and the direction of its head in mineflayer's angles (radians). */
export interface Gaze {
  readonly eye: Vector3
  readonly yaw: number
  readonly pitch: number
}

const TURN = new Euler()
const TURNED = new Matrix4()

/** What the terrain's material draws beyond its texture: unknown blocks are darker, and leaves before the agent are left out. */
export class TerrainShader {
  readonly #data = new Uint8Array(SIZE ** 3)
  readonly #texture = new DataTexture3D(this.#data, SIZE, SIZE, SIZE)
  /** The section in each place of the texture, and the revision that it was copied at. */
  readonly #copied: ({ section: KnownSection | null; revision: number } | undefined)[] = []
  #sinceUpload = Number.POSITIVE_INFINITY
  #isStale = false
  readonly #uniforms = {
    known: { value: this.#texture },
    origin: { value: new Vector3() },
    middle: { value: new Vector3() },
    unknown: { value: FULL.clone() },
    remembered: { value: FULL.clone() },
    head: { value: new Vector3() },
    gaze: { value: new Matrix3() },
    eye: { value: new Vector3() },
    agent: { value: new Vector3() },
    leaves: { value: Array.from({ length: MAX_LEAVES }, () => new Vector4()) },
    skyLight: { value: new Vector2() },
    sunWay: { value: new Vector3() },
    lampColor: { value: new Vector3() },
    lampPlace: { value: new Vector4() },
  }

  constructor() {
    const texture = this.#texture
    texture.format = RedFormat
    texture.type = UnsignedByteType
    texture.minFilter = NearestFilter
    texture.magFilter = NearestFilter
    texture.wrapS = RepeatWrapping
    texture.wrapT = RepeatWrapping
    // The types of three say boolean here, but it takes a wrapping mode as the other axes do.
    Object.assign(texture, { wrapR: RepeatWrapping })
    texture.unpackAlignment = 1
    texture.needsUpdate = true
  }

  /** Lets a material draw with this shader. */
  apply(material: MeshBasicMaterial): void {
    material.onBeforeCompile = (shader) => {
      Object.assign(shader.uniforms, this.#uniforms)
      shader.vertexShader = shader.vertexShader
        .replace('#include <common>', `#include <common>\n${VERTEX_HEAD}`)
        .replace('#include <begin_vertex>', `#include <begin_vertex>\n${VERTEX}`)
      shader.fragmentShader = shader.fragmentShader
        .replace('#include <common>', `#include <common>\n${FRAGMENT_HEAD}`)
        .replace('#include <color_fragment>', `#include <color_fragment>\n${FRAGMENT}`)
    }
  }

  /** Notes which textures are leaves. */
  start({ looks, models }: BlockTable): void {
    const places = new Map<string, Vector4>()
    for (const { name, uses } of looks) {
      if (!name.endsWith('leaves')) continue
      for (const { model } of uses)
        for (const { texture } of Object.values(models[model]?.elements[0]?.faces ?? {})) {
          const { u, v, su, sv } = texture
          places.set(`${u} ${v}`, new Vector4(u, v, u + su, v + sv))
        }
    }
    const all = [...places.values()].slice(0, MAX_LEAVES)
    for (const [i, place] of all.entries()) this.#uniforms.leaves.value[i]?.copy(place)
  }

  /** Sets the light. The material has none of three's lights, which cost software renderers most of a frame. */
  light({ ambient, sun, lamp }: SkyLight): void {
    const { skyLight, sunWay, lampColor, lampPlace } = this.#uniforms
    skyLight.value.set(ambient.intensity, sun.intensity)
    sunWay.value.copy(sun.position).normalize()
    lampColor.value.set(lamp.color.r, lamp.color.g, lamp.color.b).multiplyScalar(lamp.intensity)
    const { x, y, z } = lamp.position
    lampPlace.value.set(x, y, z, lamp.distance)
  }

  /** Leaves out the leaves between the camera and the agent. */
  see(eye: Vector3, agent: Vector3): void {
    this.#uniforms.eye.value.copy(eye)
    this.#uniforms.agent.value.copy(agent)
  }

  /**
   * Draws known blocks outside the field of view darker: the agent remembers them, but does not see them now.
   * @param gaze The agent's eye (blocks) and the direction of its head (radians); null draws all known blocks alike.
   */
  look(gaze: Gaze | null): void {
    const { remembered, head, gaze: axes } = this.#uniforms
    remembered.value.copy(gaze ? REMEMBERED : FULL)
    if (!gaze) return
    head.value.copy(gaze.eye)
    TURN.set(gaze.pitch, gaze.yaw, 0, 'YXZ')
    axes.value.setFromMatrix4(TURNED.makeRotationFromEuler(TURN)).transpose()
  }

  /**
   * Shows which blocks are known, `seconds` after the last update.
   * @returns Whether the picture changes.
   */
  update(
    known: ReadonlyMap<string, KnownSection>,
    pos: RecordingPosition,
    look: KnowledgeView,
    isUnderground: boolean,
    seconds: number,
  ): boolean {
    const dim = isUnderground ? DIM : FULL
    const target =
      known.size === 0 || look === 'all' || look === 'xray' ? FULL : look === 'seen' ? DARK : dim
    const { value } = this.#uniforms.unknown
    const away = value.distanceTo(target)
    value.lerp(target, away < 0.005 ? 1 : Math.min(1, seconds * FADE))
    this.#uniforms.middle.value.set(pos.x, pos.y, pos.z)
    this.#uniforms.origin.value
      .copy(this.#uniforms.middle.value)
      .divideScalar(SIZE)
      .floor()
      .multiplyScalar(SIZE)
    this.#sinceUpload += seconds
    this.#isStale = this.#copy(known, pos) || this.#isStale
    const isUploaded = this.#isStale && this.#sinceUpload > 1 / UPLOADS
    if (isUploaded) {
      this.#texture.needsUpdate = true
      this.#isStale = false
      this.#sinceUpload = 0
    }
    return isUploaded || this.#isStale || (away > 0.005 && known.size > 0)
  }

  /** Copies the changed sections around a position. @returns Whether there were any. */
  #copy(known: ReadonlyMap<string, KnownSection>, { x, y, z }: RecordingPosition): boolean {
    let isChanged = false
    const [fromX, fromY, fromZ] = [x, y, z].map((value) => Math.round(value / 16) - SECTIONS / 2)
    for (let i = 0; i < SECTIONS ** 3; i++) {
      const sx = (fromX ?? 0) + (i % SECTIONS)
      const sy = (fromY ?? 0) + (Math.floor(i / SECTIONS) % SECTIONS)
      const sz = (fromZ ?? 0) + Math.floor(i / SECTIONS ** 2)
      const section = known.get(`${sx * 16},${sy * 16},${sz * 16}`) ?? null
      const [px, py, pz] = [sx, sy, sz].map((s) => ((s % SECTIONS) + SECTIONS) % SECTIONS)
      const place = ((pz ?? 0) * SECTIONS + (py ?? 0)) * SECTIONS + (px ?? 0)
      const revision = section?.revision ?? 0
      const before = this.#copied[place]
      if (before && before.section === section && before.revision === revision) continue
      this.#copied[place] = { section, revision }
      this.#write(section, (px ?? 0) * 16, (py ?? 0) * 16, (pz ?? 0) * 16)
      isChanged = true
    }
    return isChanged
  }

  #write(section: KnownSection | null, x: number, y: number, z: number): void {
    for (let dz = 0; dz < 16; dz++) {
      for (let dy = 0; dy < 16; dy++) {
        const to = ((z + dz) * SIZE + y + dy) * SIZE + x
        const from = (dy << 8) | (dz << 4)
        if (section) this.#data.set(section.known.subarray(from, from + 16), to)
        else this.#data.fill(0, to, to + 16)
      }
    }
  }
}

const VERTEX_HEAD = `
uniform vec3 origin;
uniform vec2 skyLight;
uniform vec3 sunWay;
uniform vec3 lampColor;
uniform vec4 lampPlace;
uniform vec3 head;
uniform mat3 gaze;
varying vec3 vPlace;
varying vec3 vAhead;`

/**
 * The place within the block that a face belongs to, where the agent would see it on a screen, and its light. Sections
 * are moved, not turned. On the screen, x and y reach from -z to z.
 */
const VERTEX = `
vec3 place = position + modelMatrix[3].xyz;
vPlace = place - normal * 0.02 - origin;
vAhead = gaze * (place - head) / vec3(${SCREEN_SIDE.toFixed(4)}, ${SCREEN_UP.toFixed(4)}, -1.0);
vec3 toLamp = lampPlace.xyz - place;
float away = length(toLamp);
float near = clamp(1.0 - away / lampPlace.w, 0.0, 1.0) * max(dot(normal, toLamp) / away, 0.0);
vColor *= skyLight.x + skyLight.y * max(dot(normal, sunWay), 0.0) + lampColor * near;`

const FRAGMENT_HEAD = `
uniform highp sampler3D known;
uniform vec3 origin;
uniform vec3 middle;
uniform vec3 unknown;
uniform vec3 remembered;
uniform vec3 eye;
uniform vec3 agent;
uniform vec4 leaves[${MAX_LEAVES}];
varying vec3 vPlace;
varying vec3 vAhead;`

/** Software renderers run both sides of a branch for all pixels, but skip a loop that no pixel enters. */
const FRAGMENT = `
vec3 line = agent - eye;
vec3 beside = vPlace + origin - eye;
float along = dot(beside, line) / max(dot(line, line), 0.01);
bool isBefore = along < 0.9 && length(beside - line * clamp(along, 0.0, 1.0)) < ${LEAF_RADIUS.toFixed(1)};
for (int i = isBefore ? 0 : ${MAX_LEAVES}; i < ${MAX_LEAVES}; i++)
  if (all(greaterThan(vUv, leaves[i].xy)) && all(lessThan(vUv, leaves[i].zw))) discard;
vec3 off = abs(vPlace + origin - middle);
bool isNear = max(max(off.x, off.y), off.z) < ${REACH.toFixed(1)};
float isKnown = 0.0;
vec3 memory = vec3(1.0);
for (int i = isNear && unknown.r < 1.0 ? 0 : 1; i < 1; i++) {
  isKnown = textureLod(known, vPlace / ${SIZE.toFixed(1)}, 0.0).r;
  float beyond = max(abs(vAhead.x), abs(vAhead.y)) - vAhead.z;
  memory = mix(vec3(1.0), remembered, clamp(beyond * 2.0 + 0.5, 0.0, 1.0));
}
diffuseColor.rgb *= mix(unknown, memory, isKnown);`
