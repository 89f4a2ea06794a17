import type { ServerResponse } from 'node:http'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { STREAM_HEARTBEAT_MS } from '#contract/stream.ts'
import { followAnswer } from '#offline/stream/follow-answer.ts'
import { answerSnapshot, subscribeAnswer } from '#offline/stream/live-answers.ts'
import { reconnectStreams, resumeStreams } from '#offline/stream/stream-connections.ts'
import { answerText, answerTokens, beginStream, cutStreamAfter, startAnswer } from '#support/device/start-answer.ts'

const OFFSETS = 200

type Answer = Awaited<ReturnType<typeof startAnswer>>

/**
 * The first connection behaves as `first` says; every later one sends the rest. Returns the position of each resume.
 */
function serve({ device, frames, done, resumedAt }: Answer, first: (response: ServerResponse) => void): number[] {
  const resumed: number[] = []
  device.server.intercept = (request) => (response) => {
    resumed.push(resumedAt(request))
    if (resumed.length === 1) first(response)
    else beginStream(response).end(frames.slice(resumedAt(request)).join('') + done)
  }
  return resumed
}

/**
 * Observes the text on the screen: each must start with the one before. Returns a function that stops and returns the
 * last.
 */
function watchGrowth(message: string): () => string {
  let last = ''
  const stop = subscribeAnswer(message, () => {
    const { text: shown = '', reasoning = '' } = answerSnapshot(message) ?? {}
    const now = reasoning + shown
    expect(now.startsWith(last) || now === '').toBe(true)
    last = now || last
  })
  return () => {
    stop()
    return last
  }
}

describe('an interrupted stream', () => {
  it(`resumes byte for byte at each of ${OFFSETS} offsets, also within a character`, {
    timeout: 60_000,
  }, async () => {
    const answer = await startAnswer()
    const length = Buffer.from(answer.frames.join('')).length
    const offsets = Array.from({ length: OFFSETS }, (_, index) => Math.floor((index * length) / OFFSETS))
    expect(new Set(offsets).size).toBe(OFFSETS)
    for (const offset of offsets) {
      await answer.rewind()
      const grown = watchGrowth(answer.message.id)
      const resumed = serve(answer, (response) =>
        cutStreamAfter(response, Buffer.from(answer.frames.join('')).subarray(0, offset)),
      )
      const waking = setInterval(resumeStreams, 1)
      await followAnswer(answer.options)
      clearInterval(waking)
      expect(grown(), `cut at ${offset}`).toBe(answerTokens.join(''))
      expect(await answer.stored()).toMatchObject({ content: answerText, status: 'complete' })
      expect(resumed).toEqual([0, answer.wholeFrames(offset)])
    }
  })
})

describe('a dead connection', () => {
  const held = (answer: Answer, count: number) => (response: ServerResponse) =>
    void beginStream(response).write(answer.frames.slice(0, count).join(''))

  it('is detected by its silence', async () => {
    const answer = await startAnswer()
    const resumed = serve(answer, held(answer, 3))
    await followAnswer({ ...answer.options, silenceMs: 50 })
    expect(resumed).toEqual([0, 3])
  })

  it('is kept while heartbeats arrive without text', async () => {
    const answer = await startAnswer()
    const resumed = serve(answer, (response) => {
      beginStream(response).write(answer.frames[0])
      let beats = 0
      const timer = setInterval(() => {
        if (++beats < 15) return response.write(':\n\n')
        clearInterval(timer)
        return response.end(answer.frames.slice(1).join('') + answer.done)
      }, 20)
    })
    await followAnswer({ ...answer.options, silenceMs: 200 })
    expect(resumed).toEqual([0])
  })

  it('is closed at once when the network has changed', async () => {
    const answer = await startAnswer()
    const resumed = serve(answer, held(answer, 4))
    const followed = followAnswer(answer.options)
    await expect.poll(() => answerSnapshot(answer.message.id)?.cursor).toBe(4)
    reconnectStreams()
    expect(await followed).toEqual({ failed: null })
    expect(resumed).toEqual([0, 4])
  })

  it('is closed at once while it is still being opened', async () => {
    const answer = await startAnswer()
    const resumed = serve(answer, () => undefined)
    const followed = followAnswer(answer.options)
    await expect.poll(() => resumed.length).toBe(1)
    reconnectStreams()
    expect(await followed).toEqual({ failed: null })
    expect(resumed).toEqual([0, 0])
  })

  it('is not trusted after a long sleep of the page, in which its timers stood still', async () => {
    const answer = await startAnswer()
    const resumed = serve(answer, held(answer, 2))
    const followed = followAnswer(answer.options)
    await expect.poll(() => answerSnapshot(answer.message.id)?.cursor).toBe(2)
    const now = Date.now()
    vi.spyOn(Date, 'now').mockImplementation(() => now + 2 * STREAM_HEARTBEAT_MS)
    onTestFinished(() => void vi.restoreAllMocks())
    resumeStreams()
    expect(await followed).toEqual({ failed: null })
    expect(resumed).toEqual([0, 2])
  })

  it('is kept when the page was hidden for a moment only', async () => {
    const answer = await startAnswer()
    let go = () => {}
    const resumed = serve(answer, (response) => {
      beginStream(response).write(answer.frames[0])
      go = () => void response.end(answer.frames.slice(1).join('') + answer.done)
    })
    const followed = followAnswer(answer.options)
    await expect.poll(() => answerSnapshot(answer.message.id)?.cursor).toBe(1)
    resumeStreams()
    go()
    await followed
    expect(resumed).toEqual([0])
  })
})

describe('an answer that does not fit on the disk', () => {
  it('is shown nevertheless, and stored when there is space again', async () => {
    const answer = await startAnswer()
    let full = true
    let refused = 0
    answer.device.db.messages.hook('updating', () => {
      if (!full) return
      refused += 1
      throw new DOMException('full', 'QuotaExceededError')
    })
    answer.device.server.intercept = (request) => (response) =>
      void beginStream(response).end(answer.frames.slice(answer.resumedAt(request)).join('') + answer.done)
    const grown = watchGrowth(answer.message.id)
    const followed = followAnswer(answer.options)
    await expect.poll(() => refused).toBeGreaterThan(0)
    expect(grown()).toBe(answerTokens.join(''))
    full = false
    resumeStreams()
    expect(await followed).toEqual({ failed: null })
    expect(await answer.stored()).toMatchObject({ content: answerText, status: 'complete' })
  })
})
