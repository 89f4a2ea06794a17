import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import type { ApiOperation, Schema } from './openapi-document.ts'
import type { FuzzRequest } from './requests.ts'

export interface Answer {
  status: number
  type: string
  text: string
}

/** Returns what is wrong with a response according to the document, or undefined. */
export type Judge = (request: FuzzRequest, answer: Answer) => string | undefined

/** The statuses of another method at the same address: it is another operation, or none. */
const anyError: Schema = {
  anyOf: [{ $ref: '#/components/schemas/CodedError' }, { $ref: '#/components/schemas/FieldErrors' }],
}

/** A response must have a status that its operation declares, and a body of the schema for it. */
export function createJudge(components: Schema): Judge {
  const ajv = new Ajv2020({ strict: false, validateFormats: false })
  ajv.addSchema({ $id: 'api', components })
  const compiled = new Map<string, ValidateFunction>()
  /** Cached, because resolving a schema for every response took longer than checking it. */
  const byObject = new WeakMap<Schema, ValidateFunction>()
  const validator = (schema: Schema): ValidateFunction => {
    const seen = byObject.get(schema)
    if (seen !== undefined) return seen
    const key = JSON.stringify(schema)
    const known = compiled.get(key) ?? ajv.compile(JSON.parse(key.replaceAll('"$ref":"#', '"$ref":"api#')))
    compiled.set(key, known)
    byObject.set(schema, known)
    return known
  }

  return ({ operation, method }, { status, type, text }) => {
    // Node's own rejection of a request line and headers over 16 KiB, before any code of ours.
    if (status === 431) return undefined
    if (status >= 500) return 'the server failed'
    const swapped = method !== operation.method
    if (swapped && status < 400) return undefined
    const schema = swapped ? anyError : schemaOf(operation, status, type)
    if (typeof schema === 'string') return schema
    if (schema === undefined) return undefined
    const body = parse(text)
    if (body === undefined) return 'the body is no JSON'
    const validate = validator(schema)
    return validate(body) ? undefined : ajv.errorsText(validate.errors)
  }
}

/** The schema of a JSON response; undefined for an allowed response of another type; else the problem. */
function schemaOf({ responses }: ApiOperation, status: number, type: string): Schema | string | undefined {
  const response = responses[status]
  if (response === undefined) return `status ${status} is not documented`
  const kind = type.split(';', 1)[0] ?? ''
  if (response.content === undefined) return kind === '' ? undefined : `a body of ${kind} is not documented`
  const content = response.content[kind] ?? response.content['*/*']
  if (content === undefined) return `a body of ${kind} is not documented for ${status}`
  return kind === 'application/json' ? (content.schema ?? {}) : undefined
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
