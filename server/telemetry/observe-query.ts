import { trace } from '@opentelemetry/api'
import {
  AliasNode,
  type CompiledQuery,
  DeleteQueryNode,
  InsertQueryNode,
  type LogEvent,
  type OperationNode,
  SelectQueryNode,
  TableNode,
  UpdateQueryNode,
} from 'kysely'
import { errorKind, failSpan, startSpan } from './in-span.ts'
import { queryDurations } from './metrics.ts'

/** Kysely's log: counts every statement, and adds a span for it to the trace of a request or job. */
export function observeQuery(event: LogEvent): void {
  const { query, queryDurationMillis: ms } = event
  const { statement, table } = describe(query)
  const result = event.level === 'error' ? 'failed' : 'ok'
  queryDurations.observe({ statement, result }, ms / 1000)
  // The polling of a queue begins no traces of its own.
  if (trace.getActiveSpan() === undefined) return
  const end = performance.timeOrigin + performance.now()
  const about = { 'db.operation.name': statement, ...(table === undefined ? {} : { 'db.collection.name': table }) }
  const name = table === undefined ? statement : `${statement} ${table}`
  const span = startSpan(name, { kind: 'CLIENT', attributes: about, startTime: end - ms })
  if (event.level === 'error') failSpan(span, errorKind(event.error))
  span.end(end)
}

interface Described {
  statement: string
  table: string | undefined
}

/** A cache by SQL text, which has placeholders instead of values and therefore repeats. */
const known = new Map<string, Described>()
const KNOWN_MAX = 1000

function describe({ sql, query }: CompiledQuery): Described {
  const found = known.get(sql)
  if (found !== undefined) return found
  if (known.size >= KNOWN_MAX) known.clear()
  const described = { statement: statementOf(sql, query), table: tableOf(query) }
  known.set(sql, described)
  return described
}

const statements = new Set(['begin', 'commit', 'rollback', 'pragma', 'select', 'insert', 'update', 'delete'])
const kinds: Partial<Record<OperationNode['kind'], string>> = {
  SelectQueryNode: 'select',
  InsertQueryNode: 'insert',
  UpdateQueryNode: 'update',
  DeleteQueryNode: 'delete',
}

function statementOf(sql: string, query: OperationNode): string {
  const first = kinds[query.kind] ?? /^\s*(\w+)/.exec(sql)?.[1]?.toLowerCase() ?? ''
  return statements.has(first) ? first : 'other'
}

/** The first table of the statement; undefined for one that was written as text. */
function tableOf(query: OperationNode): string | undefined {
  if (SelectQueryNode.is(query) || DeleteQueryNode.is(query)) return nameOf(query.from?.froms[0])
  if (InsertQueryNode.is(query)) return nameOf(query.into)
  return UpdateQueryNode.is(query) ? nameOf(query.table) : undefined
}

function nameOf(node: OperationNode | undefined): string | undefined {
  if (node === undefined) return undefined
  if (AliasNode.is(node)) return nameOf(node.node)
  return TableNode.is(node) ? node.table.identifier.name : undefined
}
