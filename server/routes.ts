import type { Dependencies } from './dependencies.ts'
import type { Route } from './http/api/route.ts'
import type { OpenCalls } from './limits/open-calls.ts'
import type { RateLimiter } from './limits/rate-limiter.ts'
import { accountRoutes } from './modules/accounts/accounts.routes.ts'
import { factorRoutes } from './modules/accounts/factors/factors.routes.ts'
import { identityRoutes } from './modules/accounts/identity.routes.ts'
import type { AccessTokens } from './modules/accounts/sessions/access-token.ts'
import { adminBillingRoutes } from './modules/admin-billing/admin-billing.routes.ts'
import { adminMetricsRoutes } from './modules/admin-metrics/admin-metrics.routes.ts'
import { auditRoutes } from './modules/audit/audit.routes.ts'
import { chatRoutes } from './modules/chats/chats.routes.ts'
import { searchRoutes } from './modules/chats/search.routes.ts'
import { configRoutes } from './modules/client/client-config.routes.ts'
import { clientErrorRoutes } from './modules/client/client-errors.routes.ts'
import { exportRoutes } from './modules/exports/exports.routes.ts'
import { fileRoutes } from './modules/files/files.routes.ts'
import { importRoutes } from './modules/imports/imports.routes.ts'
import { judgeRunRoutes } from './modules/judge-runs/judge-runs.routes.ts'
import { labelRoutes } from './modules/labels/labels.routes.ts'
import { legalRoutes } from './modules/legal/legal.routes.ts'
import { modelRoutes } from './modules/models/models.routes.ts'
import { newsletterRoutes } from './modules/newsletter/newsletter.routes.ts'
import { newsletterReadingRoutes } from './modules/newsletter/subscribers/newsletter-reading.routes.ts'
import { planRoutes } from './modules/plans/plans.routes.ts'
import { profileRoutes } from './modules/profile/profile.routes.ts'
import { pushRoutes } from './modules/push/push.routes.ts'
import { agreementRoutes } from './modules/ratings/agreement/agreement.routes.ts'
import { ratingRoutes } from './modules/ratings/ratings.routes.ts'
import { reportedExchangeRoutes } from './modules/ratings/reported-exchanges.routes.ts'
import { reportRoutes } from './modules/reports/reports.routes.ts'
import { scoreRoutes } from './modules/scoring/scoring.routes.ts'
import { shareRoutes } from './modules/shares/shares.routes.ts'
import { speechRoutes } from './modules/speech/speech.routes.ts'
import { billingRoutes } from './modules/subscriptions/billing.routes.ts'
import { promotionCodeRoutes } from './modules/subscriptions/codes/promotion-codes.routes.ts'
import { subscriptionRoutes } from './modules/subscriptions/subscriptions.routes.ts'
import { temporaryRoutes } from './modules/temporary/temporary.routes.ts'
import { usageRoutes } from './modules/usage/usage.routes.ts'
import { userRoutes } from './modules/users/users.routes.ts'
import { validatorRoutes } from './modules/validators/validators.routes.ts'
import { createGoogleIdentity } from './providers/identity/google.ts'

interface Services {
  limiter: RateLimiter
  accessTokens: AccessTokens
  openCalls: OpenCalls
}

export function createRoutes(dependencies: Dependencies, services: Services): Route[] {
  const { config, now } = dependencies
  const { clientId, jwksUrl } = config.google
  const google = clientId === null ? null : createGoogleIdentity({ clientId, jwksUrl, now })
  return [
    ...accountRoutes(dependencies, { ...services, google }),
    ...identityRoutes(dependencies, { ...services, google }),
    ...factorRoutes(dependencies, { ...services, google }),
    ...planRoutes(dependencies),
    ...subscriptionRoutes(dependencies, services.limiter),
    ...billingRoutes(dependencies),
    ...promotionCodeRoutes(dependencies),
    ...chatRoutes(dependencies, services),
    ...fileRoutes(dependencies),
    ...shareRoutes(dependencies),
    ...ratingRoutes(dependencies),
    ...importRoutes(dependencies),
    ...speechRoutes(dependencies),
    ...labelRoutes(dependencies),
    ...searchRoutes(dependencies),
    ...modelRoutes(dependencies),
    ...profileRoutes(dependencies),
    ...usageRoutes(dependencies),
    ...validatorRoutes(dependencies),
    ...agreementRoutes(dependencies),
    ...judgeRunRoutes(dependencies),
    ...pushRoutes(dependencies),
    ...scoreRoutes(dependencies, services),
    ...temporaryRoutes(dependencies),
    ...clientErrorRoutes(dependencies),
    ...configRoutes(dependencies),
    ...auditRoutes(dependencies),
    ...userRoutes(dependencies),
    ...newsletterReadingRoutes(dependencies, services.limiter),
    ...exportRoutes(dependencies),
    ...adminMetricsRoutes(dependencies),
    ...adminBillingRoutes(dependencies),
    ...reportRoutes(dependencies),
    ...reportedExchangeRoutes(dependencies),
    ...newsletterRoutes(dependencies),
    ...legalRoutes(dependencies),
  ]
}
