import { useCallback, useSyncExternalStore } from 'react'
import { type ChatListing, followChats } from '#offline/chats/chat-listing.ts'
import { database } from '#offline/database/database.ts'

let followed: { account: number; stop: () => void } | undefined
let listing: ChatListing | undefined
const listeners = new Set<() => void>()

/** The person's chats; undefined until the first are read. Followed for as long as the page lives, as the drawer comes and goes. */
export function useListing(account: number): ChatListing | undefined {
  const subscribe = useCallback(
    (listener: () => void) => {
      follow(account)
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    [account],
  )
  return useSyncExternalStore(subscribe, () => (followed?.account === account ? listing : undefined))
}

function follow(account: number): void {
  if (followed?.account === account) return
  followed?.stop()
  listing = undefined
  const stop = followChats(database(), account, (next) => {
    listing = next
    for (const listener of listeners) listener()
  })
  followed = { account, stop }
}
