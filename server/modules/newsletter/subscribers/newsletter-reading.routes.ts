import * as calls from '#contract/endpoints/newsletter/reading.ts'
import type { Language } from '#contract/primitives.ts'
import type { Dependencies } from '../../../dependencies.ts'
import { type Route, route } from '../../../http/api/route.ts'
import type { RateLimiter } from '../../../limits/rate-limiter.ts'
import { subscribe } from './subscribe.ts'

const confirmationSent: Readonly<Record<Language, string>> = {
  en: 'Look into your mailbox, also under spam: a mail with a link is on its way, if the address can get one',
  es: 'Mira tu buzón, también en spam: te va a llegar un mensaje con un enlace, si la dirección puede recibirlo',
}

export function newsletterReadingRoutes(dependencies: Dependencies, limiter: RateLimiter): Route[] {
  return [
    route(calls.subscribeToNewsletter, {
      owns: 'anybody',
      limit: 'subscribe',
      handle: async ({ body, language }) => {
        await subscribe({ ...dependencies, limiter }, body)
        return { status: 202, body: { message: confirmationSent[language] } }
      },
    }),
  ]
}
