import { sql } from 'kysely'
import type { Company } from '#core/company/company.ts'
import type { Member } from '#core/member/member.ts'
import type { ProjectionName } from '#core/projections/projections.ts'
import type { TodoList } from '#core/todo/todo.ts'
import type { ViewList } from '#core/views/messages.ts'
import { type Parameters, statement, statementByShape } from '#ledger/database/statement.ts'
import { db } from '#ledger/database/statement-compiler.ts'
import { liveOf } from '#ledger/read-models/live-generation.ts'

type OfCompany = Parameters<{ companyId: string }>

const liveSeq = statementByShape('live-seq', ({ companyId }: OfCompany, projection: ProjectionName) =>
  db.selectNoFrom(({ fn, val }) => fn.coalesce(liveOf(companyId, projection).select('seq'), val(0)).as('seq')),
)

/** The seq that a projection has reached in the snapshot that is read; 0 before the projector first sees the company. */
export const seqQuery = (companyId: string, projection: ProjectionName) => liveSeq(projection, { companyId })

/** The live documents of a projection. */
export const documents = ({ companyId }: OfCompany, projection: ProjectionName) =>
  db
    .selectFrom('document')
    .where('company_id', '=', companyId)
    .where('projection', '=', projection)
    .where('generation', '=', liveOf(companyId, projection).select('generation'))

const documentOf = <Body>(projection: ProjectionName) =>
  statement(`document-${projection}`, (p: Parameters<{ companyId: string; key: string }>) =>
    documents(p, projection)
      .select(({ ref }) => ref('body').$castTo<Body>().as('body'))
      .where('key', '=', p.key),
  )

/** One document of a projection, as `body`. */
export const companyDocument = documentOf<Company>('company')
export const todoDocument = documentOf<TodoList>('todo')
export const ownViewsDocument = documentOf<ViewList>('own-views')
export const sharedViewsDocument = documentOf<ViewList>('shared-views')
/** The parts that were ever ordered for a job; its key is the jobRef. */
export const jobPartsDocument = documentOf<{ partIds: string[] }>('job-parts')

/** All members of a company, as `body`. */
export const memberDocuments = statement('document-members', (p: OfCompany) =>
  documents(p, 'members')
    .select(({ ref }) => ref('body').$castTo<Member>().as('body'))
    .orderBy('key'),
)

type NameSearch = Parameters<{ companyId: string; search: string; most: number }>

const names = statementByShape('names', (p: NameSearch, list: ProjectionName) => {
  const position = sql<number>`strpos(${sql.ref('key')}, ${p.search})`
  return documents(p, list)
    .select(({ ref }) => sql<string>`${ref('body')} ->> 'name'`.as('name'))
    .where(position, '>', 0)
    .orderBy(position)
    .orderBy('key')
    .limit(p.most)
})

/** Names that contain the text in any case, as `name`: those that start with it first, then by name. */
export const namesQuery = (companyId: string, list: ProjectionName, search: string, most: number) =>
  names(list, { companyId, search: search.trim().toLowerCase(), most })
