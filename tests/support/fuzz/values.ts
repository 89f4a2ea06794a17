import { hostileStrings } from '../fixtures/hostile-strings.ts'
import type { SeededRandom } from '../fixtures/seeded-random.ts'
import type { Schema } from './openapi-document.ts'

/** Values with a meaning for the server, by the name of the field that accepts them. */
export type Pool = Readonly<Record<string, readonly unknown[]>>

/** How the values of a request are drawn. */
export interface Draw {
  random: SeededRandom
  pool: Pool
  /** Whether some fields are missing or contain anything at all; if not, all are as the schema and the pool tell. */
  faults: boolean
}

const oddities: readonly unknown[] = [
  null,
  true,
  false,
  0,
  -1,
  1.5,
  1e300,
  2 ** 53,
  -(2 ** 63),
  '',
  ' ',
  '0',
  '-1',
  'null',
  [],
  [null],
  [[]],
  {},
  { toString: 1 },
  'a'.repeat(1000),
  '2026-02-30T00:00:00Z',
  '0000-00-00T00:00:00Z',
  '+275760-09-13T00:00:00.001Z',
]

/** A random value for a field: one of the schema or the pool, with faults sometimes anything. */
export function valueFor(name: string, schema: Schema, draw: Draw): unknown {
  const { random, pool, faults } = draw
  // The pool has the ids of lists, which fit no list of objects.
  const known = (schema.items as Schema | undefined)?.type === 'object' ? undefined : pool[name]
  const dice = faults ? random.next() : 0.5
  if (dice < 0.06) return random.one(oddities)
  if (dice < 0.14) return random.one(hostileStrings)
  if (known !== undefined && dice < 0.85) {
    return schema.type === 'array' ? [random.one(known)] : random.one(known)
  }
  return fromSchema(schema, draw, name)
}

function fromSchema(schema: Schema, draw: Draw, name: string): unknown {
  const { random } = draw
  const options = schema.anyOf ?? schema.oneOf
  if (Array.isArray(options)) return fromSchema(random.one(options as Schema[]), draw, name)
  if (Array.isArray(schema.enum)) return random.one(schema.enum)
  if ('const' in schema) return schema.const
  if (schema.type === 'object') return objectFor(schema, draw)
  if (schema.type === 'array') {
    return Array.from({ length: random.between(0, 4) }, () => valueFor(name, (schema.items ?? {}) as Schema, draw))
  }
  if (schema.type === 'boolean') return random.next() < 0.5
  if (schema.type === 'number' || schema.type === 'integer') {
    return random.between(
      draw.faults ? 0 : Number(schema.minimum ?? 0),
      !draw.faults || random.next() < 0.9 ? 10 : 1e12,
    )
  }
  if (schema.type === 'null') return null
  return textFor(schema, draw)
}

/** Most of the fields; with faults, required ones are rarely left out. */
export function objectFor(schema: Schema, draw: Draw): Record<string, unknown> {
  const { random, faults } = draw
  if (Array.isArray(schema.anyOf)) {
    // The first of several alternatives is the one that random values can satisfy.
    const shapes = schema.anyOf as Schema[]
    return objectFor(!faults || random.next() < 0.8 ? (shapes[0] ?? {}) : random.one(shapes), draw)
  }
  const properties = (schema.properties ?? {}) as Record<string, Schema>
  const required = (schema.required ?? []) as string[]
  const made: Record<string, unknown> = {}
  const share = faults ? 0.5 : random.one([0, 0.25, 0.5])
  for (const [name, property] of Object.entries(properties)) {
    const isPresent = required.includes(name) ? !faults || random.next() < 0.96 : random.next() < share
    if (isPresent) made[name] = valueFor(name, property, draw)
  }
  if (faults && random.next() < 0.03) {
    made[random.one(['__proto__x', 'constructor', 'is_admin', '$where'])] = random.one(oddities)
  }
  return made
}

const letters = [...'abc äñ漢🎵\u200f-\'"<>&0123456789']

function textFor(schema: Schema, { random, faults }: Draw): string {
  if (schema.format === 'date-time') return new Date(random.between(0, 2e12)).toISOString()
  if (!faults) return Array.from({ length: random.between(8, 20) }, () => random.one([...'abcdefgh'])).join('')
  const length = random.between(0, random.next() < 0.95 ? 40 : 5000)
  return Array.from({ length }, () => random.one(letters)).join('')
}
