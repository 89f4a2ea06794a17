import type { Kysely } from 'kysely'
import type { Issue } from '#contract/objects/newsletter.ts'
import type { Database } from '../../../db/schema/schema.ts'

type Db = Kysely<Database>

/**
 * Stores the links of an issue, whose texts are fixed; another process may have done so. Returns their ids by address.
 */
export async function storeLinks(db: Db, issueId: number, urls: readonly string[]): Promise<Map<string, number>> {
  for (const [number, url] of urls.entries())
    await db
      .insertInto('newsletter_links')
      .values({ issue_id: issueId, number, url, clicks: 0 })
      .onConflict((conflict) => conflict.columns(['issue_id', 'number']).doNothing())
      .execute()
  const rows = await db.selectFrom('newsletter_links').select(['id', 'url']).where('issue_id', '=', issueId).execute()
  return new Map(rows.map(({ id, url }) => [url, id]))
}

/** Counts a click, and returns where the link leads; undefined for an unknown link. */
export async function countClick(db: Db, id: number): Promise<string | undefined> {
  const row = await db
    .updateTable('newsletter_links')
    .set((eb) => ({ clicks: eb('clicks', '+', 1) }))
    .where('id', '=', id)
    .returning('url')
    .executeTakeFirst()
  return row?.url
}

/** Where a link leads; undefined for an unknown one. */
export async function findLink(db: Db, id: number): Promise<string | undefined> {
  const row = await db.selectFrom('newsletter_links').select('url').where('id', '=', id).executeTakeFirst()
  return row?.url
}

/** The clicks on each link of an issue, in the order of its texts, and how many of its readers had agreed. */
export async function readClicks(db: Db, issueId: number): Promise<Issue['clicks']> {
  const links = await db
    .selectFrom('newsletter_links')
    .select(['url', 'clicks'])
    .where('issue_id', '=', issueId)
    .orderBy('number')
    .execute()
  const { readers } = await db
    .selectFrom('newsletter_deliveries')
    .select((eb) => eb.fn.countAll<number>().as('readers'))
    .where('issue_id', '=', issueId)
    .where('status', '=', 'sent')
    .where('counts_clicks', '=', 1)
    .executeTakeFirstOrThrow()
  return { readers: Number(readers), links }
}
