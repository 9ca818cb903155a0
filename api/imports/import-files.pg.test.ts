import { afterAll, beforeAll, expect, test } from 'vitest'
import { importLimits } from '#core/wire/imports.ts'
import { paths, pathTo } from '#core/wire/paths.ts'
import { draftImport, sendImport } from '#test/server/import-files.ts'
import { type SignedInTest, startServer, type TestServer } from '#test/server/server.ts'

let server: TestServer
let olga: SignedInTest
beforeAll(async () => {
  server = await startServer({}, { projector: false })
  olga = await server.registerCompany()
})
afterAll(() => server.close())

test.each([
  ['', 'This file is empty.'],
  [' \n\n', 'This file is empty.'],
  ['Site,Work Order\n', 'This file has no rows below its headings.'],
  ['%PDF-1.7', 'This is a PDF.'],
  ['Site\nFlat\u0000 1\n', 'not a CSV spreadsheet'],
  [`Site\n${'Flat 1\n'.repeat(importLimits.rows + 1)}`, 'more than 20,000 rows'],
  [`Site${','.repeat(900_000)}\nFlat 1\n`, 'more than 500 columns'],
  [`Site${','.repeat(600)}\nFlat 1\n`, 'more than 500 columns'],
  ['"Site"s,Agency\nFlat 1,A\n', 'The first line of this file, with the headings, cannot be read.'],
  [`Site\n${'a"b\n'.repeat(2_000_000)}`, 'The rows of this file cannot be read.'],
  [new Uint8Array(Buffer.from('\uFEFFSite\tAgency\nFlat\u0000 1\tA\n', 'utf16le')), 'not a CSV spreadsheet'],
])('a file that cannot be imported is refused with the reason: %#', async (content, error) => {
  const answer = await sendImport(server, olga, content)
  expect(answer.status).toBe(400)
  expect(await answer.json()).toMatchObject({ error: expect.stringContaining(error), field: 'file' })
})

test('a file that is too large, several files at once, and anything but a form are refused', async () => {
  const large = await sendImport(server, olga, new Uint8Array(importLimits.bytes + 1).fill(65))
  expect(large.status).toBe(413)
  expect(await large.json()).toMatchObject({ error: 'A file can be at most 10 MB. Split it into smaller ones.' })
  const two = new FormData()
  for (const name of ['a.csv', 'b.csv']) two.append('file', new Blob(['Site\nA\n']), name)
  for (const body of [two, new FormData()])
    expect((await server.call(paths.imports, { token: olga.token, body })).status).toBe(400)
  expect((await server.call(paths.imports, { token: olga.token, body: {} })).status).toBe(415)
})

test.each([
  ['UTF-8 with a byte order mark', Buffer.from('\uFEFFSite;Agency\nCafé “Row” €5;Ærø\n')],
  ['Windows-1252', Buffer.from('Site;Agency\nCaf\xe9 \x93Row\x94 \x805;\xc6r\xf8\n', 'latin1')],
  ['UTF-16', Buffer.from('\uFEFFSite\tAgency\nCafé “Row” €5\tÆrø\n', 'utf16le')],
])('a file in %s is read as it was written', async (_, bytes) => {
  const { plan } = await draftImport(server, olga, new Uint8Array(bytes))
  expect(plan.columns).toEqual([
    { name: 'Site', first: 'Café “Row” €5' },
    { name: 'Agency', first: 'Ærø' },
  ])
})

test('very long cells are refused with a short message, and the check of a file stays small', async () => {
  const rows = Array.from({ length: 60 }, (_, nth) => `Flat ${nth},${'x'.repeat(60_000)}`)
  const draft = await draftImport(server, olga, `Site,Date\nFlat,2026-01-01\n${rows.join('\n')}\n`)
  expect(JSON.stringify(draft).length).toBeLessThan(2_000_000)
})

test('other requests are answered while a large file is read', async () => {
  const rows = Array.from({ length: 2_000 }, (_, nth) => `Flat ${nth},${'word '.repeat(90)}`)
  const importing = draftImport(server, olga, `Site,Notes\n${rows.join('\n')}\n`)
  let isRead = false
  let answered = 0
  void importing.finally(() => {
    isRead = true
  })
  while (!isRead) {
    expect((await server.call(paths.healthz)).status).toBe(200)
    answered += 1
  }
  expect((await importing).checked.ready).toBe(2_000)
  expect(answered).toBeGreaterThan(20)
})

test('a company keeps its ten newest import drafts', async () => {
  const drafts: string[] = []
  for (let nth = 0; nth < 12; nth += 1) drafts.push((await draftImport(server, olga, `Site\nFlat ${nth}\n`)).importId)
  const answers = await Promise.all(
    drafts.map((importId) => server.call(pathTo(paths.import, { importId }), { token: olga.token })),
  )
  expect(answers.map((one) => one.status)).toEqual([404, 404, ...Array.from({ length: 10 }, () => 200)])
})

test('two of a person’s files are read at a time; another is refused for now, with the reason', async () => {
  // Reading one takes far longer than receiving all of them.
  const large = `Site\n${Array.from({ length: importLimits.rows }, (_, nth) => `Flat ${nth}\n`).join('')}`
  const answers = await Promise.all(Array.from({ length: 5 }, () => sendImport(server, olga, large)))
  expect(answers.map((one) => one.status).toSorted()).toEqual([200, 200, 429, 429, 429])
  const waits = answers.filter((one) => one.status === 429).map((one) => one.headers.get('retry-after'))
  expect(waits).toEqual(['5', '5', '5'])
  expect((await sendImport(server, olga, 'Site\nFlat 3\n')).status).toBe(200)
})
