import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import { sendMessage } from '#contract/endpoints/chats.ts'
import { updateChatProfile } from '#contract/endpoints/companion.ts'
import { uploadChunk } from '#contract/endpoints/files.ts'
import { importChats } from '#contract/endpoints/import.ts'
import { saveLegalText } from '#contract/endpoints/legal.ts'
import { addIssueImage, saveIssue } from '#contract/endpoints/newsletter/issues.ts'
import { offerExchange } from '#contract/endpoints/ratings/ratings.ts'
import { transcribe } from '#contract/endpoints/speech.ts'
import { paymentWebhook } from '#contract/endpoints/subscriptions.ts'
import { answerTemporarily } from '#contract/endpoints/temporary.ts'
import { IMPORT_MESSAGE_MAX, JSON_BODY_MAX, MEMORIES_MAX, MEMORY_MAX, MESSAGE_MAX } from '#contract/limits.ts'
import { boundedArray } from '#contract/primitives.ts'
import { calls } from '#server/http/api/bind-routes.ts'
import { type JsonSchema, jsonSchema } from '#server/http/openapi/json-schema.ts'
import { Models } from '#server/providers/assistant/find-model.ts'
import { ReadingSchema } from '#server/providers/judge/reading.ts'
import { type Found, walkSchema } from '#support/api/walk-schema.ts'

type Part = Found['schema']
const isList = ({ type, item }: Part) => type === 'array' && typeof item === 'object' && item !== null
const isOfAnything = ({ item }: Part) =>
  typeof item === 'object' && item !== null && 'type' in item && item.type === 'unknown'
const named = (parts: readonly Part[], ...types: string[]) => parts.some(({ type }) => types.includes(String(type)))

/** The part of a schema that can grow as large as the body; undefined when it is bounded before an expensive check. */
function problemOf({ schema, before, behind }: Found): string | undefined {
  if (named([schema], 'record', 'map', 'set')) return `is a ${schema.type}`
  if (isList(schema) && isOfAnything(schema))
    return named(behind.slice(0, 1), 'max_length') ? undefined : 'has no length'
  if (isList(schema)) {
    const list = before.findIndex((part) => isList(part) && isOfAnything(part))
    return list >= 0 && named(before.slice(list), 'max_length') ? undefined : 'checks its items before its length'
  }
  if (schema.type !== 'string') return undefined
  const around = [...before, ...behind]
  const hasPattern = around.some(({ requirement, type }) => type === 'regex' && !/[*+]|,\}/.test(String(requirement)))
  const isBounded = hasPattern || named(around, 'max_length', 'uuid', 'iso_timestamp', 'picklist')
  return isBounded ? undefined : 'is text of any length'
}

const problemsOf = (schema: v.GenericSchema | v.GenericSchemaAsync) =>
  [...walkSchema(schema)].flatMap((found) => {
    const problem = problemOf(found)
    return problem === undefined ? [] : [`${found.path} ${problem}`]
  })

const requests = calls.flatMap(({ name, endpoint }) =>
  (['body', 'query', 'params'] as const).flatMap((part) => {
    const schema = endpoint[part]
    return schema === undefined ? [] : [[`${name} ${part}`, schema] as const]
  }),
)

const pathOf = ({ path }: v.BaseIssue<unknown>) =>
  (path ?? []).map(({ key }) => (typeof key === 'number' ? '[]' : key)).join('.')

describe('input from outside', () => {
  it.each(requests)('has a cheap maximum length before every list and text: %s', (_, schema) => {
    expect(problemsOf(schema)).toEqual([])
  })

  it.each([
    ['the models that a server offers', Models],
    ['the response of a judge model', ReadingSchema],
  ])('has a cheap maximum length before every list and text: %s', (_, schema) => {
    expect(problemsOf(schema)).toEqual([])
  })

  it.each<[string, v.GenericSchema]>([
    ['a list whose items are checked first', v.pipe(v.array(v.pipe(v.string(), v.uuid())), v.maxLength(9))],
    ['a list of anything without a length', v.array(v.unknown())],
    ['a record', v.record(v.pipe(v.string(), v.uuid()), v.number())],
    ['text of any length', v.object({ name: v.optional(v.pipe(v.string(), v.trim(), v.nonEmpty())) })],
    ['text with a pattern of any length', v.pipe(v.string(), v.regex(/^a+$/))],
  ])('is found by this test without a maximum length: %s', (_, schema) => {
    expect(problemsOf(schema)).toHaveLength(1)
  })

  it('is rejected with one issue for a list of 85,000 invalid items, in every request with lists', () => {
    const lists = requests.flatMap(([name, schema]) =>
      [...walkSchema(schema)]
        .filter(({ schema: part }) => isList(part))
        .map(({ path }) => [name, schema, path] as const),
    )
    expect(new Set(lists.map(([name]) => name)).size).toBeGreaterThan(3)
    for (const [name, schema, path] of lists) {
      const list: unknown = Array.from({ length: 85_000 }, () => ({}))
      const input = path.split('.').reduceRight((inner, key) => (key === '[]' ? [inner] : { [key]: inner }), list)
      const parsed = v.safeParse(schema as v.GenericSchema, input)
      const ofList = parsed.issues?.filter((issue) => pathOf(issue).startsWith(path))
      expect(ofList, `${name} ${path}`).toHaveLength(1)
    }
  })
})

