import { Trans } from '@lingui/react/macro'
import { useSyncExternalStore } from 'react'
import { appUpdate } from '#lib/app-update/app-update.ts'
import { DownloadIcon } from '#ui/icons/icons.tsx'
import { MenuItem } from '#ui/menu/menu-item.tsx'

/** A menu item to change to a newer version, also after "Later"; renders nothing while there is none. */
export function UpdateItem() {
  const isOffered = useSyncExternalStore(appUpdate.subscribe, appUpdate.offer) !== null
  if (!isOffered) return null
  return (
    <MenuItem icon={<DownloadIcon size={18} />} onSelect={() => appUpdate.send('pressed')}>
      <Trans>Update to the new version</Trans>
    </MenuItem>
  )
}
