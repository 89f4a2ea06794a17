import { createHash } from 'node:crypto'
import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { getMessages } from '#contract/endpoints/chats.ts'
import { createTestClient } from '#support/api/test-client.ts'
import { createTwoColourPicture, readSideColours } from '#support/fixtures/test-images.ts'
import type { ApiUser } from '../../../scripts/demo/api-user.ts'
import { expect, test } from '../fixtures.ts'
import type { App } from '../support/app.ts'
import { expectAccessible } from '../support/expect-accessible.ts'

const selected = (name: string, mimeType: string, content: string | Buffer) => ({
  name,
  mimeType,
  buffer: Buffer.from(content),
})

/** A photo as a phone takes it: large, lying on its side, and with the place in its metadata. */
async function takePhoto(): Promise<Buffer> {
  const picture = await createTwoColourPicture(3_000, 1_500)
  const exif = { IFD0: { Make: 'Camera' }, IFD3: { GPSLatitude: '36/1 31/1 0/1' } }
  return picture.withExif(exif).withMetadata({ orientation: 6 }).jpeg().toBuffer()
}

/** What the server has of the questions of the open chat. */
async function readQuestions({ page, server }: App, user: ApiUser) {
  const { call } = createTestClient(server.url)
  const token = user.authenticated.access
  const { messages } = await call(getMessages, { token, params: { id: page.url().split('/').at(-1) ?? '' } })
  const read = async (path: string) => {
    const response = await fetch(server.url + path, { headers: { authorization: `Bearer ${token}` } })
    expect(response.status).toBe(200)
    return Buffer.from(await response.arrayBuffer())
  }
  return Promise.all(
    messages
      .filter(({ role }) => role === 'user')
      .map(async ({ content, files = [] }) => ({
        content,
        files: await Promise.all(
          files.map(async ({ name, sha256, url }) => ({ name, sha256, bytes: await read(`${url}`) })),
        ),
      })),
  )
}

/** Chooses files in the menu of the composer. */
async function choose(page: Page, item: string, files: ReturnType<typeof selected>[]): Promise<void> {
  await page.getByRole('button', { name: 'Add files' }).click()
  const choosing = page.waitForEvent('filechooser')
  await page.getByRole('menuitem', { name: item }).click()
  await (await choosing).setFiles(files)
}

/** Drops a file on the page. */
async function drop(page: Page, file: { name: string; text: string; repeated?: number }): Promise<void> {
  await page.evaluate(({ name, text, repeated = 1 }) => {
    const dataTransfer = new DataTransfer()
    dataTransfer.items.add(new File([text.repeat(repeated)], name, { type: 'text/plain' }))
    document.body.dispatchEvent(new DragEvent('drop', { bubbles: true, cancelable: true, dataTransfer }))
  }, file)
}

const loaded = (page: Page, name: string) =>
  page
    .getByRole('button', { name: `Open ${name}` })
    .locator('img')
    .evaluate((image: HTMLImageElement) => image.decode().then(() => image.naturalWidth > 0))

