import { type Kysely, sql } from 'kysely'

/** An owner may also erase the names of views of the jobs list, and what they search for. */
export async function up(db: Kysely<unknown>) {
  const texts = ['name', 'search', 'agency']
  await addErasable(db, { ViewSaved: texts, SharedViewSaved: texts })
}

/** Adds to what `is_erasable` allows, whatever that is by now. */
export async function addErasable(db: Kysely<unknown>, added: Readonly<Record<string, readonly string[]>>) {
  const { rows } = await sql<{ definition: string }>`
    select pg_get_functiondef('is_erasable(text, text)'::regprocedure) as definition`.execute(db)
  const before = rows[0]?.definition ?? ''
  const pairs = Object.entries(added).flatMap(([type, paths]) => paths.map((path) => `('${type}', '${path}')`))
  const after = before.replace(' in (values ', ` in (values ${pairs.join(', ')}, `)
  if (after === before) throw new Error('is_erasable has no list of texts to add to')
  await sql.raw(after).execute(db)
}
