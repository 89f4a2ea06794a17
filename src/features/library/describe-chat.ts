import { differenceInCalendarDays } from 'date-fns/differenceInCalendarDays'
import { dayGroup } from '#i18n/format.ts'

export type ChatNote =
  | { kind: 'time'; at: Date }
  | { kind: 'saved' }
  | { kind: 'days-left'; days: number }
  | { kind: 'date'; at: Date }

/** What stands beside a chat's title: the time today, afterwards how long it will be kept. */
export function describeChat(
  chat: { last_message_at: string; is_saved: boolean; expires_at: string | null },
  now: Date,
): ChatNote {
  const at = new Date(chat.last_message_at)
  if (dayGroup(chat.last_message_at, now) === 'today') return { kind: 'time', at }
  if (chat.is_saved) return { kind: 'saved' }
  if (chat.expires_at === null) return { kind: 'date', at }
  return { kind: 'days-left', days: Math.max(0, differenceInCalendarDays(new Date(chat.expires_at), now)) }
}
