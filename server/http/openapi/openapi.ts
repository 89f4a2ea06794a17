import { Hono } from 'hono'
import type { HttpEnv } from '../env.ts'
import { docsPage } from './docs-page.ts'
import { docsStyle } from './docs-style.ts'
import { openApiDocument } from './document.ts'

/** Serves `/openapi.json`, `/docs` and its style; each is generated once, at its first request. */
export function openApi(publicUrl: string): Hono<HttpEnv> {
  const document = once(() => JSON.stringify(openApiDocument(publicUrl)))
  const page = once(async () => String(await docsPage()))
  const pages = [
    ['/openapi.json', 'application/json', document],
    ['/docs', 'text/html; charset=utf-8', page],
    ['/docs.css', 'text/css; charset=utf-8', () => docsStyle],
  ] as const
  const app = new Hono<HttpEnv>()
  for (const [path, type, text] of pages) {
    app.get(path, async (context) => {
      context.set('callName', 'docs')
      return new Response(await text(), { headers: { 'Content-Type': type, 'Cache-Control': 'no-cache' } })
    })
  }
  return app
}

function once<T>(make: () => T): () => T {
  let made: { value: T } | undefined
  return () => {
    made ??= { value: make() }
    return made.value
  }
}
