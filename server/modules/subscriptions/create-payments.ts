import { deriveKey } from '../../lib/derive-key.ts'
import { createStripe } from '../../providers/payments/stripe.ts'
import { createSandbox } from '../sandbox/create-sandbox.ts'
import type { SandboxDeps } from '../sandbox/sandbox.repository.ts'
import type { Sandbox } from '../sandbox/sandbox.ts'
import type { BillingDeps } from './billing.deps.ts'
import { receiveEvent } from './sync/receive-event.ts'

type Deps = SandboxDeps & Omit<BillingDeps, 'payments'>

/** Stripe when it is configured, else the sandbox, whose events are handled in the same way. */
export function createPayments(deps: Deps): Pick<BillingDeps, 'payments'> & { sandbox: Sandbox | null } {
  const { config, now, log } = deps
  const secret = Buffer.from(deriveKey(config.tokenSecret, 'payments')).toString('base64url')
  const { secretKey, webhookSecret, apiBase, tax } = config.stripe
  if (config.payments === 'stripe' && secretKey !== null) {
    const installation = secret.slice(0, 12)
    if (webhookSecret === null) {
      log.warn('STRIPE_WEBHOOK_SECRET is not set: what happens at Stripe is noticed late, by asking')
    }
    return { payments: createStripe({ secretKey, webhookSecret, apiBase, installation, tax, now }), sandbox: null }
  }
  const sandbox = createSandbox(deps, secret)
  const { payments } = sandbox
  sandbox.deliverTo((body, signature) => receiveEvent({ ...deps, payments }, body, signature))
  return { payments, sandbox }
}
