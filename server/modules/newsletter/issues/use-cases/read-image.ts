import type { Dependencies } from '../../../../dependencies.ts'
import { issueNotFound } from '../../newsletter.errors.ts'

/** Throws `not_found`. */
export async function readImage({ db }: Pick<Dependencies, 'db'>, name: string) {
  const image = await db
    .selectFrom('newsletter_images')
    .select(['content', 'content_type'])
    .where('name', '=', name)
    .executeTakeFirst()
  if (image === undefined) throw issueNotFound()
  return image
}
