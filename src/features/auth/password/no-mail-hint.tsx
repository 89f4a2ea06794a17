import { Trans } from '@lingui/react/macro'
import { useSendsMail } from './use-sends-mail.ts'

/** Says that no email will arrive, on a server without a configured mail server. */
export function NoMailHint() {
  if (useSendsMail()) return null
  return (
    <p>
      <Trans>This server sends no emails: they are files that whoever runs it can read.</Trans>
    </p>
  )
}
