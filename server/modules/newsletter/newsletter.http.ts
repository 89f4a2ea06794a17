import { html, raw } from 'hono/html'
import { API_BASE } from '#contract/endpoint.ts'
import type { Language } from '#contract/primitives.ts'
import type { Dependencies } from '../../dependencies.ts'
import { previewIssue } from './issues/use-cases/preview-issue.ts'
import { readImage } from './issues/use-cases/read-image.ts'

/** Pictures have random names and never change. Mail programs and other sites may show them. */
export async function serveImage(deps: Pick<Dependencies, 'db'>, name: string): Promise<Response> {
  const { content, content_type } = await readImage(deps, name)
  return new Response(new Uint8Array(content), {
    headers: {
      'Content-Type': content_type,
      'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
      'Content-Length': String(content.byteLength),
      'Cache-Control': 'public, max-age=31536000, immutable',
      'Cross-Origin-Resource-Policy': 'cross-origin',
    },
  })
}

/** Allows inline styles, which mails need, in the preview only; no page but the editor may show it in a frame. */
const policy =
  "default-src 'none'; style-src 'self' 'unsafe-inline'; img-src 'self'; frame-ancestors 'self'; sandbox allow-popups allow-popups-to-escape-sandbox"

export async function servePreview(
  deps: Pick<Dependencies, 'db' | 'config' | 'now'>,
  wanted: { token: string; language: Language; as: 'mail' | 'text' | 'page' },
): Promise<Response> {
  const { language, as } = wanted
  const { version, content } = await previewIssue(deps, wanted)
  const page =
    as === 'page'
      ? await html`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${version.subject}</title>
<link rel="stylesheet" href="${API_BASE}/docs.css">
</head>
<body class="small"><main><h1>${version.subject}</h1>${raw(content)}</main></body>
</html>
`
      : content
  return new Response(String(page), {
    headers: {
      'Content-Type': as === 'text' ? 'text/plain; charset=utf-8' : 'text/html; charset=utf-8',
      'Content-Security-Policy': policy,
      'Content-Language': language,
      'Cache-Control': 'no-store',
      'Referrer-Policy': 'no-referrer',
    },
  })
}
