import { type SqlBool, sql } from 'kysely'
import type { Dependencies } from '../../../dependencies.ts'
import { isoTime } from '../../../lib/time.ts'
import { exportRules } from './export-rules.ts'
import { type Row, rowsOf, toExportedRow } from './exported-rows.ts'
import type { ExportedTable } from './rule-types.ts'

type Deps = Pick<Dependencies, 'db' | 'now'>

const exported = Object.entries(exportRules).flatMap(([table, rule]): [string, ExportedTable][] =>
  'leftOut' in rule ? [] : [[table, rule as ExportedTable]],
)
const sections = exported.filter(([, rule]) => rule.insideChats === undefined)
const insideChats = exported.filter(([, rule]) => rule.insideChats)

/**
 * Streams all data of a user as the text of an AccountExport, page by page, so that memory use is bounded. Changes
 * during the export may or may not be included.
 */
export async function* exportAccount({ db, now }: Deps, userId: number): AsyncGenerator<string> {
  yield `{"format":"companion-export","version":1,"exported_at":${JSON.stringify(isoTime(now()))}`
  for (const [table, rule] of sections) {
    yield `,\n"${rule.as}":`
    const rows = rowsOf(db, table, rule, rule.own(userId))
    if (rule.single) {
      const { value } = await rows.next()
      yield JSON.stringify(value === undefined ? null : toExportedRow(value, rule, userId))
    } else if (table === 'chats') yield* list(rows, (chat) => chatText(chat, rule))
    else yield* list(rows, (row) => [JSON.stringify(toExportedRow(row, rule, userId))])
  }
  yield '\n}\n'

  async function* chatText(chat: Row, rule: ExportedTable): AsyncGenerator<string> {
    yield JSON.stringify(toExportedRow(chat, rule, userId)).slice(0, -1)
    for (const [table, inner] of insideChats) {
      yield `,"${inner.as}":`
      const own = sql<SqlBool>`(${inner.own(userId)} and chat_id = ${chat.id})`
      yield* list(rowsOf(db, table, inner, own), (row) => [JSON.stringify(toExportedRow(row, inner, userId))])
    }
    yield '}'
  }
}

async function* list(
  rows: AsyncIterable<Row>,
  text: (row: Row) => AsyncIterable<string> | Iterable<string>,
): AsyncGenerator<string> {
  let before = '['
  for await (const row of rows) {
    yield `${before}\n`
    yield* text(row)
    before = ','
  }
  yield before === '[' ? '[]' : ']'
}
