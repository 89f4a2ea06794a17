import { Trans } from '@lingui/react/macro'
import { requestPalette } from '#data/request-palette.ts'
import { KeyboardIcon } from '#ui/icons/icons.tsx'
import { MenuItem } from '#ui/menu/menu-item.tsx'

/** The item for the list of shortcuts in the user menu; hidden on devices with only touch input. */
export function ShortcutsItem() {
  if (!window.matchMedia('(any-pointer: fine)').matches) return null
  return (
    <MenuItem icon={<KeyboardIcon size={18} />} onSelect={() => requestPalette('keys')}>
      <Trans>Keyboard shortcuts</Trans>
    </MenuItem>
  )
}
