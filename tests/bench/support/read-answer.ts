import { setTimeout as delay } from 'node:timers/promises'
import type { ChatUser } from '#support/users/chat-user.ts'

export interface ReadAnswer {
  /** The milliseconds that each piece took from the model to its reader. */
  delays: number[]
  /** The text that the reader got, piece by piece. */
  text: string
  /** How often the stream ended without its last event, so that the reader resumed it. */
  resumed: number
  /** The status of the message in the last event, or the code of the failure. */
  end: string
}

const RESUME_MS = 200
const ENDS = /^data: \{(?:"assistant_message"|"code":"([a-z_]+)")/

/**
 * Reads the answer of `message` to its last event, as the app does: a stream that ends before it is resumed after the
 * last chunk that arrived. The pieces are those of a StampedModel. It parses no event, because it shares the processors
 * with what it measures.
 */
export async function readAnswer(user: ChatUser, message: string, signal: AbortSignal): Promise<ReadAnswer> {
  const read: ReadAnswer = { delays: [], text: '', resumed: 0, end: '' }
  let lastId: string | undefined
  const resume = async () => {
    const response = await user.resume(message, lastId, signal)
    let rest = ''
    for await (const bytes of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
      const now = performance.now()
      rest += bytes
      const lines = rest.split('\n')
      rest = lines.pop() ?? ''
      for (const line of lines) take(line, now)
    }
  }
  const take = (line: string, now: number) => {
    if (line.startsWith('id: ')) lastId = line.slice(4)
    // The last event has the whole text once more.
    const [end, failure] = ENDS.exec(line) ?? []
    if (end !== undefined) read.end = failure ?? /"status":"([a-z]+)"/.exec(line)?.[1] ?? ''
    if (!line.startsWith('data: {"text"')) return
    const { text } = JSON.parse(line.slice(6)) as { text: string }
    read.text += text
    for (const [, at = ''] of text.matchAll(/@([\d.]+);/g)) read.delays.push(now - Number(at))
  }
  for (;;) {
    await resume().catch((error: unknown) => {
      const isRefused = error instanceof Error && error.message.includes('503')
      if (signal.aborted || !(isRefused || error instanceof TypeError)) throw error
    })
    if (read.end !== '') return read
    read.resumed += 1
    await delay(RESUME_MS)
  }
}
