import { html } from 'hono/html'
import { API_BASE } from '#contract/endpoint.ts'
import type { Language } from '#contract/primitives.ts'
import { newsletterTexts } from './newsletter-texts.ts'

export type Html = ReturnType<typeof html>

interface Page {
  language: Language
  title: string
  content: Html
  /** What only pages of the archive have: Open Graph, other languages, the feed. */
  head?: Html
  /** The same page in the other language. */
  otherLanguage?: string | undefined
  status?: number
  /** Replaces the footer of the newsletter. */
  footer?: Html
  /** False for pages of one reader, which no cache may store and no search engine may list. */
  isPublic: boolean
}

/** A page without scripts and without anything of another site, so that it opens without the app. */
export async function newsletterPage({
  language,
  title,
  content,
  head,
  otherLanguage,
  status,
  footer,
  isPublic,
}: Page) {
  const texts = newsletterTexts[language]
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
<body class="newsletter">
<header><a class="brand" href="/">Companion</a>${
    otherLanguage !== undefined &&
    html`<a href="${otherLanguage}" hreflang="${other}" lang="${other}">${texts.otherLanguage}</a>`
  }</header>
<main>
${content}
</main>
<footer>${
    footer ??
    html`<p>${texts.unmeasured}</p>
<p><a href="/information#privacy">${texts.privacy}</a> <a href="/">${texts.home}</a></p>`
  }</footer>
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
