import { type SqlBool, sql } from 'kysely'
import type { Dependencies } from '../../../dependencies.ts'
import { isoTime } from '../../../lib/time.ts'
import { readObject } from '../../../providers/files/file-store.ts'
import { exportRules } from './export-rules.ts'
import { type Row, rowsOf, toExportedRow } from './exported-rows.ts'
import type { ExportedTable } from './rule-types.ts'

type Deps = Pick<Dependencies, 'db' | 'files' | 'now'>

const exported = Object.entries(exportRules).flatMap(([table, rule]): [string, ExportedTable][] =>
  'leftOut' in rule ? [] : [[table, rule as ExportedTable]],
)
const sections = exported.filter(([, rule]) => rule.insideChats === undefined)
/** A multiple of three bytes, so that the parts together are valid base64. */
const BASE64_PART = 48 * 1024
const insideChats = exported.filter(([, rule]) => rule.insideChats)

/**
 * Streams all data of a user as the text of an AccountExport, page by page, so that memory use is bounded. Changes
 * during the export may or may not be included.
 */
export async function* exportAccount({ db, files, now }: Deps, userId: number): AsyncGenerator<string> {
  yield `{"format":"companion-export","version":1,"exported_at":${JSON.stringify(isoTime(now()))}`
  for (const [table, rule] of sections) {
    yield `,\n"${rule.as}":`
    const rows = rowsOf(db, table, rule, rule.own(userId))
    if (rule.single) {
      const { value } = await rows.next()
      yield JSON.stringify(value === undefined ? null : toExportedRow(value, rule, userId))
    } else if (table === 'chats') yield* list(rows, (chat) => chatText(chat, rule))
    else if (table === 'file_contents') yield* list(rows, (row) => contentText(row, rule))
    else yield* list(rows, (row) => [JSON.stringify(toExportedRow(row, rule, userId))])
  }
  yield '\n}\n'

  /** The bytes are null when the file was deleted during the export. */
  async function* contentText(row: Row, rule: ExportedTable): AsyncGenerator<string> {
    const bytes = await readObject(files, String(row.object))
    yield JSON.stringify(toExportedRow(row, rule, userId)).slice(0, -1)
    yield bytes === null ? ',"content":null}' : `,"content":"data:${row.media_type};base64,`
    if (bytes === null) return
    for (let from = 0; from < bytes.length; from += BASE64_PART) {
      yield Buffer.from(bytes.subarray(from, from + BASE64_PART)).toString('base64')
    }
    yield '"}'
  }

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
