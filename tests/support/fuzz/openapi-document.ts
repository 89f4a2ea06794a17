import * as v from 'valibot'

/** A JSON schema of the OpenAPI document. */
export type Schema = Readonly<Record<string, unknown>>

const Loose = v.record(v.string(), v.unknown())
const Content = v.record(v.string(), v.object({ schema: v.optional(Loose) }))
const Operation = v.object({
  operationId: v.string(),
  /** The role that the caller needs. */
  'x-role': v.optional(v.picklist(['provider', 'admin'])),
  parameters: v.array(
    v.object({ name: v.string(), in: v.picklist(['path', 'query']), required: v.boolean(), schema: Loose }),
  ),
  requestBody: v.optional(v.object({ content: Content })),
  responses: v.record(v.string(), v.object({ content: v.optional(Content) })),
})
const Document = v.object({ paths: v.record(v.string(), v.record(v.string(), Operation)), components: Loose })

export interface ApiOperation extends v.InferOutput<typeof Operation> {
  method: string
  path: string
}

/** The operations of an OpenAPI document, and its components to resolve references. */
export function readDocument(document: unknown): { operations: ApiOperation[]; components: Schema } {
  const { paths, components } = v.parse(Document, document)
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ ...operation, path, method: method.toUpperCase() })),
  )
  return { operations, components }
}
