import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { IconButton } from '#ui/button/icon-button.tsx'
import { MoreIcon, PencilIcon, RetryIcon, TrashIcon } from '#ui/icons/icons.tsx'
import { Menu } from '#ui/menu/menu.tsx'
import { MenuItem } from '#ui/menu/menu-item.tsx'
import type { SendChoices } from './send-choices.tsx'
import type { SendState } from './send-state.ts'
import type { SendsLater } from './send-status.tsx'

type Props = { send: SendState; later: SendsLater } & SendChoices

/**
 * The actions for a question that waits; renders nothing during a first attempt, when they would only flash. Once shown
 * they stay during the attempts that follow, since the next may begin while the user presses the button or chooses.
 */
export function WaitingMenu({ send, later, onRetry, onEdit, onDiscard }: Props) {
  const { t } = useLingui()
  const [wasOffered, setWasOffered] = useState(false)
  const isOffered = send.kind === 'behind' || (send.kind === 'waiting' && (later !== null || send.code !== null))
  if (isOffered && !wasOffered) setWasOffered(true)
  if (!isOffered && !wasOffered) return null
  // Offline, or behind another message, an immediate retry cannot succeed.
  const mayRetry = onRetry !== null && send.kind === 'waiting' && later === null
  return (
    <Menu trigger={<IconButton label={t`More about this message`} icon={<MoreIcon size={18} />} />}>
      {mayRetry ? (
        <MenuItem icon={<RetryIcon size={18} />} onSelect={onRetry}>
          <Trans>Retry</Trans>
        </MenuItem>
      ) : null}
      {onEdit ? (
        <MenuItem icon={<PencilIcon size={18} />} onSelect={onEdit}>
          <Trans>Edit</Trans>
        </MenuItem>
      ) : null}
      <MenuItem icon={<TrashIcon size={18} />} onSelect={onDiscard}>
        <Trans>Discard</Trans>
      </MenuItem>
    </Menu>
  )
}
