import { expect, it } from 'vitest'
import { getConfig } from '#contract/endpoints/companion.ts'
import { freeSlug } from '#server/modules/newsletter/issues/issues.repository.ts'
import { describeServerOnEachEngine } from '#support/servers/test-server.ts'
import { publishIssue } from '#support/users/published-issue.ts'

const english = { subject: 'Herons & <money>', preview: 'What a heron earns', body: '## Patience\n\nIt <b>waits</b>.' }
const spanish = { subject: 'Garzas y dinero', preview: 'Lo que gana una garza', body: '## Paciencia\n\nEspera.' }

describeServerOnEachEngine('the archive of the newsletter', (server) => {
  const open = (path: string, language = 'en') => server().send(path, { headers: { 'Accept-Language': language } })
  const draft = async () => {
    const time = new Date().toISOString()
    const issue = { status: 'draft', revision: 1, send_other_language: 0, slug: 'a-draft' } as const
    const { db } = server().dependencies
    const { id } = await db
      .insertInto('newsletter_issues')
      .values({ ...issue, created_at: time, updated_at: time })
      .returning('id')
      .executeTakeFirstOrThrow()
    const texts = { subject: 'Secret', preview: '', body: 'Not yet' }
    await db
      .insertInto('newsletter_versions')
      .values({ issue_id: id, language: 'en', ...texts, updated_at: time })
      .execute()
  }

  it('promises nothing while nothing has been sent', async () => {
    await draft()
    expect(await server().call(getConfig, {})).toMatchObject({ newsletter: { subscribe: false, issues: false } })
    const page = await open('/newsletter')
    expect(page.status).toBe(200)
    expect(page.text).toContain('No issue has been sent yet.')
    expect(page.text).not.toMatch(/Secret|<form|<script/)
    expect((await open('/newsletter/a-draft')).status).toBe(404)
    expect((await open('/sitemap.xml')).text).not.toContain('/newsletter')
  })

  it('shows an issue without the app, in the language that the address or the browser names', async () => {
    await publishIssue(server().dependencies, 'herons', { en: english, es: spanish })
    expect(await server().call(getConfig, {})).toMatchObject({ newsletter: { issues: true } })
    const page = await open('/newsletter/herons')
    expect(page.status).toBe(200)
    expect(page.headers.get('content-security-policy')).toContain("default-src 'none'")
    expect(page.headers.get('vary')).toContain('Accept-Language')
    expect(page.text).toContain('<html lang="en">')
    expect(page.text).toContain('<h1>Herons &amp; &lt;money&gt;</h1>')
    expect(page.text).toContain('<h2>Patience</h2>')
    expect(page.text).toContain('It &lt;b&gt;waits&lt;/b&gt;.')
    expect(page.text).not.toMatch(/<script|style=/)
    const { publicUrl } = server().dependencies.config
    expect(page.text).toContain(`<meta property="og:title" content="Herons &amp; &lt;money&gt;">`)
    expect(page.text).toContain(`<meta property="og:image" content="${publicUrl}/share.png">`)
    for (const language of ['en', 'es']) {
      const link = `<link rel="alternate" hreflang="${language}" href="${publicUrl}/newsletter/herons?lang=${language}">`
      expect(page.text).toContain(link)
    }
    for (const other of [await open('/newsletter/herons', 'es'), await open('/newsletter/herons?lang=es')]) {
      expect(other.text).toContain('<html lang="es">')
      expect(other.text).toContain('Espera.')
    }
    expect((await open('/newsletter?lang=es')).text).toContain('Garzas y dinero')
  })

  it('shows an issue of one language to readers of the other, and says so', async () => {
    await publishIssue(server().dependencies, 'only-english', { en: english })
    const page = await open('/newsletter/only-english', 'es')
    expect(page.text).toContain('<article lang="en">')
    expect(page.text).toContain('Este número solo existe en inglés.')
    expect(page.text).not.toContain('hreflang="es"')
  })

  it('does not list an issue that was stopped, but opens it from the mails that were sent', async () => {
    const id = await publishIssue(server().dependencies, 'stopped', { en: { ...english, subject: 'Stopped' } })
    await server()
      .dependencies.db.updateTable('newsletter_issues')
      .set({ status: 'stopped' })
      .where('id', '=', id)
      .execute()
    expect((await open('/newsletter')).text).not.toContain('Stopped')
    expect((await open('/newsletter/stopped')).text).toContain('Stopped')
  })

  it('has a feed in each language and a sitemap, both well-formed', async () => {
    const feed = await open('/newsletter/rss.xml?lang=es')
    expect(feed.headers.get('content-type')).toContain('application/rss+xml')
    expect(feed.text).toMatch(/^<\?xml version="1.0" encoding="UTF-8"\?>\n<rss version="2.0"/)
    expect(feed.text).toContain('<language>es</language>')
    expect(feed.text.match(/<item>/g)).toHaveLength(1)
    const inEnglish = await open('/newsletter/rss.xml')
    expect(inEnglish.text).toContain('<title>Herons &amp; &lt;money&gt;</title>')
    expect(inEnglish.text.match(/<pubDate>\w{3}, \d\d \w{3} \d{4} [\d:]{8} GMT<\/pubDate>/g)).toHaveLength(2)
    const map = await open('/sitemap.xml')
    expect(map.headers.get('content-type')).toContain('application/xml')
    const { publicUrl } = server().dependencies.config
    expect(map.text).toContain(`<loc>${publicUrl}/newsletter/herons?lang=es</loc>`)
    for (const { text } of [feed, inEnglish, map]) expect(openTags(text)).toEqual([])
  })

  it.each(['%00', 'herons%00', 'Herons!', '%F0%9F%90%A6'])(
    'has no page of an issue at /newsletter/%s',
    async (slug) => {
      const page = await open(`/newsletter/${slug}`)
      expect(page.status).toBe(404)
      expect(page.text).toContain('<!doctype html>')
    },
  )

  it('shows an issue whose subject is the path of another page', async () => {
    const slug = await freeSlug(server().dependencies.db, 'Address')
    await publishIssue(server().dependencies, slug, { en: { ...english, subject: 'Address' } })
    const page = await open(`/newsletter/${slug}`)
    expect(page.status).toBe(200)
    expect(page.text).toContain('<h1>Address</h1>')
  })
})

/** The elements that are not closed, in a text of which every `<` begins a tag. */
function openTags(xml: string): string[] {
  const open: string[] = []
  for (const [, closing, name = '', , empty] of xml.matchAll(/<(\/?)([a-z:]+)((?:\s[a-z:]+="[^"<]*")*)(\/?)>/gi)) {
    if (closing) expect(open.pop()).toBe(name)
    else if (!empty) open.push(name)
  }
  return open
}
