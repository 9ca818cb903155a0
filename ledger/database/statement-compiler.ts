import {
  type Compilable,
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type RawBuilder,
  type ValueNode,
} from 'kysely'
import type { Tables } from './tables.ts'

/** A placeholder in a query for the value that each call passes under this name. */
export class Slot {
  readonly name: string
  constructor(name: string) {
    this.name = name
  }
}

/** Numbers each parameter once however often it is used, and writes constants into the text. */
class StatementCompiler extends PostgresQueryCompiler {
  readonly #numbers = new Map<string, string>()

  override compileQuery(...query: Parameters<PostgresQueryCompiler['compileQuery']>) {
    this.#numbers.clear()
    return super.compileQuery(...query)
  }

  protected override visitValue({ value }: ValueNode): void {
    this.appendValue(value)
  }

  protected override appendValue(value: unknown): void {
    if (value instanceof Slot) this.append(this.#numberOf(value))
    else this.appendImmediateValue(value)
  }

  #numberOf({ name }: Slot): string {
    const known = this.#numbers.get(name)
    if (known) return known
    this.addParameter(new Slot(name))
    const number = this.getCurrentParameterPlaceholder()
    this.#numbers.set(name, number)
    return number
  }
}

/**
 * Writes queries against the tables of the newest migration. It has no connection: its queries run through `pg`, as
 * statements (statement.ts).
 */
export const db = new Kysely<Tables>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (kysely) => new PostgresIntrospector(kysely),
    createQueryCompiler: () => new StatementCompiler(),
  },
})

/** A query that is wholly written with the `sql` template, for a statement. */
export const compilable = <Row>(query: RawBuilder<Row>): Compilable<Row> => ({ compile: () => query.compile(db) })
