import type pg from 'pg'
import { jobRefsIn } from '#core/job/job-refs.ts'
import { emptyList, type TodoList } from '#core/todo/todo.ts'
import type { TodosAnswer } from '#core/wire/todos.ts'
import { readInCompany } from '#ledger/database/connect.ts'
import { seqQuery, todoDocument } from './documents.ts'
import { jobIdsByRef, jobsByNumber } from './jobs/jobs-by-number.ts'

/** The reader, who sees only their own list, and the current time. */
export type TodosReader = { companyId: string; userId: string; now: Date }

/** A person's own list, with the jobs it mentions; empty until the projector has folded its first event. */
export async function readTodos(pool: pg.Pool, { companyId, userId, now }: TodosReader): Promise<TodosAnswer> {
  const [document, checkpoint] = await readInCompany(pool, companyId, [
    todoDocument({ companyId, key: userId }),
    seqQuery(companyId, 'todo'),
  ])
  const list = document.rows[0]?.body ?? emptyList(userId, now.toISOString())
  return { list, jobs: await jobsOf(pool, companyId, list), seq: checkpoint.rows[0]?.seq ?? 0 }
}

async function jobsOf(pool: pg.Pool, companyId: string, { todos }: TodoList): Promise<TodosAnswer['jobs']> {
  const numbers = jobRefsIn(todos.map((one) => one.text)).map(Number)
  if (numbers.length === 0) return {}
  const [{ rows }] = await readInCompany(pool, companyId, [jobsByNumber({ companyId, numbers })])
  return jobIdsByRef(rows)
}
