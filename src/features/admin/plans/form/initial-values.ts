import type { AdminPlan } from '#contract/objects/plan.ts'
import type { FormValues } from '#ui/form/app-form.ts'

/** Returns the initial values of the form: the plan's, or the defaults of a new one. */
export function initialValues(plan: AdminPlan | null): FormValues {
  return {
    name: plan?.name ?? '',
    title: plan?.title ?? '',
    description: plan?.description ?? '',
    price: plan?.price ?? '',
    currency: plan?.currency ?? 'USD',
    interval: plan?.interval ?? 'month',
    features: plan?.features ?? [],
    is_enabled: plan?.is_enabled ?? true,
    tokens_limit: String(plan?.tokens_limit ?? 0),
    searches_limit: String(plan?.searches_limit ?? 0),
  }
}
