import type { Dependencies } from './dependencies.ts'
import type { RateLimiter } from './http/rate-limit.ts'
import type { Route } from './http/route.ts'
import type { AccessTokens } from './modules/accounts/access-token.ts'
import { accountRoutes } from './modules/accounts/accounts.routes.ts'
import { chatRoutes } from './modules/chats/chats.routes.ts'
import { configRoutes } from './modules/config/config.routes.ts'
import { labelRoutes } from './modules/labels/labels.routes.ts'
import { planRoutes } from './modules/plans/plans.routes.ts'
import { pushRoutes } from './modules/push/push.routes.ts'
import { subscriptionRoutes } from './modules/subscriptions/subscriptions.routes.ts'

interface Services {
  limiter: RateLimiter
  accessTokens: AccessTokens
}

/** Every module's routes. */
export function createRoutes(dependencies: Dependencies, services: Services): Route[] {
  return [
    ...accountRoutes(dependencies, services),
    ...planRoutes(dependencies),
    ...subscriptionRoutes(dependencies),
    ...chatRoutes(dependencies),
    ...labelRoutes(dependencies),
    ...pushRoutes(dependencies),
    ...configRoutes(dependencies),
  ]
}
