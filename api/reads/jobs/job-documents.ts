import { type Expression, sql } from 'kysely'
import { documents } from '#api/reads/documents.ts'
import type { Job } from '#core/job/job.ts'
import { notesPage } from '#core/job/newest-notes.ts'
import { type Parameters, statement } from '#ledger/database/statement.ts'
import { db } from '#ledger/database/statement-compiler.ts'

type Note = Job['extraNotes'][number]
type OfJob = { companyId: string; jobId: string }

const jobDocuments = (p: Parameters<OfJob>) => documents(p, 'job').where('key', '=', p.jobId)

/** A job as `body`, as {@link withNewestNotes} has it: its other comments stay in the database. */
export const jobDocument = statement('document-job', (p: Parameters<OfJob>) =>
  jobDocuments(p).select(({ ref }) => {
    const body = ref('body')
    const count = sql<number>`jsonb_array_length(${body} -> 'extraNotes')`
    const newest = sql<
      Note[]
    >`jsonb_path_query_array(${body}, ${sql.lit(`$.extraNotes[last - ${notesPage - 1} to last]`)})`
    return sql<Job>`case when ${count} > ${sql.lit(notesPage)}
      then ${body} || jsonb_build_object('extraNotes', ${newest}, 'olderNotes', ${count} - ${sql.lit(notesPage)})
      else ${body} end`.as('body')
  }),
)

/** The comments of a job that came by a tenant's link, oldest first. */
export const notesByLink = statement('notes-by-link', (p: Parameters<OfJob & { linkId: string }>) =>
  jobDocuments(p).select(({ ref }) =>
    sql<Note[]>`jsonb_path_query_array(
      ${ref('body')}, '$.extraNotes[*] ? (@.linkId == $link)', jsonb_build_object('link', ${p.linkId}::text))`.as(
      'notes',
    ),
  ),
)

/**
 * The page of a job's comments just before one of them, oldest first, and how many `older` there are. Both are null if the job has
 * no such comment; there is no row if the company has no such job.
 */
export const notesBefore = statement('notes-before', (p: Parameters<OfJob & { noteId: string }>) =>
  db
    .selectFrom(jobDocuments(p).select('body').as('job'))
    .leftJoinLateral(
      ({ ref }) => placeOf(ref('job.body'), p.noteId).as('place'),
      (join) => join.onTrue(),
    )
    .select(({ ref }) => {
      const end = ref('place.end')
      const older = sql<number>`greatest(0, ${end} - ${sql.lit(notesPage)})`
      // A path cannot name an empty range.
      const page = sql<Note[] | null>`case when ${end} = 0 then '[]' when ${end} > 0 then jsonb_path_query_array(
        ${ref('job.body')}, '$.extraNotes[$first to $last]', jsonb_build_object('first', ${older}, 'last', ${end} - 1)) end`
      return [page.as('notes'), sql<number | null>`case when ${end} >= 0 then ${older} end`.as('older')]
    }),
)

/** How many comments are before this one. */
const placeOf = (body: Expression<unknown>, noteId: Expression<string>) =>
  db
    .selectFrom(
      sql<{ note: Note; nth: number }>`jsonb_array_elements(${body} -> 'extraNotes') with ordinality`.as<'one'>(
        sql`one (note, nth)`,
      ),
    )
    .select(({ ref }) => sql<number>`(${ref('one.nth')} - 1)::int`.as('end'))
    .where(({ ref }) => sql<boolean>`${ref('one.note')} ->> 'noteId' = ${noteId}`)
    .limit(1)
