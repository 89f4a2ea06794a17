import { Hono } from 'hono'
import * as v from 'valibot'
import { CountParam } from '#contract/primitives.ts'
import type { Dependencies } from '../../dependencies.ts'
import type { HttpEnv } from '../../http/env.ts'
import { languageFor, type PageServices } from '../../http/request/page-request.ts'
import { LEGAL_PATH } from './draft-token.mappers.ts'
import { legalPage } from './legal-page.http.ts'
import { readPage } from './use-cases/read-page.ts'

const Version = CountParam(1, 1_000_000)

/** The pages of terms, privacy policy and imprint, which open without the app and without an account. */
export function legalPages(
  deps: Pick<Dependencies, 'config' | 'db' | 'now'>,
  { limiter, senderOf }: PageServices,
): Hono<HttpEnv> {
  const app = new Hono<HttpEnv>()
  app.get(`${LEGAL_PATH}:document`, async (context) => {
    context.set('callName', 'legal')
    await limiter.take('public', senderOf(context))
    const language = languageFor(context)
    const given = v.safeParse(Version, context.req.query('version'))
    const page = await readPage(deps, {
      ...{ document: context.req.param('document'), language },
      version: given.success ? given.output : undefined,
      draft: context.req.query('draft'),
    })
    // Until a policy is published, the app's own page about privacy applies, which follows the configuration.
    if (page?.document === 'privacy' && page.state === 'shipped') return context.redirect('/information#privacy')
    return legalPage(page, deps.config, language)
  })
  return app
}
