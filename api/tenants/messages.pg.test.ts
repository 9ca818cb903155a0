import { afterAll, beforeAll, expect, test } from 'vitest'
import { jobNow } from '#test/server/commands.ts'
import { startServer, type TestServer } from '#test/server/server.ts'
import { bookedJob, type LetFlat, letFlat, linkTo } from '#test/server/tenants/let-flat.ts'

let server: TestServer
let flat: LetFlat
beforeAll(async () => {
  server = await startServer()
  flat = await letFlat(server)
})
afterAll(() => server.close())

test('a message comes once however often its form is sent, and the same words on another form are another message', async () => {
  const { jobId } = await bookedJob(server, flat)
  const path = await linkTo(server, flat, jobId)
  const formNow = async () => {
    const page = await (await fetch(server.url + path)).text()
    return /name="form" value="([^"]+)"/.exec(page)?.[1] ?? expect.fail('the form has an id')
  }
  const send = (message: string, form?: string) =>
    fetch(`${server.url}${path}/message`, {
      method: 'POST',
      redirect: 'manual',
      body: new URLSearchParams({ message, ...(form ? { form } : {}) }),
    })
  const received = async () => (await jobNow(server, flat.dana, jobId)).extraNotes.map(({ note }) => note)
  const first = await formNow()
  const twice = await Promise.all([send('Any news?', first), send('Any news?', first)])
  expect(twice.map(({ status }) => status)).toEqual([303, 303])
  expect(await received()).toEqual(['Any news?'])
  const second = await formNow()
  expect(second).not.toBe(first)
  await send('Any news?', second)
  await send(' Any news?\r\n', second)
  expect(await received()).toEqual(['Any news?', 'Any news?'])
  // Who goes back to a form that was sent writes something else on it.
  await send('The tap drips too', first)
  // A page from before forms had an id.
  await send('The tap drips too')
  const all = ['Any news?', 'Any news?', 'The tap drips too', 'The tap drips too']
  expect(await received()).toEqual(all)
})
