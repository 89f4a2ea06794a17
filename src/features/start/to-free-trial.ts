/** A visitor makes an account first and is brought to the trial afterwards. */
export const toFreeTrial = {
  to: '/auth/register',
  search: { redirect: '/subscriptions/free-trial/subscribe' },
} as const
