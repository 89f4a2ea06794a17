import { Trans, useLingui } from '@lingui/react/macro'
import { useSyncExternalStore } from 'react'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { PlusSquareIcon, ShareIcon } from '#ui/icons.tsx'
import { areStepsShown, onInstallChange, showSteps } from './install-state.ts'
import styles from './install-steps.module.css'

/** How to install where the browser has no question of its own: Safari on an iPhone or iPad. */
export function InstallSteps() {
  const { t } = useLingui()
  const open = useSyncExternalStore(onInstallChange, areStepsShown)
  return (
    <Dialog
      open={open}
      onOpenChange={showSteps}
      title={t`Add Companion to your home screen`}
      description={t`It opens like any app then, with or without a network.`}
      size="s"
      actions={
        <Button variant="primary" onClick={() => showSteps(false)}>
          <Trans>Done</Trans>
        </Button>
      }
    >
      <ol className={styles.steps}>
        <li>
          <ShareIcon />
          <span>
            <Trans>
              Tap <strong>Share</strong> in Safari’s bar
            </Trans>
          </span>
        </li>
        <li>
          <PlusSquareIcon />
          <span>
            <Trans>
              Choose <strong>Add to Home Screen</strong>
            </Trans>
          </span>
        </li>
      </ol>
    </Dialog>
  )
}
