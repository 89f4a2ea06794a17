import { atom, getDefaultStore, useAtomValue } from 'jotai'
import { factKey, sameFact } from '#data/use-chat-profile.ts'
import { afterPaint } from '#lib/timing/after-paint.ts'
import { queryProfile, readProposedFacts, recordProposal } from '#offline/chats/chat-profile.ts'
import { database } from '#offline/database/database.ts'
import type { OutboxEntry } from '#offline/database/rows.ts'
import { lastStored, onEntryStored } from '#offline/outbox/entry-events.ts'
import { proposeFact } from './propose-fact.ts'

/** The open proposal of each chat by chat id; it remains when a new chat gets its address. */
const proposalsAtom = atom<ReadonlyMap<string, string>>(new Map())
const store = getDefaultStore()
/** The id of the message that was checked last. */
let looked: string | undefined

export const proposalOf = (chatId: string): string | undefined => store.get(proposalsAtom).get(chatId)

export const useProposal = (chatId: string): string | undefined => useAtomValue(proposalsAtom).get(chatId)

export const endProposal = (chatId: string): void => setProposal(chatId, undefined)

function setProposal(chatId: string, fact: string | undefined): void {
  store.set(proposalsAtom, (before) => {
    const after = new Map(before)
    if (fact === undefined) after.delete(chatId)
    else after.set(chatId, fact)
    return after
  })
}

/**
 * Watches the messages sent from this page and proposes at most one fact of each, and no fact twice on this device, on
 * which the normalised text of each proposed fact is stored. Returns the function that stops it.
 */
export function startProposing(userId: number): () => void {
  let stopped = false
  const look = (entry: OutboxEntry) => {
    if (entry.kind !== 'message.send' || entry.userId !== userId) return
    const { queueKey: chatId, body } = entry
    // The message is painted first, because the first check takes as long as rendering it.
    afterPaint(() => {
      if (stopped || entry.id === looked) return
      looked = entry.id
      const fact = proposeFact(body.content)
      // Sending the next message closes the open proposal.
      if (proposalOf(chatId) !== undefined) endProposal(chatId)
      if (fact !== null) propose(userId, chatId, fact).catch(reportError)
    })
  }
  const stop = onEntryStored(look)
  // This chunk loads late: a message may have been sent before.
  const earlier = lastStored()
  if (earlier) look(earlier)
  return () => {
    stopped = true
    stop()
  }
}

async function propose(userId: number, chatId: string, fact: string): Promise<void> {
  const db = database()
  const [{ memory_enabled, memories }, proposed] = await Promise.all([
    queryProfile(db, userId),
    readProposedFacts(db, userId),
  ])
  const key = factKey(fact)
  if (!memory_enabled || proposed.includes(key) || memories.some(({ text }) => sameFact(text, fact))) return
  await recordProposal(db, userId, key)
  setProposal(chatId, fact)
}
