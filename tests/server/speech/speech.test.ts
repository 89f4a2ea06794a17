import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { getConfig } from '#contract/endpoints/companion.ts'
import { speak, transcribe } from '#contract/endpoints/speech.ts'
import { SPEECH_AUDIO_MAX, SPOKEN_TEXT_MAX } from '#contract/limits.ts'
import { openAiSpeech } from '#server/providers/speech/openai-speech.ts'
import { dump, findRowsWith } from '#support/database/dump.ts'
import { startModelServer } from '#support/fakes/model-server.ts'
import { createWav, createWebm } from '#support/fixtures/test-audio.ts'
import { describeServerOnEachEngine } from '#support/servers/test-server.ts'
import { createChatUser } from '#support/users/chat-user.ts'
import { insertSignedInUser } from '#support/users/inserted-user.ts'

const model = await startModelServer()
afterAll(() => model.close())
beforeEach(() => {
  Object.assign(model.speech, { heard: ['Where is the moon?'], respond: null, recordings: [], spoken: [] })
})

const base = { SPEECH_BASE_URL: model.url, SPEECH_API_KEY: 'speech-key-1' }
const both = { ...base, SPEECH_TRANSCRIPTION_MODEL: 'whisper-1', SPEECH_MODEL: 'tts-1', SPEECH_VOICE: 'en=Ann,es=Eva' }
const blob = (bytes: Buffer) => new Blob([new Uint8Array(bytes)])

describeServerOnEachEngine(
  'a server with a speech service',
  (server) => {
    const user = () => insertSignedInUser(server().dependencies)
    const hear = (token: string, audio: Buffer, language?: 'en' | 'es') =>
      server().reply(transcribe, { token, body: blob(audio), query: language ? { language } : {} })

    it('says so in its public configuration, without the key', async () => {
      expect((await server().call(getConfig, {})).speech).toEqual({ transcribes: true, speaks: true })
      expect((await server().send('/api/v1/config/')).text).not.toContain('speech-key-1')
    })

    it('transcribes a recording by the protocol of OpenAI', async () => {
      const { token } = await user()
      expect(await hear(token, createWebm(3), 'es')).toMatchObject({
        status: 200,
        body: { text: 'Where is the moon?' },
      })
      expect(model.speech.recordings).toEqual([
        {
          model: 'whisper-1',
          language: 'es',
          response_format: 'json',
          file: { name: 'recording.webm', type: 'audio/webm', size: createWebm(3).length },
          authorization: 'Bearer speech-key-1',
        },
      ])
      await hear(token, createWav(3))
      expect(model.speech.recordings.at(-1)).toMatchObject({ language: null, file: { name: 'recording.wav' } })
    })

    it('refuses what is no recording, is too long or too large, without asking the service', async () => {
      const { token } = await user()
      expect(await hear(token, Buffer.from('no sound'))).toMatchObject({
        status: 422,
        body: { code: 'audio_unreadable' },
      })
      expect(await hear(token, createWebm(121))).toMatchObject({ status: 413, body: { code: 'audio_too_long' } })
      const large = Buffer.concat([createWav(3), Buffer.alloc(SPEECH_AUDIO_MAX)])
      expect(await hear(token, large)).toMatchObject({ status: 413, body: { code: 'payload_too_large' } })
      expect(model.speech.recordings).toEqual([])
    })

    it('speaks a text with the voice of its language', async () => {
      const { token } = await user()
      const said = await server().reply(speak, { token, body: { text: ' Hola. ', language: 'es' } })
      expect([said.status, said.headers.get('content-type'), said.headers.get('cache-control')]).toEqual([
        200,
        'audio/mpeg',
        'private, no-store',
      ])
      await server().reply(speak, { token, body: { text: 'Hello.' } })
      expect(model.speech.spoken).toEqual([
        { model: 'tts-1', input: 'Hola.', voice: 'Eva', response_format: 'mp3' },
        { model: 'tts-1', input: 'Hello.', voice: 'Ann', response_format: 'mp3' },
      ])
      const long = await server().reply(speak, { token, body: { text: 'a'.repeat(SPOKEN_TEXT_MAX + 1) } })
      expect([long.status, model.speech.spoken.length]).toEqual([400, 2])
    })

    it.each([
      ['fails', 500, 503, 'speech_unavailable'],
      ['is busy', 429, 503, 'speech_unavailable'],
      ['cannot read a recording', 400, 422, 'audio_unreadable'],
    ])('says which when the service %s, and nothing of its message', async (_, status, expected, code) => {
      const { token } = await user()
      model.speech.respond = (response) => response.writeHead(status).end('{"error": {"message": "a secret"}}')
      const reply = await hear(token, createWav(1))
      expect(reply).toMatchObject({ status: expected, body: { code } })
      expect(reply.text).not.toContain('secret')
      expect(await server().reply(speak, { token, body: { text: 'Hello.' } })).toMatchObject({
        status: 503,
        body: { code: 'speech_unavailable' },
      })
    })

    it('says that the service is unavailable when it answers with something else', async () => {
      const { token } = await user()
      model.speech.respond = (response) => response.writeHead(200, { 'content-type': 'text/html' }).end('<html>')
      expect((await hear(token, createWav(1))).status).toBe(503)
      expect((await server().reply(speak, { token, body: { text: 'Hello.' } })).status).toBe(503)
    })

    it('is for those with a plan that has tokens left', async () => {
      const { db } = server().dependencies
      const stranger = await user()
      await db.deleteFrom('subscriptions').where('user_id', '=', stranger.id).execute()
      const replies = [
        await hear(stranger.token, createWav(1)),
        await server().reply(speak, { token: stranger.token, body: { text: 'Hello.' } }),
      ]
      expect(replies.map(({ status, body }) => [status, body])).toEqual(
        replies.map(() => [403, expect.objectContaining({ code: 'subscription_required' })]),
      )
      expect([model.speech.recordings, model.speech.spoken]).toEqual([[], []])
    })

    it('stores and logs neither recordings nor texts', async () => {
      const { token } = await user()
      model.speech.heard = ['An unmistakable transcription']
      await hear(token, createWav(1))
      await server().reply(speak, { token, body: { text: 'An unmistakable sentence' } })
      model.speech.respond = (response) => response.writeHead(500).end('An unmistakable failure')
      await hear(token, createWav(1))
      const { dependencies, logs } = server()
      expect(logs.join('\n')).not.toContain('unmistakable')
      expect(findRowsWith(await dump(dependencies.db), ['unmistakable'])).toEqual([])
      for (const entry of await readdir(dependencies.config.dataDir, { recursive: true, withFileTypes: true })) {
        if (!entry.isFile()) continue
        const content = await readFile(join(entry.parentPath, entry.name))
        expect(content.includes('unmistakable'), entry.name).toBe(false)
        expect(content.includes(createWav(1).subarray(0, 44)), entry.name).toBe(false)
      }
    })
  },
  { env: both },
)

