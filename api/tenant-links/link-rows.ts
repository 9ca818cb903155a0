import { sql } from 'kysely'
import type pg from 'pg'
import { deriveToken, hashToken, type TokenSecret } from '#api/keys/tokens.ts'
import { paths, pathTo } from '#core/wire/paths.ts'
import { type Parameters, rowsOf, statement } from '#ledger/database/statement.ts'
import { db } from '#ledger/database/statement-compiler.ts'

type OfJob = { companyId: string; jobId: string }

/** A link as it is found by its token. Whether it still works, the job tells. */
export type FoundLink = OfJob & { linkId: string; isEnded: boolean }

/** The token of a link, derived from its id: the office can be shown it again, and nobody can read it from the database. */
export const tenantToken = (secret: TokenSecret, linkId: string) => deriveToken(secret, `tenant-link:${linkId}`)

/** The path of a link's page. */
export const tenantPath = (secret: TokenSecret, linkId: string) =>
  pathTo(paths.tenantPage, { link: tenantToken(secret, linkId) })

const insertLink = statement('add-tenant-link', (p: Parameters<OfJob & { linkId: string; hash: Buffer }>) =>
  db
    .insertInto('tenant_link')
    .values({ link_id: p.linkId, company_id: p.companyId, job_id: p.jobId, token_hash: p.hash }),
)

/** Keeps the hash of a new link. On the sign-in pool, like everything here. */
export async function addTenantLink(client: pg.ClientBase, secret: TokenSecret, link: OfJob & { linkId: string }) {
  await client.query(insertLink({ ...link, hash: hashToken(tenantToken(secret, link.linkId)) }))
}

const linkByToken = statement('find-tenant-link', (p: Parameters<{ hash: Buffer }>) =>
  db.selectFrom('tenant_link').select(['link_id', 'company_id', 'job_id', 'ended_at']).where('token_hash', '=', p.hash),
)

/** The link of a token; undefined if there is none. It costs one look at an index, and nothing for what is no token. */
export async function findTenantLink(pool: pg.Pool, token: string): Promise<FoundLink | undefined> {
  if (!/^[\w-]{43}$/.test(token)) return undefined
  const [row] = await rowsOf(pool, linkByToken({ hash: hashToken(token) }))
  return row && foundIn(row)
}

const linkByMail = statement('tenant-link-of-mail', (p: Parameters<{ mailId: string }>) =>
  db
    .selectFrom('tenant_link')
    .select(['link_id', 'company_id', 'job_id', 'ended_at'])
    .where('link_id', '=', ({ fn, selectFrom }) =>
      fn.coalesce(
        selectFrom('tenant_mail').select('tenant_mail.link_id').where('tenant_mail.mail_id', '=', p.mailId),
        // Earlier releases noted the mail on the link.
        selectFrom('tenant_link as noted').select('noted.link_id').where('noted.mail_id', '=', p.mailId),
      ),
    ),
)

/** The link that a queued mail holds. */
export async function linkOfMail(pool: pg.Pool, mailId: string): Promise<FoundLink | undefined> {
  const [row] = await rowsOf(pool, linkByMail({ mailId }))
  return row && foundIn(row)
}

const foundIn = (row: { link_id: string; company_id: string; job_id: string; ended_at: string | null }): FoundLink => ({
  linkId: row.link_id,
  companyId: row.company_id,
  jobId: row.job_id,
  isEnded: row.ended_at !== null,
})

type LinkMail = { companyId: string; linkId: string; mailId: string }

const insertMail = statement('send-tenant-link', (p: Parameters<LinkMail>) =>
  db.insertInto('tenant_mail').values({ mail_id: p.mailId, company_id: p.companyId, link_id: p.linkId }),
)

/** Notes of which link a queued mail is; it goes with the mail. */
export async function noteMail(client: pg.ClientBase, { companyId, linkId, mailId }: LinkMail): Promise<void> {
  await client.query(insertMail({ companyId, linkId, mailId }))
}

const updateEnded = statement('end-tenant-links', (p: Parameters<OfJob & { linkIds: readonly string[] }>) =>
  db
    .updateTable('tenant_link')
    .set({ ended_at: sql<string>`now()` })
    .where('company_id', '=', p.companyId)
    .where('job_id', '=', p.jobId)
    .where((link) => link('link_id', '=', link.fn.any(p.linkIds)))
    .where('ended_at', 'is', null),
)

/** Ends links at once, whatever the rows of the job show yet. */
export async function endTenantLinks(client: pg.ClientBase, links: OfJob & { linkIds: readonly string[] }) {
  await client.query(updateEnded(links))
}

const updateOpened = statement('count-tenant-link', (p: Parameters<{ linkId: string }>) =>
  db
    .updateTable('tenant_link')
    .set((link) => ({ opened: link('opened', '+', 1), last_opened_at: sql<string>`now()` }))
    .where('link_id', '=', p.linkId),
)

/** Counts that a link was opened. */
export async function countOpened(pool: pg.Pool, linkId: string): Promise<void> {
  await pool.query(updateOpened({ linkId }))
}

const ofJob = statement('tenant-links-of-job', (p: Parameters<OfJob>) =>
  db
    .selectFrom('tenant_link')
    .select(['link_id', 'opened', 'last_opened_at', 'ended_at'])
    .where('company_id', '=', p.companyId)
    .where('job_id', '=', p.jobId),
)

/** How often each link of a job was opened, by the id of the link. */
export async function readOpened(pool: pg.Pool, job: OfJob) {
  const rows = await rowsOf(pool, ofJob(job))
  return new Map(
    rows.map((row) => [
      row.link_id,
      {
        opened: row.opened,
        isEnded: row.ended_at !== null,
        ...(row.last_opened_at === null ? {} : { lastOpenedAt: row.last_opened_at }),
      },
    ]),
  )
}
