import { atom, getDefaultStore, useAtomValue } from 'jotai'
import { useEffect } from 'react'
import { type ChatListing, followChats } from '#offline/chats/chat-listing.ts'
import { database } from '#offline/database/database.ts'

const listingAtom = atom<{ userId: number; listing: ChatListing | undefined } | null>(null)
let stop = () => {}

/** Returns the user's chats as a live query that survives unmounting; undefined until they are first read. */
export function useChatListing(userId: number): ChatListing | undefined {
  useEffect(() => follow(userId), [userId])
  const followed = useAtomValue(listingAtom)
  return followed?.userId === userId ? followed.listing : undefined
}

function follow(userId: number): void {
  const store = getDefaultStore()
  if (store.get(listingAtom)?.userId === userId) return
  stop()
  store.set(listingAtom, { userId, listing: undefined })
  stop = followChats(database(), userId, (listing) => store.set(listingAtom, { userId, listing }))
}
