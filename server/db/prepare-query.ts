import type { Compilable, CompiledQuery, Kysely } from 'kysely'
import type { Engine } from './database.ts'
import { engineOf } from './engine-of.ts'
import type { Database } from './schema/schema.ts'

/** Stands for a value while the query is compiled. */
class Placeholder {
  readonly name: string
  constructor(name: string) {
    this.name = name
  }
}

/** Gives the place of a value in a query that is compiled before the value is known. */
export type Value<Values> = <Name extends keyof Values & string>(name: Name) => Values[Name]

type Build<Values, Row> = (db: Kysely<Database>, value: Value<Values>) => Compilable<Row>

/**
 * A query that is built and compiled once for each engine, for those that run with every request: building one takes
 * longer than running it. `value(name)` stands where the value is bound.
 */
export function prepareQuery<Values extends Record<string, unknown>, Row>(build: Build<Values, Row>) {
  const compiled = new Map<Engine, CompiledQuery<Row>>()

  function compile(db: Kysely<Database>, engine: Engine): CompiledQuery<Row> {
    // Kysely passes a value on to the driver as it is, so any object can stand for one.
    const query = build(db, (name) => new Placeholder(name) as never).compile()
    compiled.set(engine, query)
    return query
  }

  return async (db: Kysely<Database>, values: Values): Promise<Row[]> => {
    const engine = engineOf(db)
    const query = compiled.get(engine) ?? compile(db, engine)
    const parameters = query.parameters.map((given) => (given instanceof Placeholder ? values[given.name] : given))
    return (await db.executeQuery<Row>({ ...query, parameters })).rows
  }
}
