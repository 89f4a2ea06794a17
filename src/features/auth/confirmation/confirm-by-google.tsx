import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { BodyInput } from '#contract/endpoint.ts'
import type { confirmSession } from '#contract/endpoints/factors.ts'
import { configQuery } from '#data/config-query.ts'
import { queryClient } from '#data/query-client.ts'
import { describeFailure } from '#i18n/describe-error.ts'
import { useLanguage } from '#i18n/use-language.ts'
import { GoogleButton } from '#ui/google/google-button.tsx'
import styles from './confirmation.module.css'

/** For accounts without a password; renders nothing without a client id on the server. */
export function ConfirmByGoogle({ onProof }: { onProof: (proof: BodyInput<typeof confirmSession>) => Promise<void> }) {
  const { data } = useQuery(configQuery, queryClient)
  const language = useLanguage()
  const [failure, setFailure] = useState<unknown>(null)
  const clientId = data?.google_client_id
  if (!clientId) return null
  return (
    <div className={styles.google}>
      <GoogleButton
        clientId={clientId}
        purpose="use"
        onCredential={(given) => {
          setFailure(null)
          return onProof(given)
        }}
        onError={setFailure}
      />
      <div role="alert">{failure ? <p className={styles.failure}>{describeFailure(failure, language)}</p> : null}</div>
    </div>
  )
}
