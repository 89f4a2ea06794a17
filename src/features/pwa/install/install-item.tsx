import { Trans } from '@lingui/react/macro'
import { DownloadIcon } from '#ui/icons/icons.tsx'
import { MenuItem } from '#ui/menu/menu-item.tsx'
import { install, useInstallWay } from './install-state.ts'

/** A menu item to install the app; renders nothing where that is impossible. */
export function InstallItem() {
  const way = useInstallWay()
  if (way === 'no') return null
  return (
    <MenuItem icon={<DownloadIcon size={18} />} onSelect={() => void install().catch(reportError)}>
      <Trans>Install app</Trans>
    </MenuItem>
  )
}
