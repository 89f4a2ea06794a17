import { Trans } from '@lingui/react/macro'
import { useMutation, useQuery } from '@tanstack/react-query'
import { isApiError } from '#api/errors.ts'
import { configQuery } from '#data/config-query.ts'
import { queryClient } from '#data/query-client.ts'
import { describeFailure } from '#i18n/describe-error.ts'
import { useLanguage } from '#i18n/use-language.ts'
import { toastFailure } from '#ui/feedback/toast-failure.ts'
import { GoogleButton } from '#ui/google/google-button.tsx'
import { useSecondStep } from '../factor/use-second-step.ts'
import styles from './google.module.css'
import { googleRedirect } from './google-redirect.ts'
import { signInWithGoogle } from './sign-in-with-google.ts'

interface Props {
  purpose: 'signin' | 'signup'
  /** Called with Google's credential; by default it signs in and does nothing else. */
  signIn?: typeof signInWithGoogle
}

/** The Google sign-in; renders nothing when the server has no client id or is unreachable. */
export function GoogleSignIn({ purpose, signIn: request = signInWithGoogle }: Props) {
  const { data } = useQuery(configQuery, queryClient)
  const language = useLanguage()
  const goToSecondStep = useSecondStep()
  /** Its error message names the next step, so it stays until the next attempt. */
  const signIn = useMutation({ mutationFn: request, gcTime: 0 }, queryClient)
  const conflict = isConflict(signIn.error) ? signIn.error : null
  const clientId = data?.google_client_id
  if (!clientId) return null
  return (
    <div className={styles.google}>
      <p className={styles.or}>
        <Trans>or</Trans>
      </p>
      <GoogleButton
        clientId={clientId}
        purpose={purpose}
        redirect={googleRedirect}
        onCredential={signIn.mutateAsync}
        onError={(error) => goToSecondStep(error) || isConflict(error) || toastFailure(error)}
      />
      <div role="alert">
        {conflict ? <p className={styles.conflict}>{describeFailure(conflict, language)}</p> : null}
      </div>
    </div>
  )
}

const isConflict = (error: unknown) => isApiError(error) && error.code === 'conflict'
