import { Plural, Trans } from '@lingui/react/macro'
import { formatDay, formatTime } from '#i18n/format.ts'
import { useLanguage } from '#i18n/use-language.ts'
import type { ChatRow } from '#offline/rows.ts'
import { describeChat } from './describe-chat.ts'

/** What stands beside a title, in words. */
export function ChatNoteText({ chat, now }: { chat: ChatRow; now: Date }) {
  const language = useLanguage()
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
