import { html } from 'hono/html'
import { API_BASE, type Endpoint } from '#contract/endpoint.ts'
import type { CallName } from '#contract/index.ts'
import { calls } from '../api/bind-routes.ts'
import { groupOf } from './document.ts'
import { fieldLines } from './field-lines.ts'

type Html = ReturnType<typeof html>

/** The API documentation as an HTML page without scripts: every call in its group. Its style is in `docs-style.ts`. */
export function docsPage(): Html {
  const groups = Map.groupBy(calls, ({ endpoint }) => groupOf(endpoint.path))
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Companion: the provider API</title>
<link rel="stylesheet" href="${API_BASE}/docs.css">
</head>
<body>
<header>
<h1>The provider API</h1>
<p>Base <code>${API_BASE}</code>. JSON, snake_case; times are ISO 8601 UTC. Send
<code>Authorization: Bearer &lt;access token&gt;</code>. Errors are <code>{message, code}</code>; a 400 about
fields is <code>{field: [message]}</code>. The same as a machine reads it:
<a href="${API_BASE}/openapi.json">openapi.json</a>.</p>
<nav><ul>${[...groups.keys()].map((group) => html`<li><a href="#${group}">${group}</a></li>`)}</ul></nav>
</header>
<main>${[...groups].map(([group, members]) => section(group, members))}</main>
</body>
</html>`
}

function section(group: string, members: readonly { name: CallName; endpoint: Endpoint }[]): Html {
  return html`<section id="${group}"><h2>${group}</h2>${members.map(({ name, endpoint }) => article(name, endpoint))}</section>`
}

function article(name: CallName, endpoint: Endpoint): Html {
  const { method, path, summary, access, params, query, body, responses, errors } = endpoint
  return html`<article id="${name}">
<h3><code class="method">${method}</code> <code>${path}</code></h3>
<p>${summary}.</p>
<dl>
<dt>Who</dt><dd>${who[access]}</dd>
${params && row('Path', fieldLines(params, 'input'))}
${query && row('Query', fieldLines(query, 'input'))}
${body && row('Body', fieldLines(body, 'input'))}
${Object.entries(responses).map(([status, answer]) =>
  row(status, typeof answer === 'string' ? [{ name: answer, type: '' }] : fieldLines(answer, 'output')),
)}
${errors.length > 0 && html`<dt>Errors</dt><dd>${errors.join(', ')}</dd>`}
</dl>
</article>`
}

const who: Record<Endpoint['access'], string> = {
  public: 'anybody',
  user: 'signed in',
  provider: 'admin or provider',
  admin: 'admin',
}

function row(title: string, lines: readonly { name: string; type: string }[]): Html {
  return html`<dt>${title}</dt><dd><ul>${lines.map(({ name, type }) => html`<li><code>${name}</code> ${type}</li>`)}</ul></dd>`
}
