import { FREE_TRIAL_PATH } from '#session/guards/paths.ts'

/**
 * The link to the registration, with which the free trial begins where one is on offer. Its words do not promise one: these
 * pages are prerendered, and do not ask for the plans.
 */
export const toFreeTrial = { to: '/auth/register', search: { redirect: FREE_TRIAL_PATH } } as const
