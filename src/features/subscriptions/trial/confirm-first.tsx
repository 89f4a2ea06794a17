import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { queryClient } from '#data/query-client.ts'
import { sendVerification } from '#data/send-verification.ts'
import { useAction } from '#data/use-action.ts'
import { refreshUser } from '#session/refresh-user.ts'
import { useSession } from '#session/state/session-atom.ts'
import { Button } from '#ui/button/button.tsx'
import styles from '../page.module.css'

/** While the page is visible; a page that is shown again asks at once. */
const AGAIN_MS = 10_000

/** Asks for the confirmation of the address before the trial, and notices one on another device. */
export function ConfirmFirst() {
  const { t } = useLingui()
  const email = useSession()?.user.email
  const resend = useAction(sendVerification)
  useQuery(
    {
      queryKey: ['confirmation', email],
      queryFn: ({ signal }) => refreshUser(signal).then(() => null),
      refetchInterval: AGAIN_MS,
      refetchOnWindowFocus: 'always',
      gcTime: 0,
      retry: false,
    },
    queryClient,
  )
  return (
    <section className={styles.confirm}>
      <h2>
        <Trans>Confirm your address</Trans>
      </h2>
      <p>
        <Trans>
          We have sent a link to <strong>{email}</strong>. Open it, on any device: your trial begins then, and this page
          goes on by itself.
        </Trans>
      </p>
      <Button variant="primary" pending={resend.pending} onClick={() => resend.run()}>
        <Trans>Send the link again</Trans>
      </Button>
      <p role="status" className={styles.small}>
        {resend.done ? t`Sent. Look for it in your mail in a minute, also under spam.` : null}
      </p>
      <div role="alert">{resend.failure === '' ? null : <p className={styles.failed}>{resend.failure}</p>}</div>
    </section>
  )
}
