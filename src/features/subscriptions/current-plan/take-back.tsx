import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import type { Subscription } from '#contract/objects/plan.ts'
import { useAction } from '#data/use-action.ts'
import { Button } from '#ui/button/button.tsx'
import { toastSuccess } from '#ui/feedback/toast.ts'
import styles from '../page.module.css'
import { storeSubscription } from './store-subscription.ts'

type Props = {
  closedBy: string | undefined
  request: () => Promise<Subscription>
  /** The toast after it. */
  done: string
  /** Called before the button is removed, to move the focus. */
  onDone: () => void
  children: ReactNode
}

/** A button that takes something back about a subscription at once. */
export function TakeBack({ closedBy, request, done, onDone, children }: Props) {
  const { run, pending, failure } = useAction(async () => {
    await storeSubscription(request())
    toastSuccess(done)
    onDone()
  })
  return (
    <>
      <Button
        disabled={closedBy !== undefined}
        aria-describedby={closedBy}
        pending={pending}
        pendingLabel={<Trans>One moment…</Trans>}
        onClick={() => run()}
      >
        {children}
      </Button>
      <div role="alert">{failure === '' ? null : <p className={styles.failed}>{failure}</p>}</div>
    </>
  )
}
