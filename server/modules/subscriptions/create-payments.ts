import { deriveKey } from '../../lib/derive-key.ts'
import { createStripe } from '../../providers/payments/stripe.ts'
import { createSandbox } from '../sandbox/create-sandbox.ts'
import type { SandboxNeeds } from '../sandbox/sandbox.repository.ts'
import type { Sandbox } from '../sandbox/sandbox.ts'
import type { BillingNeeds } from './billing.deps.ts'
import { receiveEvent } from './sync/receive-event.ts'

type Needs = SandboxNeeds & Omit<BillingNeeds, 'payments'>

/** Stripe when it has a key, else the sandbox, whose notices come in by the same door. */
export function createPayments(needs: Needs): Pick<BillingNeeds, 'payments'> & { sandbox: Sandbox | null } {
  const { config, now, log } = needs
  const secret = Buffer.from(deriveKey(config.tokenSecret, 'payments')).toString('base64url')
  const { secretKey, webhookSecret, apiBase } = config.stripe
  if (config.payments === 'stripe' && secretKey !== null) {
    const installation = secret.slice(0, 12)
    if (webhookSecret === null) {
      log.warn('STRIPE_WEBHOOK_SECRET is not set: what happens at Stripe is noticed late, by asking')
    }
    return { payments: createStripe({ secretKey, webhookSecret, apiBase, installation, now }), sandbox: null }
  }
  const sandbox = createSandbox(needs, secret)
  const { payments } = sandbox
  sandbox.deliverTo((body, signature) => receiveEvent({ ...needs, payments }, body, signature))
  return { payments, sandbox }
}
