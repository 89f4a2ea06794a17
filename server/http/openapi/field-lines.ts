import type { Endpoint } from '#contract/endpoint.ts'
import { objectOf } from './document.ts'
import { type JsonSchema, jsonSchema } from './json-schema.ts'

/** The fields of a schema with their types as text; one line without a name if the schema is not an object. */
export function fieldLines(
  schema: NonNullable<Endpoint['body']>,
  typeMode: 'input' | 'output',
): readonly { name: string; type: string }[] {
  return linesOf(jsonSchema(schema, typeMode))
}

function linesOf(json: JsonSchema): readonly { name: string; type: string }[] {
  const shapes = Array.isArray(json.anyOf) ? (json.anyOf as JsonSchema[]) : []
  if (shapes.length > 0 && shapes.every(({ properties }) => properties !== undefined)) {
    return shapes.flatMap((shape, index) => [...(index > 0 ? [{ name: 'or', type: '' }] : []), ...linesOf(shape)])
  }
  if (json.type !== 'object' || json.properties === undefined) return [{ name: typeName(json), type: '' }]
  const { properties, required } = objectOf(json)
  return Object.entries(properties).map(([name, property]) => ({
    name: required.includes(name) ? name : `${name}?`,
    type: typeName(property),
  }))
}

function typeName(schema: JsonSchema): string {
  if (typeof schema.$ref === 'string') return schema.$ref.slice(schema.$ref.lastIndexOf('/') + 1)
  const options = schema.anyOf ?? schema.oneOf
  if (Array.isArray(options)) return options.map(typeName).join(' or ')
  if (Array.isArray(schema.enum)) return schema.enum.map((value) => JSON.stringify(value)).join(', ')
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  if (schema.type === 'array') return `list of ${typeName((schema.items ?? {}) as JsonSchema)}`
  const kind = typeof schema.type === 'string' ? schema.type : 'anything'
  return typeof schema.format === 'string' ? `${kind} (${schema.format})` : kind
}