describe('a bounded list', () => {
  const counted = () => {
    let count = 0
    const item = v.pipe(
      v.string(),
      v.transform((text) => {
        count += 1
        return text.length
      }),
    )
    return { list: boundedArray(item, 100), count: () => count }
  }

  it('never validates the items of a list that is too long', () => {
    const { list, count } = counted()
    const parsed = v.safeParse(
      list,
      Array.from({ length: 85_000 }, () => 'a'),
    )
    expect([parsed.issues?.map(({ message }) => message), count()]).toEqual([['too_long'], 0])
  })

  it('validates and transforms each item of one that is not', () => {
    const { list, count } = counted()
    expect(v.parse(list, ['a', 'bc'])).toEqual([1, 2])
    expect(count()).toBe(2)
    expect(v.safeParse(list, ['a', 1, 2]).issues).toHaveLength(2)
  })

  it('is described with its items and its length in OpenAPI', () => {
    const { properties } = jsonSchema(updateChatProfile.body, 'input') as { properties: Record<string, JsonSchema> }
    expect(properties.memories_remove).toMatchObject({ type: 'array', maxItems: 100, items: { format: 'uuid' } })
    expect(properties.memories_add?.items).toMatchObject({ properties: { text: { maxLength: MEMORY_MAX } } })
  })
})

/** Bytes of the largest JSON that a described schema accepts, in a script with three bytes per character. */
function largest(schema: JsonSchema): number {
  const { type, properties, items, anyOf, maxItems, maxLength } = schema as JsonSchema & {
    properties?: Record<string, JsonSchema>
    items?: JsonSchema
    anyOf?: JsonSchema[]
    maxItems?: number
    maxLength?: number
  }
  if (anyOf) return Math.max(...anyOf.map(largest))
  if (properties) {
    return Object.entries(properties).reduce((sum, [key, entry]) => sum + key.length + 4 + largest(entry), 2)
  }
  if (items) return 2 + (maxItems ?? Number.POSITIVE_INFINITY) * (1 + largest(items))
  // Without a length: a pattern, an id or a time.
  return type === 'string' ? 2 + 3 * (maxLength ?? 40) : 20
}

describe('the maximum size of a JSON body', () => {
  it('is small, except for the calls that need more', () => {
    const large = calls.flatMap(({ endpoint }) => (endpoint.bodyMax === undefined ? [] : [endpoint]))
    const larger = [
      sendMessage,
      answerTemporarily,
      updateChatProfile,
      paymentWebhook,
      uploadChunk,
      importChats,
      transcribe,
      saveIssue,
      saveLegalText,
      addIssueImage,
      offerExchange,
    ]
    expect(new Set(large)).toEqual(new Set(larger))
    for (const { name, endpoint } of calls) {
      if (endpoint.body === undefined || endpoint.bodyType !== undefined || large.includes(endpoint)) continue
      expect(largest(jsonSchema(endpoint.body, 'input')), name).toBeLessThanOrEqual(JSON_BODY_MAX)
    }
  })

  it('fits the longest message with every character escaped, and all facts of a user', () => {
    const message = { content: '\u0001'.repeat(MESSAGE_MAX), id: crypto.randomUUID(), chat: crypto.randomUUID() }
    expect(JSON.stringify(message).length).toBeLessThan(sendMessage.bodyMax)
    const imported = JSON.stringify({ content: '\u0001'.repeat(IMPORT_MESSAGE_MAX) })
    expect(imported.length).toBeLessThan(importChats.bodyMax - JSON_BODY_MAX)
    const fact = () => ({ id: crypto.randomUUID(), text: '漢'.repeat(MEMORY_MAX) })
    const body = { about: '漢'.repeat(2_000), memories: Array.from({ length: MEMORIES_MAX }, fact) }
    expect(new TextEncoder().encode(JSON.stringify(body)).length).toBeLessThan(updateChatProfile.bodyMax)
  })
})
