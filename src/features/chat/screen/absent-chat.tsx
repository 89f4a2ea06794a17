import { Trans } from '@lingui/react/macro'
import { LinkButton } from '#ui/button/link-button.tsx'
import { EmptyState } from '#ui/data-display/empty-state.tsx'
import styles from './chat-screen.module.css'
import type { ChatPresence } from './use-chat-sync.ts'

/** An address without a chat, or one whose chat is not on this device and cannot be fetched now. */
export function AbsentChat({ presence }: { presence: ChatPresence }) {
  const unreachable = presence === 'unreachable'
  return (
    <div className={styles.centre}>
      <EmptyState
        title={unreachable ? <Trans>This chat is not on this device</Trans> : <Trans>Chat not found</Trans>}
        text={
          unreachable ? (
            <Trans>It will be shown as soon as the server can be reached.</Trans>
          ) : (
            <Trans>It may have been deleted, or belong to another account.</Trans>
          )
        }
        action={
          <LinkButton to="/chat" replace variant="primary">
            <Trans>Back to my chats</Trans>
          </LinkButton>
        }
      />
    </div>
  )
}
