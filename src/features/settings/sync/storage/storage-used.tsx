import { Plural, Trans } from '@lingui/react/macro'
import { useEffect, useRef, useState } from 'react'
import * as v from 'valibot'
import { useLiveQuery } from '#data/use-live-query.ts'
import { formatBytes } from '#i18n/format-bytes.ts'
import { useLanguage } from '#i18n/use-language.ts'
import { logHandled } from '#lib/log-handled.ts'
import { database } from '#offline/database/database.ts'
import { startingWith } from '#offline/database/starting-with.ts'
import { Row } from '#ui/layout/group.tsx'

/** The browser's estimate; only Chromium reports the share of the databases. */
const Estimate = v.object({
  usage: v.optional(v.number()),
  quota: v.optional(v.number()),
  usageDetails: v.optional(v.object({ indexedDB: v.optional(v.number()) })),
})

interface StorageUse {
  /** In bytes. */
  used: number
  /** The browser's limit in bytes; null when it is not reported. */
  quota: number | null
  /** The bytes of chats, drafts, the outbox and files; null when not reported. */
  chats: number | null
}

export interface StoredCounts {
  chats: number
  messages: number
  files: number
}

/** Shows how much storage the app uses, and how much of it are the user's chats. */
export function StorageUsed({ stored }: { stored: StoredCounts }) {
  const use = useStorage(stored.messages + stored.files)
  return <Row label={<Total use={use} />} text={<StoredAmount stored={stored} bytes={use?.chats ?? null} />} />
}

/** The number of the user's chats, messages and files on this device; undefined until they are counted. */
export function useStoredCounts(userId: number): StoredCounts | undefined {
  return useLiveQuery(() => countStored(userId), [userId])
}

function Total({ use }: { use: StorageUse | null | undefined }) {
  const language = useLanguage()
  if (use === undefined) return '\u00a0'
  if (use === null) return <Trans>This browser does not say how much storage is used</Trans>
  const used = formatBytes(use.used, language)
  if (use.quota === null) return <Trans>Storage used: {used}</Trans>
  const quota = formatBytes(use.quota, language)
  return (
    <Trans>
      Storage used: {used} of {quota}
    </Trans>
  )
}

function StoredAmount({ stored: { chats, messages, files }, bytes }: { stored: StoredCounts; bytes: number | null }) {
  const language = useLanguage()
  const share = bytes === null ? null : formatBytes(bytes, language)
  return (
    <>
      <Plural value={chats} one="# chat" other="# chats" />
      {', '}
      <Plural value={messages} one="# message" other="# messages" />
      {files > 0 ? (
        <>
          {', '}
          <Plural value={files} one="# file" other="# files" />
        </>
      ) : null}
      {share === null ? '. ' : <Trans>: {share} of it. </Trans>}
      <Trans>The rest is the app itself, so that it opens without a network.</Trans>
    </>
  )
}

/** A debounce: the estimate is slow, and a sync changes many rows one after another. */
const AGAIN_MS = 1_000

/** Reads the storage when `changed` changes, debounced. Undefined until read, null without an estimate. */
function useStorage(changed: number): StorageUse | null | undefined {
  const [use, setUse] = useState<StorageUse | null>()
  const hasRead = useRef(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a changed number of rows is the reason to read again
  useEffect(() => {
    let isWanted = true
    const ask = () =>
      readStorage()
        .catch((error: unknown) => {
          logHandled('The browser does not tell its storage', error)
          return null
        })
        .then((next) => {
          hasRead.current = true
          if (isWanted) setUse(next)
        })
    const timer = setTimeout(ask, hasRead.current ? AGAIN_MS : 0)
    return () => {
      isWanted = false
      clearTimeout(timer)
    }
  }, [changed])
  return use
}

/** Counts the user's stored chats, messages and files. Live inside `useLiveQuery`. */
async function countStored(userId: number): Promise<StoredCounts> {
  const db = database()
  const [chats, messages, files] = await Promise.all([
    startingWith(db.chats, '[account+id]', [userId]).count(),
    startingWith(db.messages, '[account+id]', [userId]).count(),
    startingWith(db.files, '[account+id]', [userId]).count(),
  ])
  return { chats, messages, files }
}

/** Returns the browser's estimate of this site's storage; null without one. */
async function readStorage(): Promise<StorageUse | null> {
  if (typeof navigator.storage?.estimate !== 'function') return null
  const { usage, quota = null, usageDetails } = v.parse(Estimate, await navigator.storage.estimate())
  return usage === undefined ? null : { used: usage, quota, chats: usageDetails?.indexedDB ?? null }
}
