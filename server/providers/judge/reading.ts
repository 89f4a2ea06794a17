import * as v from 'valibot'
import { type Axis, Score } from '#contract/objects/scores.ts'
import type { Reading } from './judge.ts'

const Assessment = v.strictObject({
  quote: v.pipe(v.string(), v.maxLength(2_000)),
  reason: v.pipe(v.string(), v.trim(), v.nonEmpty(), v.maxLength(2_000)),
  score: Score,
})

/** The exact output of a model: all six principles and nothing else. */
export const ReadingSchema = v.strictObject({
  truth: Assessment,
  fairness: Assessment,
  wisdom: Assessment,
  duty: Assessment,
  safety: Assessment,
  liberty: Assessment,
})

/** Undefined for an invalid reading. */
export function parseReading(value: unknown): Reading | undefined {
  const parsed = v.safeParse(ReadingSchema, value)
  return parsed.success ? parsed.output : undefined
}

/** Parses text from servers without schema support; models often put JSON in a code fence. */
export function parseReadingText(text: string): Reading | undefined {
  try {
    return parseReading(JSON.parse(text.replace(/^\s*```(?:json)?|```\s*$/g, '')))
  } catch {
    // Invalid JSON is treated like any other malformed reading.
    return undefined
  }
}

/** Uses only keywords that all servers support. The reason precedes its score, because models judge better that way. */
export function readingJsonSchema(order: readonly Axis[]) {
  const score = { anyOf: [{ type: 'integer' as const, minimum: 0, maximum: 100 }, { type: 'null' as const }] }
  const text = { type: 'string' as const }
  const assessment = {
    type: 'object' as const,
    properties: { quote: text, reason: text, score },
    required: ['quote', 'reason', 'score'],
    additionalProperties: false,
  }
  return {
    type: 'object' as const,
    properties: Object.fromEntries(order.map((axis) => [axis, assessment])),
    required: [...order],
    additionalProperties: false,
  }
}
