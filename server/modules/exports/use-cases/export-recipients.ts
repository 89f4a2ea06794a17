import type { RecipientKind, RecipientSelection } from '#contract/objects/newsletter.ts'
import { readStale } from '../../../db/read-replica.ts'
import type { Dependencies } from '../../../dependencies.ts'
import { type RecipientRow, readRecipients } from '../../newsletter/subscribers/listed-recipients.repository.ts'
import { type Column, csvPages } from '../csv-pages.ts'

const PAGE = 500
const kinds = ['account', 'address'] as const satisfies readonly RecipientKind[]

const columns: readonly Column<RecipientRow & { kind: RecipientKind }>[] = [
  ['email', ({ email }) => email],
  ['language', ({ language }) => language],
  ['kind', ({ kind }) => kind],
  ['user_id', ({ kind, id }) => (kind === 'account' ? id : null)],
  ['since', ({ created_at }) => created_at],
]

/** Who gets the next issue, as CSV: accounts, then addresses without one, each oldest first. */
export function exportRecipients(
  { db }: Pick<Dependencies, 'db'>,
  { kind, language }: RecipientSelection,
): AsyncGenerator<string, void> {
  async function* pages() {
    for (const wanted of kinds) {
      if (kind !== undefined && kind !== wanted) continue
      let rows: RecipientRow[]
      let after = 0
      do {
        const next = { language, after, limit: PAGE }
        rows = await readStale(db, (from) => readRecipients(from, wanted, next))
        yield rows.map((row) => ({ ...row, kind: wanted }))
        after = rows.at(-1)?.id ?? after
      } while (rows.length === PAGE)
    }
  }
  return csvPages(columns, pages())
}
