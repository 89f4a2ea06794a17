import type { PromotionCode } from '#contract/objects/promotion-code.ts'
import type { Dependencies } from '../../../../dependencies.ts'
import { toPromotionCode } from '../promotion-codes.mappers.ts'

/** All codes, newest first. */
export async function listCodes({ db, now }: Pick<Dependencies, 'db' | 'now'>): Promise<PromotionCode[]> {
  const rows = await db.selectFrom('promotion_codes').selectAll().orderBy('id', 'desc').execute()
  return rows.map((row) => toPromotionCode(row, now()))
}
