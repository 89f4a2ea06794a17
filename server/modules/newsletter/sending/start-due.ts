import { Language } from '#contract/primitives.ts'
import type { Dependencies } from '../../../dependencies.ts'
import { isoTime } from '../../../lib/time.ts'
import { findVersions } from '../issues/issues.repository.ts'
import { insertDeliveries } from '../recipients.repository.ts'

/** Begins the issues whose time has come: stores a row for every recipient, in one transaction. */
export async function startDue({ db, config, now }: Pick<Dependencies, 'db' | 'config' | 'now'>): Promise<void> {
  const time = isoTime(now())
  const due = await db
    .selectFrom('newsletter_issues')
    .select('id')
    .where('status', '=', 'scheduled')
    .where('scheduled_at', '<=', time)
    .execute()
  for (const { id } of due) await start({ db, config }, id, time)
}

async function start({ db, config }: Pick<Dependencies, 'db' | 'config'>, id: number, time: string): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const row = await trx
      .updateTable('newsletter_issues')
      .set({ status: 'sending', started_at: time, updated_at: time })
      .where('id', '=', id)
      .where('status', '=', 'scheduled')
      .returning('send_other_language')
      .executeTakeFirst()
    // Another process was first, or an admin has taken it back.
    if (row === undefined) return
    const versions = await findVersions(trx, id)
    const languages = Language.options.filter((language) => versions[language] !== null)
    const host = new URL(config.publicUrl).hostname
    await insertDeliveries(trx, { id, languages, sendOtherLanguage: row.send_other_language === 1, host, time })
  })
}
