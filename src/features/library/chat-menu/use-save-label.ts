import { useLingui } from '@lingui/react/macro'
import { useChatProfile } from '#data/use-chat-profile.ts'

/** Returns the label of the button that saves a chat, or ends that: it then expires only where a time is set. */
export function useSaveLabel(): (isSaved: boolean) => string {
  const { t } = useLingui()
  const { unsaved_chats_days } = useChatProfile()
  const end = unsaved_chats_days === null ? t`Remove from saved` : t`Let it expire`
  return (isSaved) => (isSaved ? end : t`Save permanently`)
}
