import { afterAll, expect, it, vi } from 'vitest'
import { updateProfile } from '#contract/endpoints/accounts.ts'
import { getIssue, scheduleIssue } from '#contract/endpoints/newsletter/issues.ts'
import { subscribeToNewsletter } from '#contract/endpoints/newsletter/reading.ts'
import type { Issue } from '#contract/objects/newsletter.ts'
import { mailTo, type ReceivedMail, startMailServer } from '#support/fakes/mail-server.ts'
import { describeServerOnEachEngine } from '#support/servers/test-server.ts'
import { insertSignedInUser } from '#support/users/inserted-user.ts'
import { writeIssue } from '#support/users/readers.ts'

const post = await startMailServer()
afterAll(() => post.close())

const form = (fields: Record<string, string>) => ({
  method: 'POST',
  headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
  body: new URLSearchParams(fields).toString(),
})
const coast = 'https://example.org/coast?a=1&b=2'
const body = `See [the coast](${coast}), [it](https://example.org/) and [write](mailto:hello@example.org).`
let count = 0

describeServerOnEachEngine(
  'clicks on links of the newsletter',
  (server, engine) => {
    const reader = async (countsClicks: boolean, language: 'en' | 'es' = 'en') => {
      const { db } = server().dependencies
      const user = await insertSignedInUser(server().dependencies)
      await db.updateTable('users').set({ email_verified: 1, language }).where('id', '=', user.id).execute()
      const changes = { receive_newsletters: true, counts_clicks: countsClicks }
      await server().call(updateProfile, { token: user.token, body: changes })
      return user
    }
    const send = async () => {
      const admin = await insertSignedInUser(server().dependencies, { isAdmin: true })
      count += 1
      const subject = `Coasts ${engine}${count}`
      const version = { subject, preview: '', body }
      const issue = await writeIssue(server(), admin.token, { versions: { en: version, es: version } })
      const given = { token: admin.token, params: { id: issue.id } }
      await server().call(scheduleIssue, { ...given, body: { revision: issue.revision, at: null } })
      const read = () => server().call(getIssue, given)
      await vi.waitFor(async () => expect((await read()).status).toBe('sent'))
      const mailOf = (email: string) => mailTo(post.mails, email, new RegExp(`^${subject}$`))
      return { read, mailOf }
    }
    const countedIn = ({ text = '' }: ReceivedMail) =>
      [...text.matchAll(/\S+(\/newsletter\/links\/[\w.-]+)/g)].map(([, path = '']) => path)
    const follow = (path: string, init: RequestInit = {}) => server().send(path, { redirect: 'manual', ...init })
    const clicksOn = ({ clicks }: Issue) => Object.fromEntries(clicks.links.map((link) => [link.url, link.clicks]))

    it('are counted for readers who agreed, without who clicked, and each link leads where it did', async () => {
      const [agreed, other] = [await reader(true), await reader(false)]
      const { read, mailOf } = await send()
      const mail = await mailOf(agreed.email)
      const [first = '', second = '', ...more] = countedIn(mail)
      expect(more).toEqual([])
      expect(mail.html).toContain(`href="${server().dependencies.config.publicUrl}${first}"`)
      expect(mail.html).not.toContain('href="https://example.org')
      expect(mail.html).toContain('href="mailto:hello@example.org"')
      for (let n = 0; n < 2; n += 1) {
        const response = await follow(first)
        expect(response.status).toBe(302)
        expect(response.headers.get('location')).toBe(coast)
        expect(response.headers.get('cache-control')).toContain('no-store')
        expect(response.headers.get('referrer-policy')).toBe('no-referrer')
      }
      expect((await follow(second)).headers.get('location')).toBe('https://example.org/')
      const issue = await read()
      expect(issue.clicks.readers).toBe(1)
      expect(clicksOn(issue)).toEqual({ [coast]: 2, 'https://example.org/': 1 })
      const plain = await mailOf(other.email)
      expect(countedIn(plain)).toEqual([])
      expect(plain.html).toContain('href="https://example.org/coast?a=1&amp;b=2"')
      // The links are the same for everybody.
      const { db } = server().dependencies
      const stored = await db.selectFrom('newsletter_links').selectAll().execute()
      expect(Object.keys(stored[0] ?? {}).sort()).toEqual(['clicks', 'id', 'issue_id', 'number', 'url'])
    })

    it('are named in the footer for who agreed, with the way to end it, and denied for others, in both languages', async () => {
      const readers = [await reader(true), await reader(false), await reader(true, 'es'), await reader(false, 'es')]
      const { mailOf } = await send()
      const [yes, no, si, nunca] = await Promise.all(readers.map(({ email }) => mailOf(email)))
      for (const part of ['text', 'html'] as const) {
        expect(yes?.[part]).toContain('You agreed that clicks on its links are counted')
        expect(yes?.[part]).toContain('/settings?section=general')
        expect(no?.[part]).toContain('its links are not counted')
        expect(no?.[part]).not.toContain('You agreed')
        expect(si?.[part]).toContain('Aceptaste que se cuenten los clics')
        expect(nunca?.[part]).toContain('sus enlaces no se cuentan')
      }
    })

    it('are not counted any more in the next issue, once the reader has ended it', async () => {
      const user = await reader(true)
      const before = await send()
      expect(countedIn(await before.mailOf(user.email))).toHaveLength(2)
      const ended = await server().call(updateProfile, { token: user.token, body: { counts_clicks: false } })
      expect(ended.counts_clicks).toBe(false)
      const after = await send()
      expect(countedIn(await after.mailOf(user.email))).toEqual([])
    })

    it('are not counted by programs that look at links without opening them', async () => {
      const user = await reader(true)
      const { read, mailOf } = await send()
      const [path = ''] = countedIn(await mailOf(user.email))
      expect((await follow(path, { method: 'HEAD' })).headers.get('location')).toBe(coast)
      expect((await follow(path, { headers: { 'Sec-Purpose': 'prefetch;prerender' } })).status).toBe(302)
      expect(clicksOn(await read())[coast]).toBe(0)
    })

    it('lead nowhere for a link that this server did not make', async () => {
      const user = await reader(true)
      const [path = ''] = countedIn(await (await send()).mailOf(user.email))
      for (const forged of [
        `${path}x`,
        path.replace(/l(\d+)\./, (_, id) => `l${Number(id) + 1}.`),
        '/newsletter/links/https%3A%2F%2Fevil.example',
      ]) {
        const response = await follow(forged)
        expect(response.status).toBe(404)
        expect(response.headers.get('location')).toBeNull()
      }
    })

    it('are counted for an address without an account only after its box was checked, which can be undone', async () => {
      count += 1
      const email = `clicks-${process.pid}-${count}@example.org`
      await server().call(subscribeToNewsletter, { body: { email, language: 'en' } })
      const { text = '' } = await mailTo(post.mails, email, /Do you want the Companion newsletter/)
      const url = new URL(/\S+\/newsletter\/address\?token=\S+/.exec(text)?.[0] ?? '')
      const page = url.pathname + url.search
      const opened = (await server().send(page)).text
      expect(opened).toContain('<input type="checkbox" name="clicks" value="on">')
      const agreement = async () =>
        JSON.parse((await server().send(page.replace('/address?', '/address.json?'))).text).clicks_agreed_at
      await server().send(page, form({ action: 'confirm' }))
      expect(await agreement()).toBeNull()
      const agreed = await server().send(page, form({ action: 'count_clicks' }))
      expect(agreed.text).toContain('Clicks on links are counted since')
      const { mailOf } = await send()
      const mail = await mailOf(email)
      expect(countedIn(mail)).toHaveLength(2)
      expect(mail.text).toContain('/newsletter/address?token=')
      await server().send(page, form({ action: 'end_clicks' }))
      expect(await agreement()).toBeNull()
      await server().send(page, form({ action: 'confirm', clicks: 'on' }))
      expect(await agreement()).not.toBeNull()
    })
  },
  {
    env: {
      SMTP_URL: post.url,
      MAIL_FROM: 'hello@companion.test',
      NEWSLETTER_ADDRESS: '1 Harbour Street',
      NEWSLETTER_PER_MINUTE: '60000',
    },
    newsletter: { sweepMs: 50 },
  },
)
