import { expect, it } from 'vitest'
import { answerTemporarily } from '#contract/endpoints/temporary.ts'
import { temporaryCallLimits } from '#server/limits/rate-limits.ts'
import { instantAssistant } from '#support/fakes/instant-assistant.ts'
import { describeServerOnEachEngine } from '#support/servers/test-server.ts'
import { insertSignedInUser } from '#support/users/inserted-user.ts'

describeServerOnEachEngine(
  'an answer in a temporary chat that waits for its scores',
  (server) => {
    it('keeps nobody else from being answered, however many wait', async () => {
      const leaving = new AbortController()
      const { signal } = leaving
      /** Asks, and reads the answer to its end; the stream stays open. */
      const ask = async (token: string) => {
        const body = { question: 'How are you?', earlier: [] }
        const response = await server().open(answerTemporarily, { token, body, signal })
        expect(response.status).toBe(200)
        const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader() ?? expect.fail('no stream')
        for (let text = ''; !text.includes('event: ended'); ) {
          const { value, done } = await reader.read()
          if (done) expect.fail(`The stream ended early: ${text}`)
          text += value
        }
      }
      // As many as the process and each of the users may have while the model runs.
      const { perUser, perProcess } = temporaryCallLimits
      for (let count = 0; count < perProcess; count += perUser) {
        const { token } = await insertSignedInUser(server().dependencies)
        for (let own = 0; own < perUser; own += 1) await ask(token)
      }
      await ask((await insertSignedInUser(server().dependencies)).token)
      leaving.abort()
    })
  },
  {
    assistant: instantAssistant(),
    env: { SCORING: 'on' },
    judge: { source: 'model', rubricVersion: 'judge-1', read: () => new Promise(() => {}) },
  },
)
