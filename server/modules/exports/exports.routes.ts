import { exportAudit as exportAuditCall, exportUsers as exportUsersCall } from '#contract/endpoints/admin.ts'
import { exportSubscriptions as exportSubscriptionsCall } from '#contract/endpoints/admin-billing.ts'
import { exportNewsletterRecipients } from '#contract/endpoints/newsletter/reading.ts'
import type { Dependencies } from '../../dependencies.ts'
import { type Route, route } from '../../http/api/route.ts'
import { textDownload } from '../../http/response/text-download.ts'
import { isoTime } from '../../lib/time.ts'
import { exportAudit } from './use-cases/export-audit.ts'
import { exportRecipients } from './use-cases/export-recipients.ts'
import { exportSubscriptions } from './use-cases/export-subscriptions.ts'
import { exportUsers } from './use-cases/export-users.ts'

const type = 'text/csv; charset=utf-8; header=present'

export function exportRoutes({ db, now }: Pick<Dependencies, 'db' | 'now'>): Route[] {
  const named = (what: string) => `companion-${what}-${isoTime(now()).slice(0, 10)}.csv`
  return [
    route(exportUsersCall, {
      owns: 'anybody',
      limit: 'export',
      audit: 'users.exported',
      handle: async ({ query, record, log }) => {
        await record(db, {})
        return textDownload(await exportUsers({ db, now }, query), { name: named('users'), type, log })
      },
    }),
    route(exportSubscriptionsCall, {
      owns: 'anybody',
      limit: 'export',
      audit: 'subscriptions.exported',
      handle: async ({ query, record, log }) => {
        await record(db, {})
        return textDownload(await exportSubscriptions({ db, now }, query), { name: named('subscriptions'), type, log })
      },
    }),
    route(exportAuditCall, {
      owns: 'anybody',
      limit: 'export',
      audit: 'audit.exported',
      handle: async ({ query, record, log }) => {
        await record(db, {})
        return textDownload(await exportAudit({ db }, query), { name: named('audit'), type, log })
      },
    }),
    route(exportNewsletterRecipients, {
      owns: 'anybody',
      limit: 'export',
      audit: 'recipients.exported',
      handle: async ({ query, record, log }) => {
        await record(db, {})
        return textDownload(exportRecipients({ db }, query), { name: named('newsletter-recipients'), type, log })
      },
    }),
  ]
}
