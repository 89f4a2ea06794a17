import { type Context, Hono } from 'hono'
import * as v from 'valibot'
import { SubscriptionInput } from '#contract/objects/newsletter.ts'
import type { Dependencies } from '../../dependencies.ts'
import type { HttpEnv } from '../../http/env.ts'
import { languageFor, type PageServices } from '../../http/request/page-request.ts'
import { readUrlEncoded } from '../../http/request/read-url-encoded.ts'
import { appError } from '../../lib/errors.ts'
import type { RouteLimit } from '../../limits/rate-limits.ts'
import { archivePage, type FormState, issuePage } from './archive/archive-page.http.ts'
import { ARCHIVE_PATH } from './archive/archive-urls.ts'
import { newsletterFeed, sitemap } from './archive/feeds.http.ts'
import { listIssues, readIssue } from './archive/read-archive.ts'
import { LINKS_PATH } from './clicks/counted-links.ts'
import { followLink } from './clicks/follow-link.ts'
import { newsletterLacks } from './newsletter-lacks.ts'
import { ADDRESS_FILE_PATH, ADDRESS_PATH } from './subscribers/address-links.ts'
import { addressDeletedPage, addressFile, addressPage } from './subscribers/address-page.http.ts'
import { addressActions, changeAddress } from './subscribers/change-address.ts'
import { readAddress } from './subscribers/read-address.ts'
import { subscribe } from './subscribers/subscribe.ts'

type Deps = Pick<Dependencies, 'config' | 'db' | 'erasure' | 'mails' | 'now'>

/** More than an address and a button need. */
const FORM_MAX = 4096
const AddressForm = v.object({ action: v.picklist(addressActions), clicks: v.optional(v.literal('on')) })

/**
 * The pages for readers of the newsletter, which open without the app: archive, feed, sitemap, and those of mailed
 * links.
 */
export function newsletterPages(deps: Deps, { limiter, senderOf }: PageServices): Hono<HttpEnv> {
  const { config } = deps
  const { publicUrl } = config
  const app = new Hono<HttpEnv>()
  const take = async (context: Context<HttpEnv>, limit: RouteLimit) => {
    context.set('callName', 'newsletter')
    await limiter.take(limit, senderOf(context))
  }
  const archive = async (context: Context<HttpEnv>, form: { state?: FormState; email?: string } = {}) => {
    const language = languageFor(context)
    const isSending = newsletterLacks(config).length === 0
    return archivePage(await listIssues(deps, language), { publicUrl, language, form: isSending ? form : undefined })
  }
  const tokenOf = (context: Context<HttpEnv>) => context.req.query('token') ?? ''

  app.get(ARCHIVE_PATH, async (context) => {
    await take(context, 'public')
    return archive(context)
  })
  app.post(ARCHIVE_PATH, async (context) => {
    context.set('callName', 'newsletter')
    if (!(await limiter.tryTake('subscribe', senderOf(context)))) return archive(context, { state: 'tooMany' })
    const form = await readUrlEncoded(context.req.raw, FORM_MAX)
    const parsed = v.safeParse(SubscriptionInput, { ...form, language: languageFor(context) })
    if (!parsed.success) return archive(context, { state: 'invalid', email: form.email ?? '' })
    await subscribe({ ...deps, limiter }, parsed.output)
    return archive(context, { state: 'linkSent' })
  })
  app.get(`${ARCHIVE_PATH}/rss.xml`, async (context) => {
    await take(context, 'public')
    const language = languageFor(context)
    return newsletterFeed(await listIssues(deps, language), publicUrl, language)
  })
  app.get('/sitemap.xml', async (context) => {
    await take(context, 'public')
    return sitemap(await listIssues(deps, 'en'), publicUrl)
  })
  app.get(ADDRESS_PATH, async (context) => {
    await take(context, 'mailedToken')
    const token = tokenOf(context)
    return addressPage(await readAddress(deps, token), { language: languageFor(context), token })
  })
  app.post(ADDRESS_PATH, async (context) => {
    await take(context, 'mailedToken')
    const language = languageFor(context)
    const token = tokenOf(context)
    const form = v.safeParse(AddressForm, await readUrlEncoded(context.req.raw, FORM_MAX))
    if (!form.success) throw appError('bad_request')
    const { action, clicks } = form.output
    const isDone = await changeAddress(deps, token, { action, countsClicks: clicks === 'on' })
    if (isDone && action === 'delete') return addressDeletedPage(language)
    return addressPage(await readAddress(deps, token), { language, token })
  })
  app.get(ADDRESS_FILE_PATH, async (context) => {
    await take(context, 'mailedToken')
    const stored = await readAddress(deps, tokenOf(context))
    if (stored === undefined) throw appError('not_found')
    return addressFile(stored)
  })
  app.get(`${LINKS_PATH}/:token`, async (context) => {
    context.set('callName', 'newsletter')
    // Who asks too often still gets where the link leads, and is not counted.
    const isClick = isByReader(context) && (await limiter.tryTake('public', senderOf(context)))
    const url = await followLink(deps, { token: context.req.param('token'), isClick })
    const language = languageFor(context)
    return url === undefined ? issuePage(undefined, { publicUrl, language }) : redirectTo(url)
  })
  app.get(`${ARCHIVE_PATH}/:slug`, async (context) => {
    await take(context, 'public')
    const language = languageFor(context)
    return issuePage(await readIssue(deps, context.req.param('slug'), language), { publicUrl, language })
  })
  return app
}

/** Programs that check or preload links are no readers. */
const isByReader = ({ req }: Context<HttpEnv>): boolean =>
  req.method === 'GET' && !/prefetch|preview/i.test(`${req.header('sec-purpose')} ${req.header('purpose')}`)

/** Stored by no cache, so that each click asks. The page that it leads to does not learn of this one. */
const redirectTo = (url: string): Response =>
  new Response(null, {
    status: 302,
    headers: {
      Location: url,
      'Cache-Control': 'private, no-store',
      'Referrer-Policy': 'no-referrer',
      'X-Robots-Tag': 'noindex, nofollow',
    },
  })
