import type { ResponseOf } from '#contract/endpoint.ts'
import type { listValidators as call } from '#contract/endpoints/companion.ts'
import type { Dependencies } from '../../../dependencies.ts'

/** The volunteers, whom the admin contacts by e-mail. */
export function listValidators({ db }: Pick<Dependencies, 'db'>): Promise<ResponseOf<typeof call>['results']> {
  return db
    .selectFrom('validators')
    .select(['name', 'email', 'created_at'])
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
}
