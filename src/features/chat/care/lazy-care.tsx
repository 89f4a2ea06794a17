import { useQuery } from '@tanstack/react-query'
import { useEffect, useSyncExternalStore } from 'react'
import { configQuery } from '#data/config-query.ts'
import { queryClient } from '#data/query-client.ts'
import { lazyModule, useLazyModule } from '#lib/lazy/lazy-module.ts'
import { logHandled } from '#lib/log-handled.ts'
import { careChats, watchForCare } from './care.ts'

const card = lazyModule(() => import('./care-part.ts'))
const without = (error: unknown) => logHandled('The card with lines to call did not load', error)

/**
 * Shows lines to call when somebody writes of harming themselves, unless the operator has switched it off (decision
 * 112).
 */
export function LazyCare({ chatId }: { chatId: string }) {
  const { data: config } = useQuery(configQuery, queryClient)
  const isOn = config?.care_card !== false
  const isOpen = useSyncExternalStore(careChats.subscribe, careChats.get).has(chatId) && isOn
  useEffect(() => (isOn ? watchForCare(chatId) : undefined), [chatId, isOn])
  const part = useLazyModule(card, isOpen, without)
  return part && isOpen ? <part.CareCard chatId={chatId} /> : null
}
