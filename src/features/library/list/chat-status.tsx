import { Trans, useLingui } from '@lingui/react/macro'
import type { Folder } from '#contract/objects/chat.ts'
import { formatDay, formatTime } from '#i18n/format.ts'
import { useLanguage } from '#i18n/use-language.ts'
import type { ListedChat } from '#offline/chats/chat-listing.ts'
import { LabelMark } from '../labels/label-mark.tsx'
import styles from './chat-item.module.css'
import { describeChat } from './describe-chat.ts'
import type { UnsentState } from './list-unsent.ts'

interface ChatStatusProps {
  chat: ListedChat
  now: Date
  unsent?: UnsentState | undefined
  /** The chat's folder, unless the list shows only that folder. */
  folder?: Folder | undefined
}

/** Shows a chat's status beside its title; unsent messages have priority. */
export function ChatStatus({ chat, now, unsent, folder }: ChatStatusProps) {
  const language = useLanguage()
  if (unsent) {
    return (
      <span className={styles.note} data-warn={unsent === 'failed' || undefined}>
        {unsent === 'failed' ? <Trans>Not sent</Trans> : <Trans>Waiting</Trans>}
      </span>
    )
  }
  const note = describeChat({ ...chat, folder: folder?.id ?? null }, now)
  return (
    <span className={styles.note} data-warn={(note.kind === 'days-left' && note.soon) || undefined}>
      {note.kind === 'time' ? (
        <time dateTime={chat.last_message_at}>{formatTime(note.at, language)}</time>
      ) : note.kind === 'date' ? (
        <time dateTime={chat.last_message_at}>{formatDay(note.at, language, now)}</time>
      ) : note.kind === 'saved' ? (
        <Trans>Saved</Trans>
      ) : note.kind === 'days-left' ? (
        <DaysLeft days={note.days} />
      ) : folder ? (
        <span className={styles.folder}>
          <LabelMark kind="folder" label={folder} size={14} />
          <span className={styles.folderName} dir="auto">
            {folder.name}
          </span>
        </span>
      ) : null}
    </span>
  )
}

/** Caches texts by language and number: a list repeats the same few, and formatting costs more than rendering. */
const said = new Map<string, string>()

export function DaysLeft({ days }: { days: number }) {
  const { i18n, t } = useLingui()
  const key = `${i18n.locale}${days}`
  // Not `plural`, whose first use creates a number format: 50 ms on a slow phone during scrolling.
  const text = said.get(key) ?? (days === 0 ? t`Last day` : days === 1 ? t`1 day left` : t`${days} days left`)
  said.set(key, text)
  return text
}
