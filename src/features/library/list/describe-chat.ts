import { differenceInCalendarDays } from 'date-fns/differenceInCalendarDays'
import { WARNING_DAYS } from '#contract/limits.ts'
import { dayGroup } from '#i18n/format.ts'

export type ChatStatus =
  | { kind: 'time'; at: Date }
  | { kind: 'folder'; folder: string }
  | { kind: 'saved' }
  | { kind: 'days-left'; days: number; soon: boolean }
  | { kind: 'date'; at: Date }

/** A chat with this many days left says so even if it was used today. */
const SOON = 3

export interface DescribedChat {
  last_message_at: string
  is_saved: boolean
  expires_at: string | null
  folder: string | null
}

/** Returns the status beside a title, the first that applies: few days left, time today, days, folder, saved, date. */
export function describeChat(chat: DescribedChat, now: Date): ChatStatus {
  const at = new Date(chat.last_message_at)
  const days = daysLeft(chat, now)
  if (days !== null && days <= SOON) return { kind: 'days-left', days, soon: true }
  if (dayGroup(chat.last_message_at, now) === 'today') return { kind: 'time', at }
  if (days !== null) return { kind: 'days-left', days, soon: days <= WARNING_DAYS }
  if (chat.folder !== null) return { kind: 'folder', folder: chat.folder }
  return chat.is_saved ? { kind: 'saved' } : { kind: 'date', at }
}

/** Returns the days until an unsaved chat expires, 0 on the last; null when it does not expire or that is unknown. */
export function daysLeft({ is_saved, expires_at }: Omit<DescribedChat, 'last_message_at' | 'folder'>, now: Date) {
  if (is_saved || expires_at === null) return null
  return Math.max(0, differenceInCalendarDays(new Date(expires_at), now))
}
