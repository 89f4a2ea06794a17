import { html } from 'hono/html'
import { Language } from '#contract/primitives.ts'
import { newsletterTexts } from '../newsletter-texts.ts'
import { archiveUrl, feedUrl, issueUrl } from './archive-urls.ts'
import type { ArchivedIssue } from './read-archive.ts'

const FEED_ITEMS_MAX = 50
/** What XML 1.0 cannot contain, not even escaped. */
const notXml = /[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu

/** RSS 2.0 of the issues in one language, newest first. */
export function newsletterFeed(issues: readonly ArchivedIssue[], publicUrl: string, language: Language) {
  const texts = newsletterTexts[language]
  const items = issues.filter((issue) => issue.language === language).slice(0, FEED_ITEMS_MAX)
  const feed = html`<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom">
<channel>
<title>${texts.title}</title>
<link>${archiveUrl(publicUrl, language)}</link>
<description>${texts.about}</description>
<language>${language}</language>
<atom:link href="${feedUrl(publicUrl, language)}" rel="self" type="application/rss+xml"/>
${items.map(
  ({ slug, subject, preview, started_at }) => html`<item>
<title>${subject}</title>
<link>${issueUrl(publicUrl, slug, language)}</link>
<guid isPermaLink="true">${issueUrl(publicUrl, slug, language)}</guid>
<pubDate>${new Date(started_at).toUTCString()}</pubDate>
<description>${preview}</description>
</item>
`,
)}</channel>
</rss>
`
  return respondXml(feed, 'application/rss+xml')
}

/** The sitemap: start page, information, and the newsletter's archive and issues, each of these in its languages. */
export function sitemap(issues: readonly ArchivedIssue[], publicUrl: string) {
  const translated = [
    ...(issues.length === 0
      ? []
      : [Language.options.map((language) => [language, archiveUrl(publicUrl, language)] as const)]),
    ...issues.map(({ slug, languages }) =>
      languages.map((language) => [language, issueUrl(publicUrl, slug, language)] as const),
    ),
  ]
  const map = html`<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">
<url><loc>${publicUrl}/</loc></url>
<url><loc>${publicUrl}/information</loc></url>
${translated.map((urls) =>
  urls.map(
    ([, url]) => html`<url><loc>${url}</loc>${urls.map(
      ([language, other]) => html`<xhtml:link rel="alternate" hreflang="${language}" href="${other}"/>`,
    )}</url>
`,
  ),
)}</urlset>
`
  return respondXml(map, 'application/xml')
}

/** Hono's `html` escapes & < > " ' by references that XML knows too. Adds what XML needs besides. */
async function respondXml(content: ReturnType<typeof html>, type: string): Promise<Response> {
  const xml = `<?xml version="1.0" encoding="UTF-8"?>\n${String(await content).replaceAll(notXml, '')}`
  return new Response(xml, { headers: { 'Content-Type': `${type}; charset=utf-8`, 'Cache-Control': 'no-cache' } })
}