test('files chosen offline survive a reload, are sent once with their message, and are shown offline', async ({
  app,
  page,
}) => {
  const user = await app.makeUser()
  await app.signIn(user)
  await page.goto('/chat/new')
  await expect(page.getByRole('button', { name: 'Add files' })).toBeVisible()
  await app.untilOfflineReady()

  const text = 'The tide is high at 6:40.\n'
  const code = 'export const tide = 6.66\n'
  await choose(page, 'Pictures', [selected('beach.jpg', 'image/jpeg', await takePhoto())])
  const list = page.getByRole('region', { name: 'Attached files' })
  const items = list.getByRole('listitem')
  await expect(items).toHaveText([/beach\.jpg.*kB/])
  await expect(list.getByText('cannot see pictures')).toBeVisible()
  await choose(page, 'Files', [
    selected('notes.txt', 'text/plain', text),
    selected('program.exe', 'application/octet-stream', Buffer.from([77, 90, 0, 1])),
    selected('tide.ts', '', code),
    selected('unwanted.txt', 'text/plain', 'not this one'),
  ])
  // Made in the page: the way of 20 MB from the test into the browser takes seconds.
  await drop(page, { name: 'huge.txt', text: 'a', repeated: 20 * 1024 * 1024 + 1 })
  // What cannot be sent says why, and the others stay.
  await expect(items.filter({ hasText: 'huge.txt' })).toContainText('This file is too large: 20 MB is the most')
  await expect(items.filter({ hasText: 'program.exe' })).toContainText('This kind of file cannot be read')
  await list.getByRole('button', { name: 'Remove unwanted.txt' }).click()
  await list.getByRole('button', { name: 'Remove huge.txt' }).click()
  await list.getByRole('button', { name: 'Move tide.ts earlier' }).click()
  await expect(items).toHaveText([/beach\.jpg/, /tide\.ts/, /notes\.txt/, /program\.exe/])
  await expectAccessible(app)

  await app.goOffline()
  await app.ask('Look at these')
  await expect(list).toBeHidden()
  const question = page.getByRole('article').filter({ hasText: 'Look at these' }).first()
  await expect(question.getByText(/^Waiting/)).toBeVisible()
  expect(await loaded(page, 'beach.jpg')).toBe(true)
  // The draft of the next message has a file of its own.
  await choose(page, 'Files', [selected('later.txt', 'text/plain', 'for later')])
  // With its size it is stored; while it is being prepared, a reload loses it.
  await expect(items).toHaveText([/later\.txt.*9 bytes/])
  await page.reload()
  await expect(question.getByText(/^Waiting/)).toBeVisible()
  await expect(items).toHaveText([/later\.txt/])
  expect(await loaded(page, 'beach.jpg')).toBe(true)
  await app.signOut()
  await expect(page.getByRole('alertdialog').getByText('4 files that have not been sent')).toBeVisible()
  await page.getByRole('button', { name: 'Cancel' }).click()

  await app.goOnline()
  await expect(app.said('You said: Look at these')).toBeVisible()
  const questions = await readQuestions(app, user)
  expect(questions.map(({ content }) => content)).toEqual(['Look at these'])
  const [{ files } = { files: [] }] = questions
  expect(files.map(({ name }) => name)).toEqual(['beach.jpg', 'tide.ts', 'notes.txt'])
  for (const { sha256, bytes } of files) expect(createHash('sha256').update(bytes).digest('hex')).toBe(sha256)
  expect(files.slice(1).map(({ bytes }) => bytes.toString())).toEqual([code, text])
  const [picture] = files
  const sent = await sharp(picture?.bytes).metadata()
  expect(sent).toMatchObject({ format: 'jpeg', width: 1_024, height: 2_048 })
  expect([sent.exif, sent.orientation]).toEqual([undefined, undefined])
  expect(await readSideColours(picture?.bytes ?? Buffer.alloc(0))).toMatchObject({ top: 'red', bottom: 'blue' })

  await app.goOffline()
  await page.reload()
  expect(await loaded(page, 'beach.jpg')).toBe(true)
  await page.getByRole('button', { name: 'Open beach.jpg' }).click()
  const large = page.getByRole('dialog').getByRole('img', { name: 'beach.jpg' })
  await expect.poll(() => large.evaluate((image: HTMLImageElement) => image.naturalHeight)).toBe(2_048)
  await page.keyboard.press('Escape')
  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download notes.txt' }).click()
  expect((await downloading).suggestedFilename()).toBe('notes.txt')
  await app.goOnline()
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true })

  test('files are shared, pasted and dropped; a refused one says why and the message is sent without it', async ({
    app,
    page,
    watch,
  }) => {
    // The server's refusal of a file.
    watch.expect(/status of 422/)
    const user = await app.makeUser()
    await app.signIn(user)
    await page.goto('/chat/new')
    await app.untilOfflineReady()
    await expect(page.getByRole('button', { name: 'Add files' })).toBeVisible()
    const photo = (await takePhoto()).toString('base64')
    // As the system does with the manifest's share target.
    await page.evaluate(async (base64) => {
      const form = document.createElement('form')
      Object.assign(form, { method: 'POST', action: '/chat/new', enctype: 'multipart/form-data' })
      const text = Object.assign(document.createElement('input'), { name: 'text', value: 'From another app' })
      const files = Object.assign(document.createElement('input'), { name: 'files', type: 'file' })
      const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))
      const shared = new DataTransfer()
      shared.items.add(new File([bytes], 'shared.jpg', { type: 'image/jpeg' }))
      files.files = shared.files
      form.append(text, files)
      document.body.append(form)
      form.submit()
    }, photo)
    const items = page.getByRole('region', { name: 'Attached files' }).getByRole('listitem')
    await expect(items).toHaveText([/shared\.jpg.*kB/])
    await expect(app.composer).toHaveValue('From another app')
    await expect(page).toHaveURL(/\/chat\/new$/)

    await page.getByRole('button', { name: 'Add files' }).click()
    await expect(page.getByRole('menuitem', { name: 'Take a photo' })).toBeVisible()
    await page.keyboard.press('Escape')
    await app.composer.evaluate((field) => {
      const clipboardData = new DataTransfer()
      clipboardData.items.add(new File(['pasted'], 'pasted.txt', { type: 'text/plain' }))
      field.dispatchEvent(new ClipboardEvent('paste', { bubbles: true, cancelable: true, clipboardData }))
    })
    await drop(page, { name: 'broken.txt', text: '%PDF-1.4 nothing' })
    await expect(items).toHaveText([/shared\.jpg/, /pasted\.txt/, /broken\.txt/])
    await page.getByRole('button', { name: 'Send', exact: true }).click()
    const question = page.getByRole('article').filter({ hasText: 'From another app' }).first()
    await expect(question.getByText('This file is damaged or empty')).toBeVisible()
    await expect(question.getByRole('button', { name: 'Retry' })).toHaveCount(0)
    await question.getByRole('button', { name: 'Edit' }).click()
    await expect(items.filter({ hasText: 'broken.txt' })).toContainText('This file is damaged or empty')
    await page.getByRole('button', { name: 'Remove broken.txt' }).click()
    await page.getByRole('button', { name: 'Send', exact: true }).click()
    await expect(app.said('You said: From another app')).toBeVisible()
    const [{ files } = { files: [] }, ...others] = await readQuestions(app, user)
    expect(others).toEqual([])
    expect(files.map(({ name }) => name)).toEqual(['shared.jpg', 'pasted.txt'])

    // An edit keeps the files.
    await question.getByRole('button', { name: 'More about this question' }).click()
    await page.getByRole('menuitem', { name: 'Edit and send again' }).click()
    await page.getByRole('textbox', { name: 'Your question' }).fill('In other words')
    await page.getByRole('button', { name: 'Send again' }).click()
    await expect(app.said('You said: In other words')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Open shared.jpg' })).toHaveCount(1)
    const edited = (await readQuestions(app, user)).find(({ content }) => content === 'In other words')
    expect(edited?.files.map(({ sha256 }) => sha256)).toEqual(files.map(({ sha256 }) => sha256))
  })
})
