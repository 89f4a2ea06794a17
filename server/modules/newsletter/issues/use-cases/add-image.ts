import { randomBytes } from 'node:crypto'
import { PHOTO_PIXELS_MAX } from '#contract/limits.ts'
import type { Dependencies } from '../../../../dependencies.ts'
import type { RecordAudit } from '../../../../lib/audit-actions.ts'
import { DECODING_SECONDS_MAX, withImages } from '../../../../lib/open-image.ts'
import { isoTime } from '../../../../lib/time.ts'
import { pictureInvalid } from '../../newsletter.errors.ts'
import { IMAGES_PATH } from '../../render-issue.ts'
import { lockIssue } from '../issues.repository.ts'

/** Twice the width of a mail, for sharp screens. */
const WIDTH_MAX = 1_200
const HEIGHT_MAX = 2_400

/** Stores a picture for an issue and returns its path on this server. */
export async function addImage(
  { db, now }: Pick<Dependencies, 'db' | 'now'>,
  { id, picture }: { id: number; picture: Blob },
  record: RecordAudit,
): Promise<{ url: string }> {
  const content = await encode(new Uint8Array(await picture.arrayBuffer()))
  const name = randomBytes(16).toString('base64url')
  await db.transaction().execute(async (trx) => {
    await lockIssue(trx, id, ['draft'])
    await trx
      .insertInto('newsletter_images')
      .values({ name, issue_id: id, content, content_type: 'image/jpeg', created_at: isoTime(now()) })
      .execute()
    await record(trx, { details: { issue: id } })
  })
  return { url: `${IMAGES_PATH}${name}` }
}

/** As JPEG, because some mail programs show no WebP; encoding it again removes its metadata. */
function encode(bytes: Uint8Array): Promise<Uint8Array> {
  return withImages(async (open) => {
    try {
      // Without any bytes this throws at once instead of rejecting.
      return await open(bytes, { limitInputPixels: PHOTO_PIXELS_MAX, failOn: 'error' })
        .autoOrient()
        .resize(WIDTH_MAX, HEIGHT_MAX, { fit: 'inside', withoutEnlargement: true })
        .flatten({ background: 'white' })
        .jpeg({ quality: 85 })
        .timeout({ seconds: DECODING_SECONDS_MAX })
        .toBuffer()
    } catch {
      throw pictureInvalid()
    }
  })
}
