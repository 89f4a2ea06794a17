import { atom, type PrimitiveAtom, useAtomValue } from 'jotai'
import { MEMORIES_MAX, MEMORY_MAX } from '#contract/limits.ts'
import type { ChatProfile } from '#contract/objects/chat-profile.ts'
import { oneLine } from '#contract/title-and-preview.ts'
import {
  defaultProfile,
  enqueueProfileChange,
  isProfileKnown,
  type ProfileChange,
  queryProfile,
} from '#offline/chats/chat-profile.ts'
import { database } from '#offline/database/database.ts'
import { followQuery } from '#offline/database/following/follow-query.ts'
import { writeAs } from '#offline/database/write-as.ts'
import { newId } from '#offline/outbox/new-entry.ts'
import { currentSession, onUserChange, useSession } from '#session/state/session-atom.ts'

interface StoredProfile {
  /** Null until the local profile is loaded. */
  profile: ChatProfile | null
  /** Whether the server's profile is stored on this device. */
  known: boolean
}

const unread: StoredProfile = { profile: null, known: false }
const noProfileAtom = atom(unread)
/** One atom per user, so that all components share one query. */
const profileAtoms = new Map<number, PrimitiveAtom<StoredProfile>>()

/** The signed-in user's chat profile with unsent changes; the defaults until it is loaded. */
export function useChatProfile(): ChatProfile {
  return useStoredProfile().profile ?? defaultProfile
}

/**
 * The profile for forms, which must not start with defaults: null while the server's is not on this device, undefined
 * while that is being read.
 */
export function useKnownProfile(): ChatProfile | null | undefined {
  const { profile, known } = useStoredProfile()
  return known ? profile : profile ? null : undefined
}

function useStoredProfile(): StoredProfile {
  const userId = useSession()?.user.id
  return useAtomValue(userId === undefined ? noProfileAtom : profileAtom(userId))
}

/** Queries the database while a component is mounted. */
function profileAtom(userId: number): PrimitiveAtom<StoredProfile> {
  const known = profileAtoms.get(userId)
  if (known) return known
  const made = atom(unread)
  profileAtoms.set(userId, made)
  const read = async () => ({
    profile: await queryProfile(database(), userId),
    known: await isProfileKnown(database(), userId),
  })
  made.onMount = (set) => {
    const subscription = followQuery(read).subscribe(set, reportError)
    return () => subscription.unsubscribe()
  }
  return made
}

onUserChange((_, previous) => {
  const left = previous?.user.id
  if (left !== undefined) profileAtoms.delete(left)
})

/** Optimistic update of the profile: applied here at once and sent by the outbox. Throws as `writeAs`. */
export async function changeChatProfile(change: ProfileChange): Promise<void> {
  const userId = currentSession()?.user.id
  if (userId === undefined) return
  await enqueueProfileChange(database(), userId, change)
}

/** `known`: the fact was stored before. `full`, `too_long`, `off`: the fact was not stored, and why. */
export type Remembered = 'remembered' | 'known' | 'full' | 'too_long' | 'off'

/** Stores a fact that the user has asked the app to remember. */
export async function rememberFact(text: string): Promise<Remembered> {
  const userId = currentSession()?.user.id
  const fact = oneLine(text)
  if (userId === undefined || fact === '') return 'off'
  const db = database()
  // One transaction, so that a second press finds the fact of the first.
  return writeAs(db, userId, [db.outbox, db.profiles], async () => {
    const { memory_enabled, memories } = await queryProfile(db, userId)
    if (!memory_enabled) return 'off'
    if (fact.length > MEMORY_MAX) return 'too_long'
    if (memories.some((each) => sameFact(each.text, fact))) return 'known'
    if (memories.length >= MEMORIES_MAX) return 'full'
    await enqueueProfileChange(db, userId, { memories_add: [{ id: newId(), text: fact }] })
    return 'remembered'
  })
}

/** Whether two facts are the same but for case, accents, spaces, quotation marks and the marks of sentences. */
export const sameFact = (a: string, b: string): boolean => factKey(a) === factKey(b)

/** Keeps other signs: A+ and A-, C++ and C#, and two emoji are different. */
export const factKey = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[\s.,;:!?…¡¿。、，．！？：；"'`„‚\p{Pi}\p{Pf}]+/gu, ' ')
    .trim()
