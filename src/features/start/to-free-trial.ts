/** The link to the free trial: a visitor registers first and is then redirected to the trial. */
export const toFreeTrial = {
  to: '/auth/register',
  search: { redirect: '/subscriptions/free-trial/subscribe' },
} as const
