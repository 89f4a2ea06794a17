import { atom, getDefaultStore, useAtomValue } from 'jotai'
import { useEffect } from 'react'
import { type ChatListing, followChats } from '#offline/chats/chat-listing.ts'
import { database } from '#offline/database/database.ts'

const listingAtom = atom<{ account: number; listing: ChatListing | undefined } | null>(null)
let stop = () => {}

/** The person's chats; undefined until the first are read. Followed for as long as the page lives, as the drawer comes and goes. */
export function useListing(account: number): ChatListing | undefined {
  useEffect(() => follow(account), [account])
  const followed = useAtomValue(listingAtom)
  return followed?.account === account ? followed.listing : undefined
}

function follow(account: number): void {
  const store = getDefaultStore()
  if (store.get(listingAtom)?.account === account) return
  stop()
  store.set(listingAtom, { account, listing: undefined })
  stop = followChats(database(), account, (listing) => store.set(listingAtom, { account, listing }))
}
