import { atom, getDefaultStore, useAtomValue } from 'jotai'
import { factKey, sameFact } from '#data/use-chat-profile.ts'
import { afterPaint } from '#lib/timing/after-paint.ts'
import { queryProfile, readAsked, recordProposal } from '#offline/chats/chat-profile.ts'
import { database } from '#offline/database/database.ts'
import type { OutboxEntry } from '#offline/database/rows.ts'
import { lastStored, onEntryStored } from '#offline/outbox/entry-events.ts'
import { proposeFact } from './propose-fact.ts'

/** What is proposed in a chat until it is answered; it survives that a new chat gets its address. */
const proposalsAtom = atom<ReadonlyMap<string, string>>(new Map())
const store = getDefaultStore()
/** The message that was looked at last. */
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
 * Watches what a person sends from this page and proposes the facts in it, each only once on this device: what they
 * have answered, or passed over, is not asked again. Nothing is kept until they say so. Returns how to stop.
 */
export function startProposing(userId: number): () => void {
  let stopped = false
  const look = (entry: OutboxEntry) => {
    if (entry.kind !== 'message.send' || entry.userId !== userId) return
    const { queueKey: chatId, body } = entry
    // Its bubble first: the first look at a text takes as long as drawing it.
    afterPaint(() => {
      if (stopped || entry.id === looked) return
      looked = entry.id
      const fact = proposeFact(body.content)
      // A next message is an answer too: the one before it is gone.
      if (proposalOf(chatId) !== undefined) endProposal(chatId)
      if (fact !== null) propose(userId, chatId, fact).catch(reportError)
    })
  }
  const stop = onEntryStored(look)
  // This part of the app comes late: somebody quick has sent something already.
  const earlier = lastStored()
  if (earlier) look(earlier)
  return () => {
    stopped = true
    stop()
  }
}

async function propose(userId: number, chatId: string, fact: string): Promise<void> {
  const db = database()
  const [{ memory_enabled, memories }, proposed] = await Promise.all([queryProfile(db, userId), readAsked(db, userId)])
  const key = factKey(fact)
  if (!memory_enabled || proposed.includes(key) || memories.some(({ text }) => sameFact(text, fact))) return
  await recordProposal(db, userId, key)
  setProposal(chatId, fact)
}
