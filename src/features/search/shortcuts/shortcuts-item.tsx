import { Trans } from '@lingui/react/macro'
import { requestPalette } from '#data/open-palette.ts'
import { KeyboardIcon } from '#ui/icons/icons.tsx'
import { MenuItem } from '#ui/menu/menu-item.tsx'

/** The list of keys, in the menu of the person; not where there is nothing but fingers. */
export function KeysItem() {
  if (!window.matchMedia('(any-pointer: fine)').matches) return null
  return (
    <MenuItem icon={<KeyboardIcon size={18} />} onSelect={() => requestPalette('keys')}>
      <Trans>Keyboard shortcuts</Trans>
    </MenuItem>
  )
}
