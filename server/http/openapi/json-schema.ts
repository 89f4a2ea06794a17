import { type ConversionConfig, toJsonSchema, toJsonSchemaDefs } from '@valibot/to-json-schema'
import type * as v from 'valibot'
import type { Endpoint } from '#contract/endpoint.ts'
import { components } from './components.ts'

export type JsonSchema = Readonly<Record<string, unknown>>
type Schema = NonNullable<Endpoint['body']>

const config = (typeMode: 'input' | 'output'): ConversionConfig => ({
  target: 'draft-2020-12',
  typeMode,
  // Checks that JSON Schema cannot express (a trimmed length, a file's size) are left out of the document.
  errorMode: 'ignore',
  definitions: components,
  overrideRef: ({ referenceId }) => `#/components/schemas/${referenceId}`,
  // The items of a `boundedArray`, whose action follows that of the length.
  overrideAction: ({ valibotAction, jsonSchema: list }) => {
    if (!('metadata' in valibotAction)) return undefined
    const { items } = valibotAction.metadata as { items: v.GenericSchema }
    return { ...list, items: jsonSchema(items, typeMode) }
  },
  overrideSchema: ({ valibotSchema }) =>
    valibotSchema.type === 'instance' ? { type: 'string', format: 'binary' } : undefined,
})

/** The JSON Schema of what a client may send (`input`) or receives (`output`). */
export function jsonSchema(schema: Schema, typeMode: 'input' | 'output'): JsonSchema {
  if (schema.async) throw new Error('the contract has no asynchronous schemas')
  const { $schema: _version, $defs: _components, ...rest } = toJsonSchema(schema, config(typeMode))
  return rest
}

export function componentSchemas(): Readonly<Record<string, JsonSchema>> {
  return toJsonSchemaDefs(components, config('output')) as Readonly<Record<string, JsonSchema>>
}
