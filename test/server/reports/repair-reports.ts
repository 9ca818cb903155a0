import { v7 as uuid } from 'uuid'
import { findReportLink } from '#api/report-links/link-rows.ts'
import { formToken } from '#api/reports/form-token.ts'
import { paths } from '#core/wire/paths.ts'
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
