import { useLocation } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { newId } from '#offline/outbox/new-entry.ts'

const idInPath = ({ pathname }: { pathname: string }) => /^\/chat\/([^/]+)\/?$/.exec(pathname)?.[1]

/**
 * Gives a new chat its future id at once, so that sending the first message changes nothing on the screen. Each new
 * chat gets another id, because the message of the previous one may not be on disk yet.
 *
 * `shown` is the id or `new` of the address whose loading has ended. A new chat does not wait for that: there is nothing
 * to read, and text that is typed meanwhile would go to the previous chat, whose composer has the focus.
 */
export function useChatId(shown: string): { id: string; isNew: boolean; bornHere: boolean } {
  const [fresh, setFresh] = useState(newId)
  const born = useRef<string | null>(null)
  const requested = useLocation({ select: idInPath })
  const isHere = requested === 'new' || requested === fresh || (requested !== undefined && requested === born.current)
  const chatId = isHere ? requested : shown
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
