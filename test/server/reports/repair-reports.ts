import { v7 as uuid } from 'uuid'
import { findReportLink } from '#api/report-links/link-rows.ts'
import { formToken } from '#api/reports/form-token.ts'
import type { ReportsAnswer } from '#core/wire/jobs/reports.ts'
import { paths, pathTo } from '#core/wire/paths.ts'
import type { SignedInTest, TestServer } from '#test/server/server.ts'

/** Opens the company's page for reports, or gives it another address, and returns its path. */
export async function openReportPage(server: TestServer, { token }: SignedInTest, change = 'open'): Promise<string> {
  const answer = await server.call(paths.reportPage, { token, method: 'PUT', body: { change } })
  return (await answer.json()).path ?? ''
}

/** The token of a form that was given ten seconds ago, for a page's path. */
export async function tokenFor(server: TestServer, path: string, reportId: string = uuid(), ago = 10_000) {
  const [, , , page = '', siteId] = path.split('/')
  const found = await findReportLink(server.services.authPool, 'page', page)
  const place = { pageId: found?.linkId ?? uuid(), siteId }
  return formToken(server.services.keys, place, reportId, new Date(Date.now() - ago))
}

/** Sends the form of a page as a browser does. */
export async function sendReport(
  server: TestServer,
  path: string,
  fields: Record<string, string>,
  photos: readonly Uint8Array[] = [],
) {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  for (const bytes of photos) form.append('images', new Blob([Uint8Array.from(bytes)]), 'photo.jpg')
  const answer = await fetch(server.url + path, { method: 'POST', body: form, redirect: 'manual' })
  const [status, text] = [answer.status, await answer.text()]
  return { status, text, to: answer.headers.get('location') ?? '' }
}

/** Reports a repair on a page of the company, and lets the office join it to a job. */
export async function joinReport(
  server: TestServer,
  { token }: SignedInTest,
  page: string,
  { jobId, email }: { jobId: string; email: string },
): Promise<void> {
  const repair = { words: 'The hall is damp', place: 'Hall', name: 'Amara Bello', telephone: '07700 900142', email }
  await sendReport(server, page, { ...repair, token: await tokenFor(server, page) })
  const { reports }: ReportsAnswer = await (await server.call(paths.reports, { token })).json()
  const { reportId = '' } = reports.find((one) => one.words === repair.words) ?? {}
  const joined = await server.call(pathTo(paths.reportJoin, { reportId }), { token, body: { jobId } })
  if (!joined.ok) throw new Error(`Not joined: ${joined.status} ${await joined.text()}`)
}
