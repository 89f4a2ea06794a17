import { Plural, Trans } from '@lingui/react/macro'
import { formatDay, formatTime } from '#i18n/format.ts'
import { useLanguage } from '#i18n/use-language.ts'
import type { ChatRow } from '#offline/rows.ts'
import { describeChat } from './describe-chat.ts'
import type { Unsent } from './list-unsent.ts'

/** What stands beside a title, in words; what the server does not have yet comes first. */
export function ChatNoteText({ chat, now, unsent }: { chat: ChatRow; now: Date; unsent?: Unsent | undefined }) {
  const language = useLanguage()
  if (unsent === 'failed') return <Trans>Not sent</Trans>
  if (unsent === 'waiting') return <Trans>Waiting</Trans>
  const note = describeChat(chat, now)
  switch (note.kind) {
    case 'time':
      return <time dateTime={chat.last_message_at}>{formatTime(note.at, language)}</time>
    case 'saved':
      return <Trans>Saved</Trans>
    case 'days-left':
      return <Plural value={note.days} one="# day left" other="# days left" />
    case 'date':
      return <time dateTime={chat.last_message_at}>{formatDay(note.at, language, now)}</time>
  }
}
