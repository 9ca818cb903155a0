import { type Kysely, sql } from 'kysely'

/**
 * What a refresh token replaced, and the last token that a session used: that one stays good until a successor is used. Tokens
 * from before have no predecessor; the last one used is known by its time.
 */
export async function up(db: Kysely<unknown>) {
  await sql`alter table refresh_token add column predecessor bytea`.execute(db)
  await sql`alter table session add column last_used_token bytea`.execute(db)
  // Row-level security hides the sessions even from the tables' owner.
  await sql`set local role fettle_auth`.execute(db)
  await sql`
    update session s set last_used_token = (
      select t.token_hash from refresh_token t
      where t.session_id = s.session_id and t.used_at is not null
      order by t.used_at desc, t.created_at desc limit 1)
    where s.revoked_at is null`.execute(db)
  await sql`reset role`.execute(db)
}
