import type { Stripe } from 'stripe'

interface NewPortal {
  id: string
  created: number
  customer: string
  configuration: string
  returnUrl: string
  locale: string
}

export const newPortal = (made: NewPortal): Stripe.BillingPortal.Session => ({
  id: made.id,
  object: 'billing_portal.session',
  configuration: made.configuration,
  created: made.created,
  customer: made.customer,
  customer_account: null,
  flow: null,
  livemode: false,
  locale: made.locale,
  on_behalf_of: null,
  return_url: made.returnUrl,
  url: `https://billing.stripe.test/p/session/${made.id}`,
})

interface NewConfiguration {
  id: string
  created: number
  metadata: Record<string, string>
  /** Whether users may cancel and change plans there. */
  mayCancel: boolean
  mayChange: boolean
}

export const newConfiguration = (made: NewConfiguration): Stripe.BillingPortal.Configuration => ({
  id: made.id,
  object: 'billing_portal.configuration',
  active: true,
  application: null,
  business_profile: { headline: null, privacy_policy_url: null, terms_of_service_url: null },
  created: made.created,
  default_return_url: null,
  features: {
    customer_update: { allowed_updates: ['address', 'tax_id'], enabled: true },
    invoice_history: { enabled: true },
    payment_method_update: { enabled: true, payment_method_configuration: null },
    subscription_cancel: {
      cancellation_reason: { enabled: false, feedback_options: [], options: [] },
      enabled: made.mayCancel,
      mode: 'at_period_end',
      proration_behavior: 'none',
    },
    subscription_pause: { duration: { interval_options: [], type: 'indefinite' }, enabled: false },
    subscription_update: {
      billing_cycle_anchor: null,
      default_allowed_updates: [],
      enabled: made.mayChange,
      proration_behavior: 'none',
      schedule_at_period_end: { conditions: [] },
      trial_update_behavior: 'end_trial',
    },
  },
  is_default: false,
  livemode: false,
  login_page: { enabled: false, url: null },
  metadata: made.metadata,
  name: null,
  updated: made.created,
})

/** An account without what its dashboard says about its owner. */
export const newAccount = (id: string): Stripe.Account => ({
  id,
  object: 'account',
  business_profile: null,
  business_type: null,
  capabilities: { card_payments: 'active', transfers: 'active' },
  charges_enabled: true,
  controller: { type: 'account' },
  country: 'US',
  created: 1_700_000_000,
  default_currency: 'usd',
  details_submitted: true,
  email: null,
  external_accounts: { object: 'list', data: [], has_more: false, url: `/v1/accounts/${id}/external_accounts` },
  future_requirements: newRequirements(),
  metadata: {},
  payouts_enabled: true,
  requirements: newRequirements(),
  settings: null,
  tos_acceptance: { date: null, ip: null, user_agent: null },
  type: 'standard',
})

const newRequirements = () => ({
  alternatives: [],
  current_deadline: null,
  currently_due: [],
  disabled_reason: null,
  errors: [],
  eventually_due: [],
  past_due: [],
  pending_verification: [],
})
