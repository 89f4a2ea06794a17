import { Trans } from '@lingui/react/macro'
import styles from './information-page.module.css'

/** Says what is stored where as the code does it today; change it with the code. */
export function PrivacySection() {
  return (
    <section aria-labelledby="privacy" className={styles.section}>
      <h2 id="privacy">
        <Trans>Privacy</Trans>
      </h2>
      <h3>
        <Trans>On the server</Trans>
      </h3>
      <p>
        <Trans>
          Your name, e-mail address, chats, settings, the facts you asked to be remembered, how much your answers have
          used, subscriptions and signed-in devices. Your password is stored only as a hash that cannot be turned back.
          Whoever runs this server can read its database.
        </Trans>
      </p>
      <p>
        <Trans>
          Cards and bank details are entered at the payment processor and never come here. This server keeps which plan
          you bought, at which price and until when.
        </Trans>
      </p>
      <h3>
        <Trans>On your device</Trans>
      </h3>
      <p>
        <Trans>
          A copy of your chats, what waits to be sent, your sign-in, and your language. There are no cookies. Logging
          out removes your chats and your sign-in from the browser.
        </Trans>
      </p>
      <h3>
        <Trans>At the assistant</Trans>
      </h3>
      <p>
        <Trans>
          What you write is passed to the assistant that this server uses, and the chat names it; with it goes what you
          wrote about yourself in the settings and, while memory is on, each remembered fact. If it belongs to another
          company, that company's rules apply to what it receives. The practice assistant passes nothing on.
        </Trans>
      </p>
      <h3>
        <Trans>Nobody else</Trans>
      </h3>
      <p>
        <Trans>
          No advertising, no trackers, nothing loaded from other companies' servers. The newsletter is sent only if you
          ask for it.
        </Trans>
      </p>
    </section>
  )
}
