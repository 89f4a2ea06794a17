import { Trans, useLingui } from '@lingui/react/macro'
import type { User } from '#contract/objects/user.ts'
import { languageNames, languages } from '#i18n/languages.ts'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { Choice } from '#ui/choice.tsx'
import { Failure, Group, Row } from '#ui/group.tsx'
import { useAction } from '#ui/use-action.ts'
import styles from './account.module.css'
import { NewsletterSwitch } from './newsletter-switch.tsx'
import { saveProfile } from './save-profile.ts'
import { sendVerification } from './send-verification.ts'

/** The address, whether it is confirmed, and what is mailed to it. */
export function MailSettings({ user }: { user: User }) {
  const { t } = useLingui()
  const resend = useAction(sendVerification)
  const speak = useAction((language: User['profile']['language']) => saveProfile({ language }))
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
            isVerified ? null : <Trans>We have sent a link to this address. Open it to confirm that it is yours.</Trans>
          }
          action={
            isVerified ? null : (
              <Button pending={resend.pending} onClick={() => void resend.run()}>
                <Trans>Send the link again</Trans>
              </Button>
            )
          }
        />
        <p role="status" className={styles.note}>
          {resend.done && !isVerified ? t`Sent. Look for it in your mail in a minute, also under spam.` : null}
        </p>
        <Failure>{resend.failure}</Failure>
      </div>
      <NewsletterSwitch />
      <div>
        <Choice
          label={<Trans>Language of our emails</Trans>}
          value={user.profile.language}
          onChange={(language) => void speak.run(language)}
          options={languages.map((value) => ({ value, label: <span lang={value}>{languageNames[value]}</span> }))}
          disabled={speak.pending}
        />
        <Failure>{speak.failure}</Failure>
      </div>
    </Group>
  )
}
