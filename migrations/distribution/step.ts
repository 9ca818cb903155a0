import type pg from 'pg'

/** One thing to do to a database, in a transaction of its own. `what` says it in the imperative: 'spread event over the workers'. */
export type Step = { what: string; run(client: pg.ClientBase): Promise<unknown> }
