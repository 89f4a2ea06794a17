import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import type { User } from '#contract/objects/user.ts'
import { configQuery } from '#data/config-query.ts'
import { queryClient } from '#data/query-client.ts'
import { sendVerification } from '#data/send-verification.ts'
import { useAction } from '#data/use-action.ts'
import { Button } from '#ui/button/button.tsx'
import { Badge } from '#ui/data-display/badge.tsx'
import { Failure, Group, Row } from '#ui/layout/group.tsx'
import styles from '../account.module.css'
import { EmailChange } from '../email-change/email-change.tsx'
import { MailLanguageChoice } from './mail-language-choice.tsx'
import { NewsletterSwitch } from './newsletter-switch.tsx'

/** Shows the address, whether it is confirmed, and the email settings. */
export function MailSettings({ user }: { user: User }) {
  const { t } = useLingui()
  const resend = useAction(sendVerification)
  const { data: config } = useQuery(configQuery, queryClient)
  const hasMail = config?.mail !== false
  const { email, email_verified: isVerified } = user
  return (
    <Group heading="h2" title={<Trans>Email</Trans>}>
      <div>
        <Row
          label={
            <span className={styles.address}>
              <span className={styles.mail}>{email}</span>
              <Badge tone={isVerified ? 'accent' : 'warn'}>
                {isVerified ? <Trans>Confirmed</Trans> : <Trans>Not confirmed</Trans>}
              </Badge>
            </span>
          }
          text={
            isVerified ? null : hasMail ? (
              <Trans>We have sent a link to this address. Open it to confirm that it is yours.</Trans>
            ) : (
              <Trans>This server sends no emails: they are files that whoever runs it can read.</Trans>
            )
          }
          action={
            isVerified ? null : (
              <Button pending={resend.pending} onClick={() => resend.run()}>
                <Trans>Send the link again</Trans>
              </Button>
            )
          }
        />
        <p role="status" className={styles.note}>
          {!resend.done || isVerified
            ? null
            : hasMail
              ? t`Sent. Look for it in your mail in a minute, also under spam.`
              : t`The link is in a new file on the server.`}
        </p>
        <Failure>{resend.failure}</Failure>
      </div>
      <EmailChange user={user} hasMail={hasMail} />
      <NewsletterSwitch />
      <MailLanguageChoice />
    </Group>
  )
}
