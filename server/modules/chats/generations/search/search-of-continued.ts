import type { ExpressionBuilder } from 'kysely'
import type { Database } from '../../../../db/schema/schema.ts'

/** For a generation that starts again: only the sources of the answer that it continues remain. */
export const searchOfContinued = (eb: ExpressionBuilder<Database, 'generations'>) =>
  eb.case().when('begun', '>', 0).then(eb.ref('search')).end()
