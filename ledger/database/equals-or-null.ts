import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely'

/** An optional filter of one statement: the column equals the parameter, or the parameter is null and the filter is off. */
export const equalsOrNull = <T>(column: Expression<T>, parameter: RawBuilder<T | null>, type: 'uuid' | 'text') =>
  sql<SqlBool>`(${parameter}::${sql.raw(type)} is null or ${column} = ${parameter})`
