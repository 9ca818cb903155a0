import { connect } from '#ledger/database/connect.ts'

/** Makes a table with the columns and indexes of `event`, without its wall and triggers, that the API may insert into. */
export async function makePlainTable(databaseUrl: string): Promise<void> {
  const owner = connect(databaseUrl, undefined, { max: 1 })
  await owner.query(`
    drop table if exists plain_event;
    create table plain_event (like event including all);
    grant insert on plain_event to fettle_api`)
  await owner.end()
}
