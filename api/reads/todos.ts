import type pg from 'pg'
import { jobRefsIn } from '#core/job/job-refs.ts'
import { jobRef } from '#core/job/values.ts'
import { emptyList, type TodoList } from '#core/todo/todo.ts'
import type { TodosAnswer } from '#core/wire/todos.ts'
import { readInCompany } from '#ledger/database/connect.ts'
import { liveGeneration } from '#ledger/read-models/live-generation.ts'
import { documentQuery, seqQuery } from './documents.ts'

/** Whose list is read, and when: nobody's list is read by anyone else. */
export type TodosReader = { companyId: string; userId: string; now: Date }

/** A person's own list, with the jobs that it names. One that the projector has not seen yet is empty. */
export async function readTodos(pool: pg.Pool, { companyId, userId, now }: TodosReader): Promise<TodosAnswer> {
  const [document, checkpoint] = await readInCompany(pool, companyId, [
    documentQuery(companyId, 'todo', userId),
    seqQuery(companyId, 'todo'),
  ])
  const list: TodoList = document.rows[0]?.body ?? emptyList(userId, now.toISOString())
  return { list, jobs: await jobsOf(pool, companyId, list), seq: checkpoint.rows[0]?.seq ?? 0 }
}

async function jobsOf(pool: pg.Pool, companyId: string, { todos }: TodoList): Promise<TodosAnswer['jobs']> {
  const numbers = jobRefsIn(todos.map((one) => one.text)).map(Number)
  if (numbers.length === 0) return {}
  const [{ rows }] = await readInCompany(pool, companyId, [
    {
      name: 'jobs-by-number',
      text: `select number, job_id from job_row
        where company_id = $1 and generation = ${liveGeneration('$1', `'job-rows'`)} and number = any ($2::int[])`,
      values: [companyId, numbers],
    },
  ])
  return Object.fromEntries(rows.map((one) => [jobRef(one.number), one.job_id]))
}
