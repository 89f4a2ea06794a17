import { FREE_TRIAL_PATH } from '#session/guards/paths.ts'

/** The link to the free trial, which begins with the registration. */
export const toFreeTrial = { to: '/auth/register', search: { redirect: FREE_TRIAL_PATH } } as const
