import type pg from 'pg'

/** More rounds than a log of the largest usual size has segments. */
const mostRounds = 500

/** `turned` segments no longer hold what was in them; `kept` ones are needed by a replica, a slot, the archive or wal_keep_size. */
export type LogTurnedOver = { turned: number; kept: number }

/**
 * Has PostgreSQL delete every segment of its write-ahead log that was there at the start, or fill it with new log. Needs a superuser;
 * throws PostgreSQL's errors.
 *
 * Until the server has read the new setting, a checkpoint may still keep an old segment under the name of a later one, to write over
 * it some day. Such a segment looks new as soon as its first page is written. So segments go by their names: after two rounds in
 * a row without any later than the current one, the current one was made afresh, and no checkpoint keeps old ones any more.
 */
export async function turnOverLog(client: pg.Client): Promise<LogTurnedOver> {
  await client.query('alter system set wal_recycle = off')
  try {
    await client.query('select pg_reload_conf()')
    const before = await readSegments(client)
    let now = before
    for (let round = 0, alone = 0; round < mostRounds && alone < 2; round += 1) {
      // An empty segment is not switched.
      await client.query(`select pg_logical_emit_message(true, 'fettle', '')`)
      await client.query('select pg_switch_wal()')
      await client.query('checkpoint')
      now = await readSegments(client)
      alone = now.names.some((name) => name > now.current) ? 0 : alone + 1
    }
    const kept = now.names.filter((name) => name <= before.current).length
    return { turned: before.names.length - kept, kept }
  } finally {
    await client.query('alter system reset wal_recycle')
    await client.query('select pg_reload_conf()')
  }
}

type Segments = { names: string[]; current: string }

/** The log's files, and the one that is being written. Of one timeline, their names are in order. */
async function readSegments(client: pg.Client): Promise<Segments> {
  const { rows } = await client.query<Segments>(
    `select array(select name::text from pg_ls_waldir() where name ~ '^[0-9A-F]{24}$') "names",
      pg_walfile_name(pg_current_wal_insert_lsn()) "current"`,
  )
  const [segments] = rows
  if (!segments) throw new Error('PostgreSQL did not list its log')
  return segments
}
