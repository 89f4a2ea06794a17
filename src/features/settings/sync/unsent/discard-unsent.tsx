import { Trans, useLingui } from '@lingui/react/macro'
import { type RefObject, useRef } from 'react'
import type { OutboxEntry } from '#offline/database/rows.ts'
import { ConfirmDialog } from '#ui/dialog/confirm-dialog.tsx'

interface DiscardUnsentProps {
  /** Null: the dialog is closed. */
  entry: OutboxEntry | null
  onClose: () => void
  onConfirm: (entry: OutboxEntry) => Promise<unknown>
  /** See `ConfirmDialog`. */
  focusAfter: RefObject<HTMLElement | null>
}

/** Asks before an unsent entry is discarded; the text of a message is stashed, not lost. */
export function DiscardUnsent({ entry, onClose, onConfirm, focusAfter }: DiscardUnsentProps) {
  const { t } = useLingui()
  // The text remains visible while the dialog closes.
  const last = useRef(entry)
  if (entry) last.current = entry
  const kind = last.current?.kind
  return (
    <ConfirmDialog
      open={entry !== null}
      onOpenChange={onClose}
      title={kind === 'message.send' ? t`Do not send this message?` : t`Discard this?`}
      text={<Text kind={kind} />}
      confirmLabel={t`Discard`}
      focusAfter={focusAfter}
      danger
      onConfirm={() => entry && onConfirm(entry)}
    />
  )
}

function Text({ kind }: { kind: OutboxEntry['kind'] | undefined }) {
  if (kind === 'message.send') {
    return <Trans>It is taken out of the queue, and its words go back into the draft of its chat.</Trans>
  }
  if (kind === 'chat.create') {
    return (
      <Trans>The chat is not made on the server. What you wrote in it is not sent either, and becomes a draft.</Trans>
    )
  }
  return <Trans>It is not done on the server. After the next sync you see here what the server has.</Trans>
}
