import type * as v from 'valibot'

type Part = Readonly<Record<string, unknown>>

/** A schema within another one, with the items before and after it in the same pipe. */
export interface Found {
  /** `memories.[].text` */
  path: string
  schema: Part
  before: readonly Part[]
  behind: readonly Part[]
}

/** Every schema that `root` is made of, itself included: entries, items, options, keys and values, and pipes. */
export function* walkSchema(root: v.GenericSchema | v.GenericSchemaAsync, path = ''): Generator<Found, void> {
  yield* walk(root as unknown as Part, path, [], [])
}

function* walk(schema: Part, path: string, before: readonly Part[], behind: readonly Part[]): Generator<Found, void> {
  if (Array.isArray(schema.pipe)) {
    const parts: readonly Part[] = schema.pipe
    for (const [place, part] of parts.entries()) {
      const around = [
        [...before, ...parts.slice(0, place)],
        [...parts.slice(place + 1), ...behind],
      ] as const
      if (part.kind === 'schema') yield* walk(part, path, ...around)
    }
    return
  }
  yield { path, schema, before, behind }
  const below = (key: string) => (path === '' ? key : `${path}.${key}`)
  const inside: [string, unknown][] = [
    ...Object.entries((schema.entries ?? {}) as Part).map(([key, entry]) => [below(key), entry] as [string, unknown]),
    [below('[]'), schema.item],
    [below('{key}'), schema.key],
    [below('{value}'), schema.value],
    [below('…'), schema.rest],
    [path, schema.wrapped],
    ...[schema.options, schema.items]
      .flatMap((list) => (Array.isArray(list) ? list : []))
      .map((one) => [path, one] as [string, unknown]),
  ]
  for (const [where, part] of inside) if (isSchema(part)) yield* walk(part, where, [], [])
}

const isSchema = (part: unknown): part is Part =>
  typeof part === 'object' && part !== null && 'kind' in part && part.kind === 'schema'
