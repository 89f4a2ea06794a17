import type { Dependencies } from '../../../dependencies.ts'
import { newsletterLacks } from '../newsletter-lacks.ts'

/** Logs that issues wait although an admin has sent them, because the settings of this process do not suffice. */
export async function reportWaiting({ db, config, log }: Pick<Dependencies, 'db' | 'config' | 'log'>): Promise<void> {
  const { issues } = await db
    .selectFrom('newsletter_issues')
    .select((eb) => eb.fn.countAll<number>().as('issues'))
    .where('status', 'in', ['scheduled', 'sending'])
    .executeTakeFirstOrThrow()
  if (Number(issues) === 0) return
  log.error({ lacks: newsletterLacks(config) }, 'issues of the newsletter wait, because settings are missing')
}
