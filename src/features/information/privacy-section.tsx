import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { DELETED_DAYS, NEWSLETTER_CONFIRM_DAYS } from '#contract/limits.ts'
import { configQuery } from '#data/config-query.ts'
import { queryClient } from '#data/query-client.ts'
import { AssistantPrivacy } from './assistant-privacy.tsx'
import styles from './information-page.module.css'
import { OtherCompanies } from './other-companies.tsx'
import { PrivacyState } from './privacy-state.tsx'

/** Says what is stored and sent where by the code and this server's configuration; keep it in step with the code. */
export function PrivacySection() {
  const { data: config } = useQuery(configQuery, queryClient)
  return (
    <section aria-labelledby="privacy" className={styles.section}>
      <h2 id="privacy">
        <Trans>Privacy</Trans>
      </h2>
      <PrivacyState config={config} />
      <h3>
        <Trans>On the server</Trans>
      </h3>
      <p>
        <Trans>
          Your name, email address, photo, chats with their scores and attached files, settings, the facts you asked to
          be remembered, what you offer for rating and what you rate, how much your answers have used, subscriptions,
          passkeys and authenticator app, logged-in devices, and where notifications go. Your password is stored only as
          a hash that cannot be turned back, and the network addresses you log in from as keyed hashes. Whoever runs
          this server can read its database.
        </Trans>
      </p>
      <p>
        <Trans>
          A chat that you delete, or that ends because you have chosen so, lies in Recently deleted for {DELETED_DAYS}{' '}
          days and is then deleted for good. There you can delete it for good at once.
        </Trans>
      </p>
      <p>
        <Trans>
          A temporary chat is stored neither on the server nor on your device: not in search, in what is remembered
          about you, in backups or in logs. Only the number of tokens of its answers is counted. The assistant reads it
          as any other chat.
        </Trans>
      </p>
      {config?.legal && (config.legal.terms !== null || config.legal.minimum_age !== null) ? (
        <p>
          <Trans>
            Which version of the terms you accepted, whether you stated your age, and when, is stored with your account.
          </Trans>
        </p>
      ) : null}
      <p>
        <Trans>
          Deleting your account deletes all of it. Backups that were made before stay in the hands of whoever runs this
          server.
        </Trans>
      </p>
      <p>
        <Trans>
          If you have had the free trial, a keyed hash of your email address is kept for 13 months, also when you delete
          your account, because each person has one trial. It cannot be turned back into the address.
        </Trans>
      </p>
      {config?.newsletter?.subscribe ? (
        <p>
          <Trans>
            If you ask for the newsletter without an account, your address is stored with its language, when you asked
            and confirmed, whether you agreed that clicks are counted, and which issues were sent to it. Without a
            confirmation it is deleted after {NEWSLETTER_CONFIRM_DAYS} days. The page of the mailed link shows all of
            it, as a file too, and deletes it.
          </Trans>
        </p>
      ) : null}
      <p>
        <Trans>
          When you report an answer, the admins of this server see your name, your email address, the reason and your
          comment, until you withdraw the report. They can read the answer and your question only if you allow it, and
          each time that they open a report is recorded. Of ratings they see how many there are in a week for each
          model, not whose they are.
        </Trans>
      </p>
      <p>
        <Trans>
          When you share a chat, everybody who has the link can read it without an account, as it was then. Your name
          and photo are on the page only if you choose so; attached files, remembered facts and your account never are.
          Search engines are asked to leave it out. The page is gone when you stop sharing, at the end date, and when
          the chat is deleted for good or you delete your account. While the chat lies in Recently deleted the page is
          not shown; restoring it shows the page again; a deleted message disappears from it when the time to undo is
          over.
        </Trans>
      </p>
      {config?.error_reports ? (
        <p>
          <Trans>
            When something in the app fails, your browser tells this server what kind of error it was, the version of
            the app, the browser's engine and the screen. The report carries no text and does not say who you are.
          </Trans>
        </p>
      ) : null}
      <h3>
        <Trans>On your device</Trans>
      </h3>
      <p>
        <Trans>
          A copy of your chats, drafts and what waits to be sent, your session, your language and other settings of the
          device. Companion sets no cookies. Logging out removes your chats, drafts and your session from the browser.
        </Trans>
      </p>
      <p>
        <Trans>The history of your browser keeps the titles of the chats that you opened, until you clear it.</Trans>
      </p>
      <h3>
        <Trans>At the assistant</Trans>
      </h3>
      <AssistantPrivacy config={config} />
      <h3>
        <Trans>At other companies</Trans>
      </h3>
      <OtherCompanies config={config} />
    </section>
  )
}