describeServerOnEachEngine(
  'a server whose speech service only transcribes',
  (server) => {
    it('says so, and does not speak', async () => {
      const { token } = await insertSignedInUser(server().dependencies)
      expect((await server().call(getConfig, {})).speech).toEqual({ transcribes: true, speaks: false })
      const said = await server().reply(speak, { token, body: { text: 'Hello.' } })
      expect(said).toMatchObject({ status: 404, body: { code: 'not_found' } })
    })
  },
  { env: { ...base, SPEECH_TRANSCRIPTION_MODEL: 'whisper-1' } },
)

describe('a transcription', () => {
  it('ends in time when the service begins its response and never finishes it', async () => {
    model.speech.respond = (response) =>
      response.writeHead(200, { 'content-type': 'application/json' }).write('{"text": ')
    const settings = {
      baseUrl: model.url,
      apiKey: null,
      transcriptionModel: 'whisper-1',
      model: null,
      voices: { en: 'Ann', es: 'Eva' },
    }
    const { transcribe } = openAiSpeech(settings, { transcriptionMs: 500 })
    const recording = { bytes: new Uint8Array(createWav(1)), mediaType: 'audio/wav', extension: 'wav' }
    const heard = transcribe?.(recording, { language: undefined, signal: new AbortController().signal })
    await expect(heard).rejects.toMatchObject({ name: 'SpeechError', problem: 'unreachable' })
    expect(model.speech.recordings).toHaveLength(1)
  })
})

describe('the request mode of a question', () => {
  describeServerOnEachEngine(
    'with a model',
    (server) => {
      it('asks the model for short, speakable text without Markdown when the question was spoken', async () => {
        const { say } = await createChatUser(server())
        await say('Where is the moon?', { request_mode: 'voice' })
        const spoken = model.requests.at(-1)?.messages[0]?.content
        expect(spoken).toContain('Your answer is read aloud: say it in a few short sentences')
        expect(spoken).toContain('without Markdown')
        expect(spoken).not.toContain('Write Markdown')
        await say('And the sun?')
        const written = model.requests.at(-1)?.messages[0]?.content
        expect(written).toContain('Write Markdown without HTML.')
        expect(written).not.toContain('read aloud')
      })
    },
    { env: { ASSISTANT_BASE_URL: model.url } },
  )
})
