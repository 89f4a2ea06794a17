import { liveQuery } from 'dexie'
import { atom, type PrimitiveAtom, useAtomValue } from 'jotai'
import { MEMORIES_MAX, MEMORY_MAX } from '#contract/limits.ts'
import type { ChatProfile } from '#contract/objects/chat-profile.ts'
import {
  defaultProfile,
  enqueueProfileChange,
  isProfileKnown,
  type ProfileChange,
  queryProfile,
} from '#offline/chats/chat-profile.ts'
import { database } from '#offline/database/database.ts'
import { newId } from '#offline/outbox/new-entry.ts'
import { currentSession, onPersonChange, useSession } from '#session/state/session-atom.ts'

interface StoredProfile {
  /** Null until this device was read. */
  profile: ChatProfile | null
  /** Whether the server's is on this device. */
  known: boolean
}

const unread: StoredProfile = { profile: null, known: false }
const noProfileAtom = atom(unread)
/** By user: one query for all who look, however many messages are on the screen. */
const profileAtoms = new Map<number, PrimitiveAtom<StoredProfile>>()

/** The chat profile of whoever is signed in, with what is not sent yet; the defaults until it is known. */
export function useChatProfile(): ChatProfile {
  return useStoredProfile().profile ?? defaultProfile
}

/**
 * The same for forms that take it as what was typed before: null while the server's has not come to this device,
 * undefined until that is known.
 */
export function useKnownProfile(): ChatProfile | null | undefined {
  const { profile, known } = useStoredProfile()
  return known ? profile : profile ? null : undefined
}

function useStoredProfile(): StoredProfile {
  const account = useSession()?.user.id
  return useAtomValue(account === undefined ? noProfileAtom : profileAtom(account))
}

/** Reads this device while a component shows it. */
function profileAtom(account: number): PrimitiveAtom<StoredProfile> {
  const known = profileAtoms.get(account)
  if (known) return known
  const made = atom(unread)
  profileAtoms.set(account, made)
  const read = async () => ({
    profile: await queryProfile(database(), account),
    known: await isProfileKnown(database(), account),
  })
  made.onMount = (set) => {
    const subscription = liveQuery(read).subscribe({ next: set, error: reportError })
    return () => subscription.unsubscribe()
  }
  return made
}

onPersonChange((_, previous) => {
  const left = previous?.user.id
  if (left !== undefined) profileAtoms.delete(left)
})

/** Changes what is given: here at once, on the server when it can be reached. Throws as `writeAs`. */
export async function changeChatProfile(change: ProfileChange): Promise<void> {
  const account = currentSession()?.user.id
  if (account === undefined) return
  await enqueueProfileChange(database(), account, change)
}

/** `known`: it was remembered before. `full`, `too_long`, `off`: nothing was kept, and why. */
export type Remembered = 'remembered' | 'known' | 'full' | 'too_long' | 'off'

/** Keeps a fact because the person said so. */
export async function rememberFact(text: string): Promise<Remembered> {
  const account = currentSession()?.user.id
  const fact = text.trim().replace(/\s+/g, ' ')
  if (account === undefined || fact === '') return 'off'
  const { memory_enabled, memories } = await queryProfile(database(), account)
  if (!memory_enabled) return 'off'
  if (fact.length > MEMORY_MAX) return 'too_long'
  if (memories.some((each) => sameFact(each.text, fact))) return 'known'
  if (memories.length >= MEMORIES_MAX) return 'full'
  await enqueueProfileChange(database(), account, { memories_add: [{ id: newId(), text: fact }] })
  return 'remembered'
}

/** Whether two facts say the same, whatever their case, accents and full stops. */
export const sameFact = (a: string, b: string): boolean => factKey(a) === factKey(b)

export const factKey = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
