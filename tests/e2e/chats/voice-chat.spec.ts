import { writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromiumArguments, ensureHeadlessShell } from '#support/browser/chromium.ts'
import { createTone } from '#support/fixtures/test-audio.ts'
import { LiveServer } from '#support/servers/live-server.ts'
import { test as base, expect } from '../fixtures.ts'
import { expectAccessible } from '../support/expect-accessible.ts'
import { fakeSpeech } from '../support/fakes/fake-speech.ts'
import { settingsFor } from '../support/servers/shared-environment.ts'

/** What the microphone hears: somebody speaks for a second, and pauses for a while, again and again. */
const microphone = join(tmpdir(), `companion-microphone-${process.pid}.wav`)
writeFileSync(microphone, createTone(1, 2.5))

/** A server with a speech service. */
const test = base.extend({
  server: async ({ model, environment }, use) => {
    const speech = { SPEECH_BASE_URL: model.url, SPEECH_TRANSCRIPTION_MODEL: 'whisper-1', SPEECH_MODEL: 'tts-1' }
    const env = { ...settingsFor(model.url), ...speech }
    const server = await LiveServer.start(env, undefined, environment.address.port)
    await use(server)
    await server.remove()
  },
})

test.use({
  permissions: ['microphone'],
  launchOptions: {
    executablePath: ensureHeadlessShell(),
    args: [
      ...chromiumArguments(),
      '--use-fake-ui-for-media-stream',
      '--use-fake-device-for-media-stream',
      `--use-file-for-fake-audio-capture=${microphone}`,
    ],
  },
})

test('a voice chat goes through the speech service of the server in a browser without recognition and voices', async ({
  app,
  page,
  model,
}) => {
  await fakeSpeech(page, { ears: false })
  Object.assign(model.speech, { heard: ['Where is the moon?', ''], recordings: [], spoken: [] })
  await app.signIn(await app.makeUser())
  await page.goto('/chat/new')
  const answer = model.next({ tokens: ['It is up. ', 'It will set', ' at six.'], holdAt: 2 })
  await page.getByRole('button', { name: 'Start a voice chat' }).click()
  const voice = page.getByRole('region', { name: 'Voice chat' })
  await expect(voice).toBeVisible()
  await expect(app.composer).toBeHidden()
  await expectAccessible(app)

  // The sentence that is complete is spoken while the rest is written.
  await expect(app.said('Where is the moon?')).toBeVisible()
  await expect.poll(() => model.speech.spoken.map(({ input }) => input)).toEqual(['It is up.'])
  expect(model.speech.recordings[0]).toMatchObject({ model: 'whisper-1', language: 'en', file: { type: 'audio/webm' } })
  expect(model.requests.at(-1)?.messages[0]?.content).toContain('Your answer is read aloud')
  await answer.release()
  await expect.poll(() => model.speech.spoken.map(({ input }) => input)).toEqual(['It is up.', 'It will set at six.'])

  // It listens again, and a recording without speech sends nothing.
  await expect.poll(() => model.speech.recordings.length).toBeGreaterThan(1)
  await expect(voice.getByText('Listening')).toBeVisible()
  await voice.getByRole('button', { name: 'End voice chat' }).click()
  await expect(voice).toHaveCount(0)
  await expect(app.composer).toBeVisible()
  await expect(page.getByRole('article')).toHaveCount(2)
})
