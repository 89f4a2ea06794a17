import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { configQuery } from '#data/config-query.ts'
import { queryClient } from '#data/query-client.ts'
import { describeFailure, describeFieldMessage, failedFields } from '#i18n/describe-error.ts'
import { useLanguage } from '#i18n/use-language.ts'
import { GoogleButton } from '#ui/google/google-button.tsx'
import styles from './delete-account.module.css'
import type { Proof } from './submit-deletion.ts'

/** For a user who registered with Google and has no password; renders nothing without a client id on the server. */
export function DeleteGoogle({ onProof }: { onProof: (proof: Proof) => Promise<void> }) {
  const { data } = useQuery(configQuery, queryClient)
  const language = useLanguage()
  const [failure, setFailure] = useState<unknown>(null)
  const clientId = data?.google_client_id
  if (!clientId) return null
  const [refusal] = Object.values(failedFields(failure))[0] ?? []
  return (
    <div className={styles.google}>
      <p className={styles.hint}>
        <Trans>Or confirm with Google</Trans>
      </p>
      <GoogleButton
        clientId={clientId}
        purpose="use"
        onCredential={(given) => {
          setFailure(null)
          return onProof(given)
        }}
        onError={setFailure}
      />
      <div role="alert">
        {failure ? (
          <p className={styles.refused}>
            {refusal ? describeFieldMessage(refusal, language) : describeFailure(failure, language)}
          </p>
        ) : null}
      </div>
    </div>
  )
}
