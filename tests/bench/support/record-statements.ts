import { type CompiledQuery, DefaultQueryExecutor, type Kysely, sql } from 'kysely'
import type { Database } from '#server/db/schema/schema.ts'

/** Records each statement that this process runs from now on, by its text. `stop` returns them. */
export function recordStatements(): { stop(): CompiledQuery[] } {
  const executor = DefaultQueryExecutor.prototype
  const { executeQuery } = executor
  const seen = new Map<string, CompiledQuery>()
  executor.executeQuery = function (query, options) {
    seen.set(query.sql, query)
    return executeQuery.call(this, query, options) as never
  }
  return {
    stop() {
      executor.executeQuery = executeQuery
      return [...seen.values()]
    },
  }
}

interface PlanNode {
  'Node Type': string
  'Relation Name'?: string
  'Index Name'?: string
  'Total Cost': number
  Plans?: PlanNode[]
}

export interface Explained {
  /** What it reads, in the order of the plan. */
  reads: string[]
  /** As the planner expects it, in units of reading one page. */
  cost: number
  /** Of one execution, in milliseconds; 0 when it was not executed. */
  ms: number
}

/** How PostgreSQL would run a statement. With `analyze` it runs it, and takes back what it changed. */
export async function explain(
  db: Kysely<Database>,
  query: CompiledQuery,
  { analyze = false }: { analyze?: boolean } = {},
): Promise<Explained> {
  const transaction = await db.startTransaction().execute()
  try {
    const { rows } = await transaction.executeQuery<{ 'QUERY PLAN': { Plan: PlanNode; 'Execution Time'?: number }[] }>({
      ...query,
      query: sql`explain`.toOperationNode(),
      sql: `explain (format json${analyze ? ', analyze' : ''}) ${query.sql}`,
    })
    const [plan] = rows[0]?.['QUERY PLAN'] ?? []
    if (plan === undefined) throw new Error(`PostgreSQL explains nothing of ${query.sql}`)
    return { reads: readsOf(plan.Plan), cost: plan.Plan['Total Cost'], ms: plan['Execution Time'] ?? 0 }
  } finally {
    await transaction.rollback().execute()
  }
}

function readsOf(node: PlanNode): string[] {
  const of = node['Index Name'] ?? node['Relation Name']
  const own = of === undefined ? [] : [`${node['Node Type']} ${of}`]
  return [...(node.Plans ?? []).flatMap(readsOf), ...own]
}
