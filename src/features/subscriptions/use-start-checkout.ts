import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { queryClient } from '#lib/query-client.ts'
import { startCheckout } from './start-checkout.ts'

/** Starts a free plan and goes to the page that says what was got. */
export function useStartCheckout() {
  const navigate = useNavigate()
  return useMutation(
    {
      mutationFn: startCheckout,
      onSuccess: (sessionId) => navigate({ to: '/subscription-success', search: { session_id: sessionId } }),
    },
    queryClient,
  )
}
