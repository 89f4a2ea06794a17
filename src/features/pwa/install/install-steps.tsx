import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useAtom } from 'jotai'
import type { ReactNode } from 'react'
import { useLiveQuery } from '#data/use-live-query.ts'
import { countUnsent } from '#offline/outbox/count-unsent.ts'
import { Button } from '#ui/button/button.tsx'
import { Dialog } from '#ui/dialog/dialog.tsx'
import { DownloadIcon, MoreIcon, PlusSquareIcon, ShareIcon } from '#ui/icons/icons.tsx'
import { hasOwnStorage, type InstallGuide, installGuide } from './install-guide.ts'
import { stepsShownAtom } from './install-state.ts'
import styles from './install-steps.module.css'

/** Shows how to install the app in a browser without an install prompt. */
export function InstallSteps({ userId }: { userId: number }) {
  const { t } = useLingui()
  const [open, showSteps] = useAtom(stepsShownAtom)
  const guide = installGuide(navigator)
  if (guide === null) return null
  return (
    <Dialog
      open={open}
      onOpenChange={showSteps}
      title={guide === 'mac-safari' ? t`Add Companion to your Dock` : t`Add Companion to your home screen`}
      description={t`It opens like any app then, with or without a network.`}
      size="s"
      actions={
        <Button variant="primary" onClick={() => showSteps(false)}>
          <Trans>Done</Trans>
        </Button>
      }
    >
      <ol className={styles.steps}>
        <First guide={guide} />
        <Second guide={guide} />
      </ol>
      {hasOwnStorage(guide) ? <OwnStorage userId={userId} /> : null}
    </Dialog>
  )
}

function First({ guide }: { guide: InstallGuide }) {
  switch (guide) {
    case 'ios-safari':
      return (
        <Step icon={<ShareIcon />}>
          <Trans>
            Tap <strong>Share</strong> in Safari’s bar. If you do not see it, tap <strong>•••</strong> first
          </Trans>
        </Step>
      )
    case 'ios-address':
      return (
        <Step icon={<ShareIcon />}>
          <Trans>
            Tap <strong>Share</strong> beside the address
          </Trans>
        </Step>
      )
    case 'ios-menu':
      return (
        <Step icon={<ShareIcon />}>
          <Trans>
            Open the browser’s menu and tap <strong>Share</strong>
          </Trans>
        </Step>
      )
    case 'mac-safari':
      return (
        <Step icon={<ShareIcon />}>
          <Trans>
            Open the <strong>File</strong> menu, or click <strong>Share</strong> in Safari’s toolbar
          </Trans>
        </Step>
      )
    case 'android-firefox':
      return (
        <Step icon={<MoreIcon />}>
          <Trans>
            Open the browser’s menu, <strong>⋮</strong>
          </Trans>
        </Step>
      )
  }
}

function Second({ guide }: { guide: InstallGuide }) {
  switch (guide) {
    case 'mac-safari':
      return (
        <Step icon={<PlusSquareIcon />}>
          <Trans>
            Choose <strong>Add to Dock</strong> (from macOS 14 Sonoma on)
          </Trans>
        </Step>
      )
    case 'android-firefox':
      return (
        <Step icon={<DownloadIcon />}>
          <Trans>
            Choose <strong>Install</strong>, or <strong>Add app to Home screen</strong>
          </Trans>
        </Step>
      )
    default:
      return (
        <Step icon={<PlusSquareIcon />}>
          <Trans>
            Scroll down and choose <strong>Add to Home Screen</strong>
          </Trans>
        </Step>
      )
  }
}

const Step = ({ icon, children }: { icon: ReactNode; children: ReactNode }) => (
  <li>
    {icon}
    <span>{children}</span>
  </li>
)

/** Warns that unsent data and the sign-in of this browser are not available in the installed app. */
function OwnStorage({ userId }: { userId: number }) {
  const unsent = useLiveQuery(() => countUnsent(userId), [userId])
  const messages = unsent?.messages ?? 0
  const others = (unsent?.changes ?? 0) + (unsent?.drafts ?? 0) + (unsent?.files ?? 0)
  return (
    <div className={styles.notes}>
      <p>
        <Trans>The installed app has its own storage: you log in there once, and it loads your chats.</Trans>
      </p>
      {messages > 0 ? (
        <p className={styles.warning}>
          <Plural
            value={messages}
            one="# message waits in this browser and stays here: send it before you install."
            other="# messages wait in this browser and stay here: send them before you install."
          />
        </p>
      ) : null}
      {messages === 0 && others > 0 ? (
        <p className={styles.warning}>
          <Trans>
            A draft or a change waits in this browser and stays here: send it or copy it before you install.
          </Trans>
        </p>
      ) : null}
    </div>
  )
}
