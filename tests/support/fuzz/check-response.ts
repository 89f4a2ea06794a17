import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import type { ApiOperation, Schema } from './openapi-document.ts'
import type { FuzzRequest } from './requests.ts'

export interface Answer {
  status: number
  type: string
  text: string
}

/** Says what is wrong with an answer by the document, or nothing. */
export type Judge = (request: FuzzRequest, answer: Answer) => string | undefined

/** What another method at the same address may answer: it is another operation, or none. */
const anyError: Schema = {
  anyOf: [{ $ref: '#/components/schemas/CodedError' }, { $ref: '#/components/schemas/FieldErrors' }],
}

/** Answers must have a status that their operation names, and a body of the schema that it names for it. */
export function createJudge(components: Schema): Judge {
  const ajv = new Ajv2020({ strict: false, validateFormats: false })
  ajv.addSchema({ $id: 'api', components })
  const compiled = new Map<string, ValidateFunction>()
  /** Writing a schema out for every answer took longer than checking the answer. */
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
    // Node's own refusal of a request line and headers over 16 KiB, before any code of ours.
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

/** The schema of a JSON answer; undefined for another kind that is allowed; else what is wrong. */
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
