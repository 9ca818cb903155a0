import { type RawBuilder, sql } from 'kysely'
import type { Projection } from '#core/projections/projection.ts'
import { db } from '#ledger/database/statement-compiler.ts'

/** The projections that a process knows, each in the version of its release. */
export type Release = readonly Projection[]

/** A release as the parameters of a statement; see {@link knownProjections}. */
export type ReleaseNames = { names: readonly string[]; versions: readonly number[] }
export const namesOf = (release: Release): ReleaseNames => ({
  names: release.map((one) => one.name),
  versions: release.map((one) => one.version),
})

type ReleaseParameters = { readonly [Name in keyof ReleaseNames]: RawBuilder<ReleaseNames[Name]> }

/** A release as a table `known` of projections and versions. */
export const knownProjections = ({ names, versions }: ReleaseParameters) =>
  sql<{ projection: string; version: number }>`unnest(${names}::text[], ${versions}::int[])`.as<'known'>(
    sql`known (projection, version)`,
  )

/** The pairs of projection and version of a release, for `(projection, version) in (…)`. */
export const knownPairs = (p: ReleaseParameters) =>
  db.selectFrom(knownProjections(p)).select(['known.projection', 'known.version']).$asTuple('projection', 'version')
