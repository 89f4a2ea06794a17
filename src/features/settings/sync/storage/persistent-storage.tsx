import { Trans } from '@lingui/react/macro'
import { useEffect, useState } from 'react'
import { useAction } from '#data/use-action.ts'
import { isIos, isSafari } from '#lib/browser/detect-browser.ts'
import { isInstalledApp } from '#lib/browser/is-installed-app.ts'
import { Button } from '#ui/button/button.tsx'
import { Failure, Row } from '#ui/layout/group.tsx'

type State = 'unknown' | 'unsupported' | 'protected' | 'unprotected' | 'refused'

/** Requests persistent storage, so that the browser does not evict this site's data when the disk is full. */
export function PersistentStorage() {
  const [state, setState] = useState<State>('unknown')
  const { run: look, failure: unread } = useAction(async () => setState(await readProtection()))
  const protect = useAction(async () => setState((await navigator.storage.persist()) ? 'protected' : 'refused'))
  useEffect(() => look(), [look])
  const canRequest = state === 'unprotected' || state === 'refused'
  return (
    <div>
      <Row
        label={<Label state={state} />}
        text={
          <>
            <span role="status">
              <Explanation state={state} />
            </span>
            {state !== 'unknown' && state !== 'protected' && forgetsUnvisited() ? (
              <>
                {' '}
                <Trans>
                  After seven days without a visit this browser deletes it, with what was not sent. The installed app
                  keeps it.
                </Trans>
              </>
            ) : null}
          </>
        }
        action={
          canRequest && (
            <Button pending={protect.pending} onClick={() => protect.run()}>
              <Trans>Protect storage</Trans>
            </Button>
          )
        }
      />
      <Failure>{unread || protect.failure}</Failure>
    </div>
  )
}

/**
 * Safari, and every browser on iOS, deletes the storage of sites, but not of installed apps, after seven days of use
 * without a visit (webkit.org/blog/10218).
 */
const forgetsUnvisited = () => (isIos(navigator) || isSafari(navigator)) && !isInstalledApp()

async function readProtection(): Promise<State> {
  if (typeof navigator.storage?.persist !== 'function') return 'unsupported'
  return (await navigator.storage.persisted()) ? 'protected' : 'unprotected'
}

function Label({ state }: { state: State }) {
  if (state === 'protected') return <Trans>Storage is protected</Trans>
  return <Trans>Storage is not protected</Trans>
}

function Explanation({ state }: { state: State }) {
  switch (state) {
    case 'unknown':
      return null
    case 'protected':
      return <Trans>The browser keeps it even when the device runs out of room.</Trans>
    case 'unprotected':
      return <Trans>When the device runs out of room, the browser may delete it, with what was not sent.</Trans>
    case 'refused':
      return (
        <Trans>
          The browser did not agree. It decides by itself, and favours apps that are installed or used often: install
          Companion, or try again in a few days. Until then do not leave messages unsent for long.
        </Trans>
      )
    case 'unsupported':
      return <Trans>This browser cannot protect it. Do not leave messages unsent for long.</Trans>
  }
}
