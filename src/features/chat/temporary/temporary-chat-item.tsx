import { Trans } from '@lingui/react/macro'
import { useNavigate } from '@tanstack/react-router'
import { EyeOffIcon } from '#ui/icons/icons.tsx'
import { MenuItem } from '#ui/menu/menu-item.tsx'
import { TEMPORARY_CHAT } from './temporary-path.ts'

/** Opens a chat that is not saved, from the menu of another chat. */
export function TemporaryChatItem() {
  const navigate = useNavigate()
  const open = () => void navigate({ to: '/chat/$chatId', params: { chatId: TEMPORARY_CHAT } })
  return (
    <MenuItem icon={<EyeOffIcon size={18} />} onSelect={open}>
      <Trans>Temporary chat</Trans>
    </MenuItem>
  )
}
