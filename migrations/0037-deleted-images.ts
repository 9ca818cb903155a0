import { type Kysely, sql } from 'kysely'

/** Finds the deletion of an image, which is looked for whenever one is opened by its address. */
export async function up(db: Kysely<unknown>) {
  await sql`
    create index event_image_deleted on event (company_id, (data ->> 'imageId')) where type = 'ImageDeleted'`.execute(
    db,
  )
}
