import type { Validator } from '#contract/objects/admin/validator.ts'
import type { Dependencies } from '../../../dependencies.ts'
import { selectValidators, toValidator } from '../validators.repository.ts'

/** The volunteers, whom an admin accepts. */
export async function listValidators({ db }: Pick<Dependencies, 'db'>): Promise<Validator[]> {
  const rows = await selectValidators(db).execute()
  return rows.map(toValidator)
}
