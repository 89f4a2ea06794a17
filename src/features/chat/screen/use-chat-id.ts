import { useEffect, useRef, useState } from 'react'
import { newId } from '#offline/outbox/new-entry.ts'

/**
 * Gives a new chat its future id at once, so that sending the first message changes nothing on the screen. Each new
 * chat gets another id, because the message of the previous one may not be on disk yet.
 */
export function useChatId(chatId: string): { id: string; isNew: boolean; bornHere: boolean } {
  const [fresh, setFresh] = useState(newId)
  const born = useRef<string | null>(null)
  const last = useRef(chatId)
  useEffect(() => {
    const wasNew = last.current === 'new'
    last.current = chatId
    if (chatId === fresh) born.current = fresh
    if (chatId === fresh || (wasNew && chatId !== 'new')) setFresh(newId())
  }, [chatId, fresh])
  if (chatId === 'new') return { id: fresh, isNew: true, bornHere: true }
  return { id: chatId, isNew: false, bornHere: chatId === fresh || chatId === born.current }
}
