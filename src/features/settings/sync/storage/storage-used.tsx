import { Plural, Trans } from '@lingui/react/macro'
import { useLiveQuery } from 'dexie-react-hooks'
import { useEffect, useRef, useState } from 'react'
import { formatBytes } from '#i18n/format-bytes.ts'
import { useLanguage } from '#i18n/use-language.ts'
import { logHandled } from '#lib/log-handled.ts'
import { Row } from '#ui/layout/group.tsx'
import { countKept } from './count-stored.ts'
import { readStorage, type StorageUse } from './read-storage.ts'

/** How much room the app takes up here, and what of it is the person's chats. */
export function StorageUsed({ account }: { account: number }) {
  const kept = useLiveQuery(() => countKept(account), [account])
  const use = useStorage(kept?.messages ?? 0)
  return (
    <Row
      label={<Total use={use} />}
      text={kept ? <Kept chats={kept.chats} messages={kept.messages} bytes={use?.chats ?? null} /> : null}
    />
  )
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

function Kept({ chats, messages, bytes }: { chats: number; messages: number; bytes: number | null }) {
  const language = useLanguage()
  const share = bytes === null ? null : formatBytes(bytes, language)
  return (
    <>
      <Plural value={chats} one="# chat" other="# chats" />
      {', '}
      <Plural value={messages} one="# message" other="# messages" />
      {share === null ? '. ' : <Trans>: {share} of it. </Trans>}
      <Trans>The rest is the app itself, so that it opens without a network.</Trans>
    </>
  )
}

/** The browser counts for a while, and what is sent or brought changes row after row. */
const AGAIN_MS = 1_000

/** Asked anew when `changed` has changed, and not for each of many changes. Undefined until the browser has answered, null when it does not say. */
function useStorage(changed: number): StorageUse | null | undefined {
  const [use, setUse] = useState<StorageUse | null>()
  const isAsked = useRef(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: more or fewer rows are the reason to ask again.
  useEffect(() => {
    let isWanted = true
    const ask = () =>
      readStorage()
        .catch((error: unknown) => {
          logHandled('The browser does not tell its storage', error)
          return null
        })
        .then((next) => {
          isAsked.current = true
          if (isWanted) setUse(next)
        })
    const timer = setTimeout(ask, isAsked.current ? AGAIN_MS : 0)
    return () => {
      isWanted = false
      clearTimeout(timer)
    }
  }, [changed])
  return use
}
