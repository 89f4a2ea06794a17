import { expect, it } from 'vitest'
import { streamEvents } from '#contract/stream.ts'
import { temporaryEvents } from '#contract/temporary-stream.ts'
import { calls } from '#server/http/api/bind-routes.ts'
import { describeServerOnEachEngine } from '#support/servers/test-server.ts'

interface Operation {
  operationId: string
  security: unknown[]
  requestBody?: unknown
  parameters: { name: string; in: string; required: boolean }[]
  responses: Record<string, { description: string; content?: Record<string, unknown> }>
}
interface Document {
  openapi: string
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, unknown>; securitySchemes: Record<string, unknown> }
}

describeServerOnEachEngine('the OpenAPI document', (server) => {
  const read = async () => (await server().send('/api/v1/openapi.json')).body as Document

  it('has every call of the contract with its body, parameters and responses', async () => {
    const document = await read()
    expect(document.openapi).toBe('3.1.0')
    for (const { name, endpoint } of calls) {
      const operation = document.paths[endpoint.path]?.[endpoint.method.toLowerCase()]
      expect(operation?.operationId).toBe(name)
      expect(operation?.requestBody !== undefined, name).toBe(
        endpoint.body !== undefined || endpoint.bodyType === 'raw',
      )
      expect(operation?.security, name).toEqual(endpoint.access === 'public' ? [] : [{ access: [] }])
      expect(Object.keys(operation?.responses ?? {}), name).toEqual(
        expect.arrayContaining([...Object.keys(endpoint.responses), '400', '429', '500']),
      )
      const inPath = [...endpoint.path.matchAll(/\{(\w+)\}/g)].map((match) => match[1])
      const declared = operation?.parameters.filter((parameter) => parameter.in === 'path')
      expect(
        declared?.map((parameter) => parameter.name),
        name,
      ).toEqual(inPath)
      expect(
        declared?.every((parameter) => parameter.required),
        name,
      ).toBe(true)
    }
    const operations = Object.values(document.paths).flatMap((path) => Object.keys(path))
    expect(operations).toHaveLength(calls.length)
  })

  it('has no dangling references', async () => {
    const document = await read()
    const references = [...JSON.stringify(document).matchAll(/"\$ref":"([^"]+)"/g)].map((match) => match[1] ?? '')
    expect(references.length).toBeGreaterThan(50)
    for (const reference of references) {
      const name = reference.replace('#/components/schemas/', '')
      expect(Object.keys(document.components.schemas)).toContain(name)
    }
    expect(JSON.stringify(document)).not.toContain('$defs')
  })

  it('names each event of the streams, with its component', async () => {
    const document = await read()
    const text = JSON.stringify(document.paths)
    for (const name of [...Object.keys(streamEvents), ...Object.keys(temporaryEvents)]) {
      const component = new RegExp(`${name} \\((\\w+)\\)`).exec(text)?.[1] ?? name
      expect(Object.keys(document.components.schemas)).toContain(component)
    }
  })

  it('describes the event stream beside the JSON response', async () => {
    const document = await read()
    const answer = document.paths['/companion/chat/']?.post?.responses['200']
    expect(Object.keys(answer?.content ?? {})).toEqual(['application/json', 'text/event-stream'])
  })

  it('is shown on a readable page without scripts', async () => {
    const { text, headers, status } = await server().send('/api/v1/docs')
    expect(status).toBe(200)
    expect(headers.get('content-type')).toContain('text/html')
    for (const { endpoint } of calls) expect(text).toContain(`<code>${endpoint.path}</code>`)
    expect(text).not.toMatch(/<script|style=|<style/)
    expect((await server().send('/api/v1/docs.css')).headers.get('content-type')).toContain('text/css')
  })
})
