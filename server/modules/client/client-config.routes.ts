import { getConfig } from '#contract/endpoints/companion.ts'
import type { Dependencies } from '../../dependencies.ts'
import { type Route, route } from '../../http/api/route.ts'
import { vapidKeys } from '../../providers/push/vapid.ts'
import { readLegalConfig } from '../legal/use-cases/read-legal-config.ts'
import { isAnythingPublished } from '../newsletter/archive/read-archive.ts'
import { newsletterLacks } from '../newsletter/newsletter-lacks.ts'
import { isTrialOffered } from '../plans/use-cases/is-trial-offered.ts'

export function configRoutes({ config, db, assistant, models }: Dependencies): Route[] {
  const { publicKey } = vapidKeys(config.tokenSecret)
  return [
    route(getConfig, {
      owns: 'nobody',
      limit: 'public',
      handle: async () => ({
        status: 200,
        body: {
          app_name: 'Companion',
          google_client_id: config.google.clientId,
          assistant: {
            ...{ name: assistant.name, kind: assistant.kind, vision: assistant.vision ?? false },
            is_choice: models.length > 1,
          },
          payments: config.payments,
          trial: await isTrialOffered({ db }),
          web_search: config.searchUrl !== null,
          speech: { transcribes: config.speech?.transcriptionModel != null, speaks: config.speech?.model != null },
          files: true,
          scoring: config.scoring,
          mail: config.mail.smtpUrl !== null,
          newsletter: { subscribe: newsletterLacks(config).length === 0, issues: await isAnythingPublished({ db }) },
          passkeys: config.relyingParty !== null,
          error_reports: config.errorReports,
          care_card: config.careCardOffReason === null,
          legal: await readLegalConfig({ config, db }),
          vapid_public_key: publicKey,
        },
      }),
    }),
  ]
}
