import { html } from 'hono/html'
import { API_BASE } from '#contract/endpoint.ts'
import type { Language } from '#contract/primitives.ts'

export type Html = ReturnType<typeof html>

export interface HtmlPage {
  language: Language
  title: string
  content: Html
  /** More elements of the head, such as Open Graph, other languages and a feed. */
  head?: Html
  /** The same page in the other language. */
  otherLanguage?: string | undefined
  status?: number
  footer: Html
  /** False for pages of one reader, which no cache may store and no search engine may list. */
  isPublic: boolean
}

/** By the language of the page. */
const toOtherLanguage: Readonly<Record<Language, string>> = { en: 'Leer en español', es: 'Read in English' }

/** A page without scripts and without anything of another site, so that it opens without the app. */
export async function htmlPage({
  language,
  title,
  content,
  head,
  otherLanguage,
  status,
  footer,
  isPublic,
}: HtmlPage): Promise<Response> {
  const other = language === 'en' ? 'es' : 'en'
  const page = html`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
${!isPublic && html`<meta name="robots" content="noindex, nofollow">\n<meta name="referrer" content="no-referrer">\n`}<title>${title} · Companion</title>
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<link rel="stylesheet" href="${API_BASE}/docs.css">
${head}</head>
<body class="page">
<header><a class="brand" href="/">Companion</a>${
    otherLanguage !== undefined &&
    html`<a href="${otherLanguage}" hreflang="${other}" lang="${other}">${toOtherLanguage[language]}</a>`
  }</header>
<main>
${content}
</main>
<footer>${footer}</footer>
</body>
</html>
`
  return new Response(String(await page), {
    status: status ?? 200,
    headers: {
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Language': language,
      ...(isPublic
        ? { 'Cache-Control': 'no-cache', Vary: 'Accept-Language' }
        : { 'Cache-Control': 'private, no-store', 'X-Robots-Tag': 'noindex, nofollow' }),
    },
  })
}
