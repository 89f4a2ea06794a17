import { Trans, useLingui } from '@lingui/react/macro'
import { useSession } from '#session/state/session-atom.ts'
import { LinkButton } from '#ui/button/link-button.tsx'
import { MailedLink } from '../mailed-link/mailed-link.tsx'
import { Outcome } from '../outcome.tsx'
import { NoMailHint } from '../password/no-mail-hint.tsx'
import { useSendsMail } from '../password/use-sends-mail.ts'
import { confirmChange, type EmailChangePreview, previewChange, undoChange } from './email-change-calls.ts'

/** Changes an address, or undoes the change. */
export function EmailChangeCheck({ token }: { token: string }) {
  const { t } = useLingui()
  const sendsMail = useSendsMail()
  const describe = ({ action, email }: EmailChangePreview) =>
    action === 'undo'
      ? {
          title: t`Undo the change of your address?`,
          text: (
            <p>
              {sendsMail ? (
                <Trans>
                  <strong>{email}</strong> then opens your Companion account again. All devices are logged out, the
                  password ends, and a mail to this address lets you choose a new one.
                </Trans>
              ) : (
                <Trans>
                  <strong>{email}</strong> then opens your Companion account again. All devices are logged out, the
                  password ends, and whoever runs this server can give you the link to choose a new one.
                </Trans>
              )}
            </p>
          ),
          confirmLabel: <Trans>Undo the change</Trans>,
          declineLabel: <Trans>Leave it as it is</Trans>,
        }
      : {
          title: t`Use this address?`,
          text: (
            <p>
              <Trans>
                A Companion account is to have the address <strong>{email}</strong>. Confirm only if it is your account:
                it is then opened with this address.
              </Trans>
            </p>
          ),
          confirmLabel: <Trans>Use this address</Trans>,
          declineLabel: <Trans>This was not me</Trans>,
        }
  return (
    <MailedLink
      fetchPreview={(signal) => previewChange(token, signal)}
      wasUsed={({ is_done }) => is_done}
      confirm={({ action }) => (action === 'confirm' ? confirmChange(token) : undoChange(token))}
      describe={describe}
      renderDone={(preview) => (preview.action === 'confirm' ? <Changed {...preview} /> : <Restored {...preview} />)}
      declined={{
        title: t`Nothing was changed`,
        text: <Trans>You can delete the mail.</Trans>,
      }}
      tooOld={
        <Trans>
          A new address is confirmed within 24 hours by the newest link, and a change is undone within 7 days. Your
          account page can send a new link.
        </Trans>
      }
    />
  )
}

function Changed({ email }: { email: string }) {
  const { t } = useLingui()
  const isSignedIn = useSession() !== null
  return (
    <Outcome
      takesFocus
      title={t`Your address is changed`}
      actions={
        <LinkButton to={isSignedIn ? '/account' : '/auth/login'} variant="primary">
          {isSignedIn ? <Trans>Go to your account</Trans> : <Trans>Log in</Trans>}
        </LinkButton>
      }
    >
      <p>
        <Trans>
          From now on you log in with <strong>{email}</strong>. Your devices stay logged in.
        </Trans>
      </p>
    </Outcome>
  )
}

function Restored({ email }: { email: string }) {
  const { t } = useLingui()
  const sendsMail = useSendsMail()
  return (
    <Outcome
      takesFocus
      title={t`Your old address is back`}
      actions={
        <LinkButton to="/auth/forgor-password" variant="primary">
          <Trans>Send another link</Trans>
        </LinkButton>
      }
    >
      <p>
        {sendsMail ? (
          <Trans>
            All devices are logged out, and the password no longer works. Open the mail to <strong>{email}</strong> to
            choose a new one.
          </Trans>
        ) : (
          <Trans>
            All devices are logged out, and the password no longer works. Ask whoever runs this server for the link to
            choose a new one.
          </Trans>
        )}
      </p>
      <NoMailHint />
    </Outcome>
  )
}
