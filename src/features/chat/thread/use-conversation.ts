import { useNavigate, useRouter } from '@tanstack/react-router'
import { type ReactNode, type RefObject, useEffect, useMemo, useRef } from 'react'
import { hasOpenPopup } from '#lib/browser/has-open-popup.ts'
import { toastFailure } from '#ui/feedback/toast-failure.ts'
import { isTyping, useShortcut } from '#ui/use-shortcut.ts'
import type { ComposerHandle, Storing } from '../composer/composer-handle.ts'
import { sendQuestion } from '../message/actions/send-question.ts'
import { stopAnswer } from '../message/actions/stop-answer.ts'
import { useChatModel } from '../models/chat-model.ts'
import { readMode } from '../speech/modes.ts'
import { searchOption } from '../web-search/web-search-setting.ts'
import type { Row } from './rows/build-rows.ts'
import { listStreaming } from './rows/list-streaming.ts'
import type { LoadUntil } from './window/use-scroll-to-message.ts'

export interface ConversationProps {
  userId: number
  chatId: string
  isNew: boolean
  unreachable: boolean
  rows: readonly Row[]
  hasOlder: boolean
  onOlder: () => void
  loadUntil: LoadUntil
  /** Replaces the messages while they load or when they are unavailable; null otherwise. */
  children: ReactNode
}

/** The addresses which show a new chat: its own, and the one that looks up the newest chat. */
const NEW_CHAT_PATHS = /^\/chat(?:\/new)?\/?$/

type Given = ConversationProps & {
  composer: RefObject<ComposerHandle | null>
}

/** Returns how the composer of an open chat sends and stops, and the ids of its streaming answers. */
export function useConversation(given: Given) {
  const { userId, chatId, isNew, rows, composer } = given
  const navigate = useNavigate()
  const router = useRouter()
  const { selected, sent: model } = useChatModel()
  const isBegun = useRef(!isNew)
  const isHere = useRef(true)
  useEffect(() => {
    isHere.current = true
    return () => {
      isHere.current = false
    }
  }, [])

  const streaming = useMemo(() => listStreaming(rows), [rows])

  /** `spoken`: in a voice chat. */
  const send = async (content: string, as: Storing, spoken = false) => {
    const options = { ...searchOption(), ...(model === undefined ? {} : { model }) }
    const response_mode = spoken ? 'voice' : readMode('response')
    // `voice` requests an answer to listen to; a dictated question whose answer is only shown requests Markdown.
    const request_mode = spoken || (response_mode === 'voice' && readMode('request') === 'voice') ? 'voice' : 'text'
    const modes = { request_mode, response_mode, ...options } as const
    // When the second message is sent, the address may still be that of a new chat, which must not be created twice.
    const newChat = isNew && !isBegun.current ? { model: selected } : undefined
    const parent = rows.findLast((row) => row.kind === 'answer' || row.send.kind === 'sent')?.key
    if (!(await sendQuestion({ ...as, userId, chatId, content, modes, newChat, parent }))) return false
    if (newChat) isBegun.current = true
    // While the message was being stored, the user may have opened another chat.
    if (!isHere.current) return true
    // For a pending navigation, `latestLocation` is its destination.
    if (isNew && NEW_CHAT_PATHS.test(router.latestLocation.pathname))
      void navigate({ to: '/chat/$chatId', params: { chatId }, replace: true })
    return true
  }

  const stop = () => {
    const [first] = streaming
    if (first !== undefined) stopAnswer(userId, chatId, first).catch(reportFailure)
  }

  useShortcut((event) => event.key === 'Escape' && streaming.length > 0, stop)
  useShortcut(
    (event) => event.key === '/' && !event.ctrlKey && !event.metaKey && !isTyping(event),
    () => composer.current?.focus(),
  )
  useEffect(() => {
    if (isNew && !hasOpenPopup() && window.matchMedia('(pointer: fine)').matches) composer.current?.focus()
  }, [isNew, composer])

  return { streaming, send, stop }
}

function reportFailure(error: unknown): void {
  toastFailure(error)
}
