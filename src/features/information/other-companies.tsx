import { Trans } from '@lingui/react/macro'
import type { PublicConfig } from '#contract/objects/config.ts'
import styles from './information-page.module.css'

/**
 * Says what other companies receive, from the browser and from this server's configuration. `config` is undefined until
 * the server has answered.
 */
export function OtherCompanies({ config }: { config: PublicConfig | undefined }) {
  return (
    <>
      <ul className={styles.list}>
        <li>
          <Trans>
            Dictation is done by your browser. Most browsers send the recording to their maker, as Chrome does to Google
            and Safari to Apple. Companion receives only the text. In a voice chat, your browser listens in the same way
            where it can.
          </Trans>{' '}
          {config === undefined ? null : config.speech?.transcribes ? (
            <Trans>
              Where it cannot, what you say goes as a recording through this server to the speech service that whoever
              runs it has chosen, and comes back as text. This server does not store the recording.
            </Trans>
          ) : (
            <Trans>Nothing that you say goes to this server as a recording.</Trans>
          )}
        </li>
        <li>
          <Trans>
            Reading aloud is done by your browser too. Some of its voices send the text to its maker; voices of the
            device itself do not.
          </Trans>{' '}
          {config?.speech?.speaks ? (
            <Trans>
              In a voice chat in a browser without voices, the sentences of an answer go through this server to its
              speech service, which speaks them. This server does not store them as sound.
            </Trans>
          ) : null}
        </li>
        {config === undefined ? null : <ByThisServer config={config} />}
      </ul>
      {config === undefined ? (
        <p>
          <Trans>What else this server uses is shown here when it can be reached.</Trans>
        </p>
      ) : null}
      <p>
        {config?.google_client_id === null ? (
          <>
            <Trans>No page loads anything from another company's server.</Trans>{' '}
          </>
        ) : null}
        <Trans>There is no advertising and there are no trackers.</Trans>{' '}
        {config?.newsletter?.issues ? (
          <Trans>
            Only those who asked for the newsletter receive it. Its mails have no tracking pixels. Clicks on their links
            are counted only for readers who agreed, and who clicked is not stored.
          </Trans>
        ) : (
          <Trans>No newsletter is sent yet; when there is one, only those who asked for it receive it.</Trans>
        )}
      </p>
    </>
  )
}

function ByThisServer({ config }: { config: PublicConfig }) {
  return (
    <>
      {config.google_client_id === null ? null : (
        <li>
          <Trans>
            The pages to log in, to register and to confirm that it is you load Google's button from Google, whether you
            use it or not. Google then sees your network address and your browser, and may set cookies of its own.
          </Trans>
        </li>
      )}
      {config.vapid_public_key === null ? null : (
        <li>
          <Trans>
            Notifications, if you switch them on, are delivered by your browser's maker, such as Google, Apple, Mozilla
            or Microsoft. It sees when an answer is ready for this device or chats are about to end, and nothing of
            their texts.
          </Trans>
        </li>
      )}
      {config.web_search ? (
        <li>
          <Trans>
            While web search is switched on, search words made from your question and your chat go to the search service
            of this server, which passes them to search engines. This server then reads the pages it finds; your network
            address is not passed on. The pages are not stored, only their titles and addresses beside the answer.
          </Trans>
        </li>
      ) : null}
      <li>
        {config.payments === 'stripe' ? (
          <Trans>
            Cards and bank details are entered at Stripe and never come here. Stripe also receives your name and email
            address. This server keeps which plan you bought, until when, and what you were billed.
          </Trans>
        ) : (
          <Trans>
            Payments are a rehearsal on this server: no money moves, and no card is asked for. It keeps which plan you
            chose, at which price and until when.
          </Trans>
        )}
      </li>
      <li>
        {config.mail ? (
          <Trans>Emails to you go through the mail server that whoever runs this server has chosen.</Trans>
        ) : (
          <Trans>This server sends no emails: they are files that whoever runs it can read.</Trans>
        )}
      </li>
    </>
  )
}
