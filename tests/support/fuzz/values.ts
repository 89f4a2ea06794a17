import type { Chance } from '../../chaos/support/random.ts'
import { hostileStrings } from '../fixtures/hostile-strings.ts'
import type { Schema } from './openapi-document.ts'

/** Values with a meaning for the server, by the name of the field that accepts them. */
export type Pool = Readonly<Record<string, readonly unknown[]>>

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

/** A random value for a field: mostly one of the schema or the pool, sometimes anything. */
export function valueFor(name: string, schema: Schema, random: Chance, pool: Pool): unknown {
  const known = pool[name]
  const dice = random.next()
  if (dice < 0.06) return random.one(oddities)
  if (dice < 0.14) return random.one(hostileStrings)
  if (known !== undefined && dice < 0.85) {
    return schema.type === 'array' ? [random.one(known)] : random.one(known)
  }
  return fromSchema(schema, random, pool, name)
}

function fromSchema(schema: Schema, random: Chance, pool: Pool, name: string): unknown {
  const options = schema.anyOf ?? schema.oneOf
  if (Array.isArray(options)) return fromSchema(random.one(options as Schema[]), random, pool, name)
  if (Array.isArray(schema.enum)) return random.one(schema.enum)
  if ('const' in schema) return schema.const
  if (schema.type === 'object') return objectFor(schema, random, pool)
  if (schema.type === 'array') {
    return Array.from({ length: random.between(0, 4) }, () =>
      valueFor(name, (schema.items ?? {}) as Schema, random, pool),
    )
  }
  if (schema.type === 'boolean') return random.next() < 0.5
  if (schema.type === 'number' || schema.type === 'integer') return random.between(0, random.next() < 0.9 ? 10 : 1e12)
  if (schema.type === 'null') return null
  return textFor(schema, random)
}

/** Most of the fields; required ones are rarely left out. */
export function objectFor(schema: Schema, random: Chance, pool: Pool): Record<string, unknown> {
  if (Array.isArray(schema.anyOf)) {
    // The first of several alternatives is the one that random values can satisfy.
    const shapes = schema.anyOf as Schema[]
    return objectFor(random.next() < 0.8 ? (shapes[0] ?? {}) : random.one(shapes), random, pool)
  }
  const properties = (schema.properties ?? {}) as Record<string, Schema>
  const required = (schema.required ?? []) as string[]
  const made: Record<string, unknown> = {}
  for (const [name, property] of Object.entries(properties)) {
    if (random.next() < (required.includes(name) ? 0.96 : 0.5)) made[name] = valueFor(name, property, random, pool)
  }
  if (random.next() < 0.03) made[random.one(['__proto__x', 'constructor', 'is_admin', '$where'])] = random.one(oddities)
  return made
}

function textFor(schema: Schema, random: Chance): string {
  if (schema.format === 'date-time') return new Date(random.between(0, 2e12)).toISOString()
  const letters = 'abc äñ漢🎵\u200f-\'"<>&0123456789'
  const length = random.between(0, random.next() < 0.95 ? 40 : 5000)
  return Array.from({ length }, () => random.one([...letters])).join('')
}
