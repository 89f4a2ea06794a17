import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { login } from '#contract/endpoints/accounts.ts'
import { createTestClient } from '#support/api/test-client.ts'
import { createChatUser } from '#support/users/chat-user.ts'
import { type Container, findBuilder, type Image } from './support/builder.ts'

const root = join(import.meta.dirname, '../..')
const NODE = '/nodejs/bin/node'
const SECRET = 'ten quiet harbours and forty one lanterns'

describe('the container', () => {
  let image: Image
  let container: Container

  beforeAll(async () => {
    const builder = findBuilder() ?? expect.fail('there is no builder')
    image = await builder.build(root)
    container = await image.start({
      LOG_LEVEL: 'warn',
      PAYMENTS: 'sandbox',
      TOKEN_SECRET: SECRET,
      PUBLIC_URL: 'http://127.0.0.1:3000',
    })
    await vi.waitFor(async () => expect((await fetch(`${container.address}/healthz`)).status).toBe(200), {
      timeout: 60_000,
    })
  }, 20 * 60_000)

  afterAll(async () => {
    // Stopping it twice is harmless.
    await container?.stop()
    await image?.remove()
  })

  it('is smaller than 250 MB, and its health check succeeds', async () => {
    expect(image.size).toBeLessThan(250_000_000)
    expect(await container.exec(image.healthCheck)).toMatchObject({ code: 0 })
  })

  it('runs as its user on a root that nobody can write to', async () => {
    const write = (file: string) => `require('fs').writeFileSync('${file}', '')`
    const user = await container.exec([NODE, '-p', 'process.getuid()'])
    expect(user).toMatchObject({ code: 0, stdout: '65532\n' })
    for (const file of ['/companion/new', '/new']) {
      const refused = await container.exec([NODE, '-e', write(file)])
      expect(refused.code).not.toBe(0)
      expect(refused.stderr).toMatch(/EROFS/)
    }
    expect(await container.exec([NODE, '-e', write('/data/new')])).toMatchObject({ code: 0 })
  })

  it('lets a user register, log in and ask, and serves the app', async () => {
    const page = await fetch(container.address)
    expect(page.status).toBe(200)
    expect(await page.text()).toContain('<title>')
    const client = createTestClient(container.address)
    const registered = await client.registerSubscriber()
    expect((await client.reply(login, { body: registered })).status).toBe(200)
    const user = await createChatUser(client)
    const { assistant_message } = await user.say('What is a harbour?')
    expect(assistant_message).toMatchObject({ status: 'complete' })
    expect(assistant_message.content.length).toBeGreaterThan(20)
  })

  it('makes a backup, which can be restored, and a copy', async () => {
    const saved = await container.exec([NODE, 'scripts/db-backup.ts'])
    expect(saved).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^Saved \/data\/backups\/companion-.*\.sqlite$/m),
    })
    const file = /Saved (\S+\.sqlite)/.exec(saved.stdout)?.[1] ?? ''
    const verified = await container.exec([NODE, 'scripts/db-verify.ts', file])
    expect(verified).toMatchObject({ code: 0, stdout: expect.stringContaining('The backup is good') })
    expect(await container.exec([NODE, 'scripts/db-copy.ts', '/data/copy/companion.sqlite'])).toMatchObject({ code: 0 })
  })

  it('drains and ends when it is stopped', async () => {
    expect(await container.stop()).toBe(0)
  })
})
