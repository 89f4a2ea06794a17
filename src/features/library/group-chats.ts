import { type DayGroup as Day, dayGroup } from '#i18n/format.ts'

export interface ChatGroup<C> {
  day: Day
  chats: C[]
}

/** Chats newest first under the days of their last message; days without chats are left out. */
export function groupChats<C extends { last_message_at: string }>(chats: readonly C[], now: Date): ChatGroup<C>[] {
  const sorted = chats.toSorted((a, b) => Date.parse(b.last_message_at) - Date.parse(a.last_message_at))
  const groups: ChatGroup<C>[] = []
  for (const chat of sorted) {
    const day = dayGroup(chat.last_message_at, now)
    const last = groups.at(-1)
    if (last?.day === day) last.chats.push(chat)
    else groups.push({ day, chats: [chat] })
  }
  return groups
}
