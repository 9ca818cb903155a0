import { v7 as uuid } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { JobAnswer } from '#core/wire/jobs/jobs.ts'
import { paths, pathTo } from '#core/wire/paths.ts'
import type { TodosAnswer } from '#core/wire/todos.ts'
import { lossyWork, startCuttingProxy } from '#test/browser/lines/cutting-proxy.ts'
import { phone, type Screens, startScreens } from '#test/browser/screens.ts'
import { isStoredOnDevice } from '#test/browser/stored-on-device.ts'
import { expectFound, objectionsOf } from '#test/reliability/control.ts'
import { accepted, command, createJob } from '#test/server/commands.ts'
import { addMember } from '#test/server/people.ts'
import { smallPhoto } from '#test/server/photo-uploads.ts'
import type { SignedInTest } from '#test/server/server.ts'

let screens: Screens
let dana: SignedInTest
let tom: SignedInTest
beforeAll(async () => {
  screens = await startScreens()
  dana = await screens.server.registerCompany()
  tom = await addMember(screens.server, dana, 'team', 'tom.okafor')
})
afterAll(() => screens.close())

const read = async <Answer>(path: string, { token }: SignedInTest): Promise<Answer> =>
  (await screens.server.call(path, { token })).json()

test('over a line that cuts every fifth request each change and photo arrives once, in order', async ({ task }) => {
  const { jobId } = await createJob(screens.server, dana)
  let requests = 0
  let cutting = false
  const proxy = await startCuttingProxy(screens.server.url, ({ url = '' }) => {
    if (!cutting || !url.startsWith('/api')) return 'answered'
    requests += 1
    if (requests % 5 > 0) return 'answered'
    // The server may have done what was asked: only the answer is lost.
    return requests % 10 > 0 ? 'cut before' : 'cut within'
  })
  const context = await screens.newContext({ ...phone, baseURL: proxy.url })
  const credentials = { email: tom.user.email, password: tom.password }
  await context.request.post(paths.login, { data: credentials, headers: { origin: proxy.url } })
  const page = await context.newPage()
  await page.goto(`/job/${jobId}`)
  await page.getByText('No images yet.').waitFor()
  cutting = true
  const chosen = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Choose photos' }).click()
  const files = await Promise.all(
    Array.from({ length: lossyWork.photos }, async (_, nth) => ({
      name: `${nth}.jpg`,
      mimeType: 'image/jpeg',
      buffer: await smallPhoto(`#${(0x111 * (nth % 15)).toString(16).padStart(3, '0')}`),
    })),
  )
  await (await chosen).setFiles(files)
  await expect.poll(() => isStoredOnDevice(page, `${lossyWork.photos - 1}.jpg`)).toBe(true)
  await page.goto('/todo')
  const field = page.getByPlaceholder('Add a new task...')
  const texts = Array.from({ length: lossyWork.commands }, (_, nth) => `Change ${nth}`)
  const give = async (text: string) => {
    await field.fill(text)
    await field.press('Enter')
  }
  for (const text of texts) await give(text)
  const sentBy = async (person: SignedInTest) =>
    (await read<TodosAnswer>(paths.todos, person)).list.todos.map((one) => one.text)
  const allSent = () => expect.poll(async () => (await sentBy(tom)).length).toBe(texts.length)
  await allSent()
  const photos = async () => (await read<JobAnswer>(pathTo(paths.job, { jobId }), dana)).job.images.length
  await expect.poll(photos, { timeout: 120_000 }).toBe(lossyWork.photos)
  // A slow page sends many changes with one request: it goes on until three requests have been cut.
  while (requests <= 15) {
    const text = `Change ${texts.length}`
    texts.push(text)
    await give(text)
    await allSent()
  }
  expect(await sentBy(tom)).toEqual(texts.toReversed())
  task.meta.extent = `${texts.length} changes, ${lossyWork.photos} photos, ${requests} requests`

  const ann = await addMember(screens.server, dana, 'team', 'ann.lee')
  for (const text of texts.slice(0, 20)) {
    const body = JSON.stringify({ commands: [command('AddTodo', { userId: ann.user.userId, todoId: uuid(), text })] })
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${ann.token}`, origin: proxy.url }
    await fetch(proxy.url + paths.commands, { method: 'POST', headers, body }).catch(() => undefined)
  }
  // Whatever was lost, the last that arrived is in the list before it is compared.
  const { seq } = await accepted(screens.server, ann, 'AddTodo', {
    userId: ann.user.userId,
    todoId: uuid(),
    text: 'Last',
  })
  await screens.server.call(`${paths.todos}?after=${seq}`, { token: ann.token })
  const arrived = (await sentBy(ann)).filter((text) => text !== 'Last')
  expect(arrived.length).toBeGreaterThan(0)
  const found = await objectionsOf(() => expect(arrived).toEqual(texts.slice(0, 20).toReversed()))
  expectFound(task, 'a sender that does not try again', found)
  await context.close()
  await proxy.close()
})
