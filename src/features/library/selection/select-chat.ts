/** Returns the selection after a press on one chat; with `range`, also all listed chats between it and the anchor. */
export function selectChat(
  selected: ReadonlySet<string>,
  chatId: string,
  { listed, anchor, range }: { listed: readonly { id: string }[]; anchor: string | null; range: boolean },
): ReadonlySet<string> {
  const next = new Set(selected)
  const [from, to] = [anchor, chatId].map((id) => listed.findIndex((each) => each.id === id)) as [number, number]
  if (range && from >= 0 && to >= 0) {
    for (const { id } of listed.slice(Math.min(from, to), Math.max(from, to) + 1)) next.add(id)
  } else if (next.has(chatId)) next.delete(chatId)
  else next.add(chatId)
  return next
}
