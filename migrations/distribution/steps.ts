import type pg from 'pg'
import { accessSteps, settingSteps } from './access-steps.ts'
import type { Step } from './step.ts'
import { leftRows, tableSteps } from './table-steps.ts'

/** What is left to do until the database is distributed, in this order; empty if it is. */
export async function missingSteps(client: pg.ClientBase): Promise<Step[]> {
  const missing: Step[] = []
  // Settings come last: the API takes a database that has them for distributed.
  for (const steps of [accessSteps, tableSteps, leftRows, functionSteps, settingSteps])
    missing.push(...(await steps(client)))
  return missing
}

/** What works on one company, its argument `p_company`, and is called by nothing but a statement of its own. */
const onTheWorker = ['append_commands', 'hold_head', 'refuse_command', 'erase_events', 'is_image_referenced']

/** A function that does all its work on the worker is one round trip to it, not one for each of its statements. */
async function functionSteps(client: pg.ClientBase): Promise<Step[]> {
  const { rows } = await client.query<{ signature: string; name: string }>(
    `select f.oid::regprocedure::text signature, f.proname::text name from pg_proc f
    where f.pronamespace = 'public'::regnamespace and f.proname = any ($1) and not exists (
      select from pg_catalog.pg_dist_object d where d.classid = 'pg_proc'::regclass and d.objid = f.oid
        and d.distribution_argument_index is not null)
    order by 1`,
    [onTheWorker],
  )
  return rows.map(({ signature, name }) => ({
    what: `run ${name} on the worker of its company`,
    run: (session) =>
      session.query(
        `select create_distributed_function($1::regprocedure, 'p_company', colocate_with => 'event', force_delegation => true)`,
        [signature],
      ),
  }))
}
