import { v5 } from 'uuid'
import * as v from 'valibot'
import type { ImportSource } from '#contract/objects/chat.ts'

const NAMESPACE = '8f6a4b1e-3c0d-5e52-9a67-1d2b7c5f0e49'

/**
 * The id under which something of another product is stored: the same for the same thing, so that a second import finds
 * it. The server stores ids for each user, so two users who import the same file do not meet.
 */
export const derivedId = (source: ImportSource, ...ids: readonly string[]): string =>
  v5(JSON.stringify([source, ...ids]), NAMESPACE)

/** The time of an export in milliseconds since 1970, from seconds or ISO 8601; null for anything else. */
export function timeOf(value: unknown): number | null {
  const time = typeof value === 'number' ? value * 1000 : typeof value === 'string' ? Date.parse(value) : Number.NaN
  return time >= 0 && time < YEAR_10000 ? Math.floor(time) : null
}

const YEAR_10000 = 253_402_300_800_000

/** A field that an export may lack or write differently: `undefined` then, and the rest is read nevertheless. */
export const lenient = <Schema extends v.GenericSchema>(schema: Schema) => v.fallback(v.optional(schema), undefined)

export const text = lenient(v.string())
export const flag = lenient(v.boolean())
