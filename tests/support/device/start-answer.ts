import type { ServerResponse } from 'node:http'
import { v7 as uuid } from 'uuid'
import type { Message } from '#contract/objects/chat.ts'
import { eventNumber } from '#contract/stream.ts'
import { setAnswer } from '#offline/stream/live-answers.ts'
import { syncMessages } from '#offline/sync/sync-messages.ts'
import type { ReceivedRequest } from '../servers/stub-server.ts'
import { queryChatContents } from './chat-contents.ts'
import { ME, startDevice } from './device.ts'

/** The chunks of the answer; the first two are its reasoning. */
export const answerTokens = ['Think', 'ing… ', 'Hello ', 'wörld ', '🦊', '\n\n', 'end.']
export const answerText = answerTokens.slice(2).join('')

/** Creates a chat with one answer in progress, and a server that streams it as `write` says. */
export async function startAnswer() {
  const device = await startDevice()
  const chatId = uuid()
  device.server.seed(chatId, 2)
  const message = [...device.server.messages.values()].find(({ role }) => role === 'assistant') as Message
  message.status = 'streaming'
  message.content = ''
  await syncMessages({ ...device, chatId })
  const options = { ...device, chatId, messageId: message.id, random: () => 0 }
  const final: Message = { ...message, content: answerText, status: 'complete', has_reasoning: true }
  const frames = answerTokens.map((word, index) => {
    const event = index < 2 ? 'reasoning' : 'delta'
    return `id: ${message.id}:${index + 1}\nevent: ${event}\ndata: ${JSON.stringify({ text: word })}\n\n`
  })
  const done = `event: done\ndata: ${JSON.stringify({ assistant_message: final, usage: null })}\n\n`
  const resumedAt = ({ headers }: ReceivedRequest) => eventNumber(String(headers['last-event-id'] ?? ''), message.id)
  const stored = async () =>
    (await queryChatContents(device.db, ME, chatId)).messages.find(({ id }) => id === message.id)
  /** Restores the state at the start, for another run of the same answer. */
  const rewind = async () => {
    setAnswer(message.id, undefined)
    const row = await device.db.messages.get([ME, message.id])
    if (row) await device.db.messages.put({ ...row, content: '', reasoning: '', cursor: 0, status: 'streaming' })
  }
  /** The number of complete frames in the first `bytes` of the stream. */
  const wholeFrames = (bytes: number) => {
    const ends = frames.map((_, index) => Buffer.from(frames.slice(0, index + 1).join('')).length)
    return ends.filter((end) => end <= bytes).length
  }
  return { device, options, message, final, frames, done, resumedAt, stored, rewind, wholeFrames }
}
export const beginStream = (response: ServerResponse) =>
  response.writeHead(200, { 'content-type': 'text/event-stream' })
export const cutStreamAfter = (response: ServerResponse, bytes: Buffer) => {
  beginStream(response).write(bytes, () => setImmediate(() => response.destroy()))
}
