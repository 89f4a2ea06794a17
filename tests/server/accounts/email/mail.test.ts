import { randomUUID } from 'node:crypto'
import { existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { forgotPassword, resendVerification, verifyEmail } from '#contract/endpoints/accounts.ts'
import * as admin from '#contract/endpoints/admin.ts'
import { createTestStorage, type TestStorage } from '#support/database/test-database.ts'
import { mailsIn } from '#support/fakes/mail-folder.ts'
import { type MailServer, mailTo, startMailServer, tokenIn } from '#support/fakes/mail-server.ts'
import { describeServerOnEachEngine, startTestServer, type TestServer } from '#support/servers/test-server.ts'

const header = (mail: { headers: { key: string; value: string }[] }, name: string) =>
  mail.headers.find(({ key }) => key === name.toLowerCase())?.value

describe('a mail', () => {
  let storage: TestStorage
  let post: MailServer
  let server: TestServer

  beforeAll(async () => {
    storage = await createTestStorage('sqlite')
    post = await startMailServer()
    const env = {
      SMTP_URL: post.url,
      MAIL_FROM: 'Companion <hello@companion.example.org>',
      PUBLIC_URL: 'http://companion.localhost',
    }
    server = await startTestServer(storage, { env, mails: { retryMs: [1, 1, 1] } })
  })
  afterAll(async () => {
    await server.close()
    await post.close()
    await storage.remove()
  })

  it('asks a new user to confirm the address, with the same link in HTML and plain text', async () => {
    const user = await server.registerUser({ first_name: 'María José' })
    const mail = await mailTo(post.mails, user.email, /Confirm your address/)
    expect(mail.recipients).toEqual([user.email])
    expect(mail.from).toMatchObject({ name: 'Companion', address: 'hello@companion.example.org' })
    expect(header(mail, 'Auto-Submitted')).toBe('auto-generated')
    const link = `http://companion.localhost/check#verify=${tokenIn(mail)}`
    expect(mail.text).toContain(link)
    expect(mail.html).toContain(`href="${link}"`)
    for (const part of [mail.text, mail.html]) {
      expect(part).toContain('Hello María José,')
      expect(part).toContain('24 hours')
    }
  })

  it.each([
    ['en', 'If you did not start this, do not confirm'],
    ['es', 'Si no empezaste tú esto, no confirmes'],
  ] as const)('asks somebody who did not register to ignore it (%s)', async (language, words) => {
    const user = await server.registerUser()
    await server.dependencies.mails.settled()
    const { db } = server.dependencies
    await db.updateTable('users').set({ language }).where('id', '=', user.id).execute()
    await server.call(resendVerification, { token: user.access })
    const mail = await mailTo(post.mails, user.email, language === 'es' ? /Confirma tu/ : /Confirm your/)
    for (const part of [mail.text, mail.html]) expect(part).toContain(words)
  })

  it('loads nothing, runs no script and has one narrow column with inline styles', async () => {
    const user = await server.registerUser()
    const { html = '' } = await mailTo(post.mails, user.email, /Confirm/)
    expect(html).not.toMatch(/<(?:img|script|link|iframe|form|object)\b|url\(|@import|@font-face|\son\w+=/i)
    expect(html).toContain('max-width:520px')
    expect(html).toMatch(/<html lang="en">/)
    for (const [, tag] of html.matchAll(/<(h1|p|td|a)\b(?![^>]*style=)/g)) expect.fail(`<${tag}> has no style`)
    for (const table of html.match(/<table[^>]*>/g) ?? []) expect(table).toContain('role="presentation"')
  })

  it('is written in the user’s language, not that of the request', async () => {
    const headers = { 'Accept-Language': 'en' }
    const user = await server.registerUser()
    await server.dependencies.db.updateTable('users').set({ language: 'es' }).where('id', '=', user.id).execute()
    await server.call(forgotPassword, { body: { email: user.email }, headers })
    const mail = await mailTo(post.mails, user.email, /Elige una contraseña nueva/)
    expect(mail.html).toContain('<html lang="es">')
    expect(mail.text).toContain('Hola, Ada:')
    expect(mail.text).not.toMatch(/Hello|minutes/)
  })

  it.each([
    ['a header', 'Eve\r\nBcc: victim@example.org'],
    ['another recipient', 'Eve>, victim@example.org <'],
    ['HTML', '<img src=x onerror=alert(1)>'],
    ['an address', 'https://evil.example.org'],
    ['a bare host', 'evil.example.org'],
    ['a turned line', '\u202Eevil'],
  ])('leaves out a name that could be misread as %s', async (_what, first_name) => {
    const user = await server.registerUser()
    await server.dependencies.db.updateTable('users').set({ first_name }).where('id', '=', user.id).execute()
    await server.call(forgotPassword, { body: { email: user.email } })
    const mail = await mailTo(post.mails, user.email, /Choose a new password/)
    expect(mail.recipients).toEqual([user.email])
    expect(mail.to?.map(({ address }) => address)).toEqual([user.email])
    expect(mail.raw).not.toMatch(/^bcc:/im)
    // Without the token of the link, which may contain any word by chance.
    const words = mail.raw.replaceAll('=\r\n', '').replaceAll(/#token=\S+/g, '')
    expect(words).not.toMatch(/victim|evil|onerror|Eve/)
    expect(mail.text).toContain('Hello,')
  })

  it('escapes user content in HTML', async () => {
    const user = await server.registerUser({ first_name: "O'Neil" })
    const mail = await mailTo(post.mails, user.email, /Confirm/)
    expect(mail.html).toContain('Hello O&#39;Neil,')
    expect(mail.text).toContain("Hello O'Neil,")
  })

  it('is retried after a temporary refusal, and the log contains no address', async () => {
    post.refuse(451, 2)
    const before = post.offered()
    const user = await server.registerUser()
    await mailTo(post.mails, user.email, /Confirm/)
    expect(post.offered() - before).toBe(3)
    const lines = server.logs.filter((line) => line.includes('was not taken for now'))
    expect(JSON.parse(lines.at(-1) ?? '{}')).toMatchObject({ mail: 'verification', status: 451, tries: 2 })
    for (const name of [user.email, 'person@example.org']) expect(server.logs.join('')).not.toContain(name)
  })

  it('is not retried after a permanent refusal', async () => {
    post.refuse(550, 1)
    const before = post.offered()
    const user = await server.registerUser()
    await server.dependencies.mails.settled()
    expect(post.offered() - before).toBe(1)
    expect(post.mails.some((mail) => mail.recipients.includes(user.email))).toBe(false)
    expect(server.logs.some((line) => line.includes('a mail was not sent') && line.includes('550'))).toBe(true)
  })

  it('is given up after the last retry', async () => {
    post.refuse(421, 4)
    const before = post.offered()
    await server.registerUser()
    await server.dependencies.mails.settled()
    expect(post.offered() - before).toBe(4)
  })

  it('never delays a response while the mail server is slow', async () => {
    const hold = post.hold()
    const user = await server.registerUser()
    const reply = await server.reply(forgotPassword, { body: { email: user.email } })
    expect(reply.status).toBe(200)
    expect(post.mails.some((mail) => mail.recipients.includes(user.email))).toBe(false)
    hold.release()
    const mail = await mailTo(post.mails, user.email, /Confirm/)
    await server.call(verifyEmail, { body: { token: tokenIn(mail) } })
  })

  it.each([
    [
      'a link to choose a password',
      async ({ token, known }: { token: string; known: number }) => {
        await server.call(admin.forceNewPassword, { token, params: { id: known } })
        return known
      },
    ],
    [
      'an invitation',
      async ({ token }: { token: string }) => {
        const body = { email: `${randomUUID()}@example.org`, first_name: 'Ada', last_name: 'Lovelace' }
        return (await server.call(admin.createUser, { token, body })).id
      },
    ],
    ['a link to confirm the address', async () => (await server.registerUser()).id],
  ])('is not sent to an address that the account has left while the mail waited: %s', async (_, queueMail) => {
    const { db, mails } = server.dependencies
    const { access: token, id: adminId } = await server.registerUser()
    await db.updateTable('users').set({ is_admin: 1 }).where('id', '=', adminId).execute()
    const { id: known } = await server.registerUser()
    await mails.settled()
    const [offered, received] = [post.offered(), post.mails.length]
    const hold = post.hold()
    // Two mails are sent at a time, so that the next one waits.
    await Promise.all([server.registerUser(), server.registerUser()])
    await vi.waitFor(() => expect(post.offered() - offered).toBe(2))
    const id = await queueMail({ token, known })
    const { email: left } = await db.selectFrom('users').select('email').where('id', '=', id).executeTakeFirstOrThrow()
    const email = `${randomUUID()}@example.org`
    await server.call(admin.updateUser, { token, params: { id }, body: { email } })
    hold.release()
    await mails.settled()
    const recipients = post.mails.slice(received).flatMap((mail) => mail.recipients)
    expect(recipients).toContain(email)
    expect(recipients).not.toContain(left)
  })
})

describe('the mail settings logged at the start', () => {
  it('show where mails go, without the password', async () => {
    const storage = await createTestStorage('sqlite')
    const lines: string[] = []
    const say = (text: string) => void lines.push(text)
    const env = { SMTP_URL: 'smtps://user:hunter2@mail.example.org:465', MAIL_FROM: 'hello@example.org' }
    await (await startTestServer(storage, { env, say })).close()
    await (await startTestServer(storage, { say })).close()
    expect(lines[0]).toMatch(/^ {2}Mail {7}by SMTP through mail\.example\.org:465$/m)
    expect(lines[1]).toContain(`Mail       files in ${join(storage.dataDir, 'mail')}`)
    expect(lines.join()).not.toContain('hunter2')
    await storage.remove()
  })
})

describe('an unreachable mail server', () => {
  it('does not prevent registration, and the log says why no mail was sent', async () => {
    const storage = await createTestStorage('sqlite')
    const gone = await startMailServer()
    await gone.close()
    const env = { SMTP_URL: gone.url, MAIL_FROM: 'hello@example.org' }
    const server = await startTestServer(storage, { env, mails: { retryMs: [1] } })
    const { email } = await server.registerUser()
    await server.dependencies.mails.settled()
    const line = server.logs.find((text) => text.includes('a mail was not sent'))
    expect(JSON.parse(line ?? '{}')).toMatchObject({ mail: 'verification', tries: 2, code: expect.any(String) })
    expect(server.logs.join('')).not.toContain(email)
    await server.close()
    await storage.remove()
  })

  it('delays the shutdown for a moment only, in which waiting mails are tried once more', async () => {
    const storage = await createTestStorage('sqlite')
    const post = await startMailServer()
    const env = { SMTP_URL: post.url, MAIL_FROM: 'hello@example.org' }
    const server = await startTestServer(storage, { env, mails: { retryMs: [3_600_000] } })
    post.refuse(421, 1)
    const { email } = await server.registerUser()
    await vi.waitFor(() => expect(server.logs.join('')).toContain('was not taken for now'))
    await server.close()
    expect(post.mails.map((mail) => mail.recipients)).toEqual([[email]])

    const stuck = await startTestServer(storage, { env, mails: { graceMs: 50 } })
    const hold = post.hold()
    await stuck.registerUser()
    await vi.waitFor(() => expect(post.offered()).toBe(3))
    await stuck.close()
    hold.release()
    await post.close()
    await storage.remove()
  })
})

describeServerOnEachEngine('a mail without a mail server', (server) => {
  const folder = () => join(server().dependencies.config.dataDir, 'mail')

  it('is written to a file in the data folder that only its owner can read, and the log names the file', async () => {
    const user = await server().registerUser()
    await server().dependencies.mails.settled()
    const mails = await mailsIn(server().dependencies.config.dataDir)
    const mail = mails.find(({ to }) => to?.[0]?.address === user.email)
    expect(mail?.subject).toBe('Confirm your address')
    expect(mail?.html).toContain('<h1')
    const names = readdirSync(folder())
    for (const name of names) {
      expect(name).toMatch(/^[\dTZ.-]+-[0-9a-f-]{36}\.eml$/)
      expect(statSync(join(folder(), name)).mode & 0o077).toBe(0)
    }
    const file = server()
      .logs.map((line) => JSON.parse(line) as { file?: string })
      .find((line) => line.file?.endsWith(names.at(-1) ?? '?'))?.file
    expect(file !== undefined && existsSync(file)).toBe(true)
    await server().call(verifyEmail, { body: { token: tokenIn(mail ?? {}) } })
  })
})
