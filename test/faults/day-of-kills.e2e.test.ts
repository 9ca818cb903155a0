import { setTimeout as wait } from 'node:timers/promises'
import type { Page } from 'playwright-core'
import { v7 as uuid } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { UploadAnswer } from '#core/wire/images.ts'
import { paths } from '#core/wire/paths.ts'
import { connect } from '#ledger/database/connect.ts'
import { startSlowLine } from '#test/browser/lines/slow-line.ts'
import { newProfile, type Profile } from '#test/browser/profile.ts'
import { type Screens, startScreens } from '#test/browser/screens.ts'
import { expectFound } from '#test/reliability/control.ts'
import { lengthOf, seedOf } from '#test/reliability/extent.ts'
import { createJob } from '#test/server/commands.ts'
import { addMember } from '#test/server/people.ts'
import { upload } from '#test/server/photo-uploads.ts'
import type { SignedInTest } from '#test/server/server.ts'
import { type Random, randomOf } from '#test/simulation/clock/random.ts'
import { comment, type Given, photo, smallNoise, tick } from './field-work.ts'

const kills = lengthOf('FETTLE_KILLS', 1)
let random: Random
const tasksOfJob = 20
const patience = { timeout: 120_000 }
/** Without a signal every connection ends at once; with one, what is given is sent slowly enough to be killed in the middle. */
const noSignal = { rate: 0, cutEvery: 50 }
const signal = { rate: 400_000, cutEvery: 3_000 }

let screens: Screens
let line: Awaited<ReturnType<typeof startSlowLine>>
let profile: Profile
let dana: SignedInTest
let tom: SignedInTest
beforeAll(async () => {
  screens = await startScreens()
  line = await startSlowLine(Number(new URL(screens.server.url).port))
  dana = await screens.server.registerCompany({ businessName: 'Harrow & Pike', username: 'dana.whitfield' })
  tom = await addMember(screens.server, dana, 'team', 'tom.okafor')
  profile = await newProfile()
})
afterAll(async () => {
  await profile?.close()
  await line?.close()
  await screens?.close()
})

/** Starts the browser on its profile, as Tom on a page, over a line that is good. */
async function asTom(path: string) {
  line.become()
  const browser = await profile.start()
  const data = { email: tom.user.email, password: tom.password }
  const signedIn = await browser.context.request.post(line.url + paths.login, { data, headers: { origin: line.url } })
  expect(signedIn.ok()).toBe(true)
  const page = await browser.context.newPage()
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(line.url + path)
  return { ...browser, page }
}

/** A day's work, one thing after another, on a job after another. */
function newWork() {
  const given: Given[] = []
  const jobIds: string[] = []
  const open: { taskId: string; description: string }[] = []
  return {
    given,
    jobIds,
    /** The job that the worker is at: the next one once its tasks are done. */
    async jobId() {
      if (open.length === 0) {
        const first = jobIds.length * tasksOfJob
        const tasks = Array.from({ length: tasksOfJob }, (_, nth) => ({
          taskId: uuid(),
          description: `Mend tap ${String(first + nth).padStart(4, '0')}`,
        }))
        open.push(...tasks)
        jobIds.push((await createJob(screens.server, dana, { tasks })).jobId)
      }
      return jobIds.at(-1)
    },
    /** Gives something of one of these kinds; returns it with the sign that the page shows once it is kept. */
    async next(page: Page, kinds: readonly Given['kind'][] = ['tick', 'comment', 'photo']) {
      const kind = random.pick(kinds)
      const task = kind === 'tick' ? open.shift() : undefined
      if (task) {
        const one = add({ kind: 'tick', name: task.taskId, isKept: false })
        return { one, sign: await tick(page, task.description) }
      }
      const name = `Word ${String(given.length).padStart(4, '0')}`
      if (kind !== 'photo')
        return { one: add({ kind: 'comment', name, isKept: false }), sign: await comment(page, name) }
      const bytes = await smallNoise()
      const file = `${name}.jpg`
      return { one: add({ kind: 'photo', name: file, bytes, isKept: false }), sign: await photo(page, file, bytes) }
    },
  }
  function add(one: Given) {
    given.push(one)
    return one
  }
}
type Work = ReturnType<typeof newWork>

/** Opens the browser, gives some things without a signal and perhaps more with one, and kills it while the next is given. */
async function workUntilKilled(work: Work) {
  const { page, kill } = await asTom(`/job/${await work.jobId()}`)
  await page.getByRole('button', { name: 'Choose photos' }).waitFor()
  line.become(noSignal)
  const [signalAfter, killAfter] = [random.between(1, 6), random.between(1, 4)]
  for (let things = 0; things < killAfter; things += 1) {
    if (things === signalAfter) line.become(signal)
    // The page learns from a change, not from a photo, that there is no signal.
    const { one, sign } = await work.next(page, things === 0 ? ['tick', 'comment'] : undefined)
    // With a signal it may be sent before the page could show that it waits.
    if (things < signalAfter) await sign.waitFor()
    one.isKept = things < signalAfter
  }
  let isKilled = false
  const goOn = async () => {
    try {
      for (;;) await work.next(page)
    } catch (error) {
      if (!isKilled) throw error
    }
  }
  const end = async () => {
    await wait(random.between(0, 1_000))
    isKilled = true
    await kill()
  }
  await Promise.all([goOn(), end()])
}

/** What the log has of some jobs, under the names of what was given; photos under the `src` made of their bytes. */
async function arrivedAt(jobIds: readonly string[]): Promise<string[]> {
  const owner = connect(screens.server.database.url, undefined, { max: 1 })
  const { rows } = await owner.query<{ name: string }>(
    `select coalesce(data->>'note', data->>'src', data->>'taskId') as name from event
      where company_id = $1 and stream_id = any($2) and type in ('TaskCompleted', 'NoteAdded', 'ImageAdded')`,
    [dana.user.companyId, jobIds],
  )
  await owner.end()
  return rows.map(({ name }) => name)
}

/** The name that a thing has in the log. A photo's is the one that the server gives to exactly these bytes sent whole. */
async function nameInLog({ name, bytes }: Given, otherJob: string) {
  if (!bytes) return name
  const answer = await upload(screens.server, tom, otherJob, { files: [{ bytes }] })
  expect(answer.ok).toBe(true)
  const { images }: UploadAnswer = await answer.json()
  return images[0]?.src ?? ''
}

test('a browser killed at random moments of a day’s work loses no tick, comment or photo that it has shown as kept, and each arrives once', {
  timeout: 300_000 + kills * 30_000,
}, async ({ task }) => {
  random = randomOf(seedOf(task))
  const work = newWork()
  for (let kill = 0; kill < kills; kill += 1) await workUntilKilled(work)
  const { page } = await asTom('/waiting')
  const { jobId: otherJob } = await createJob(screens.server, dana)
  const names: string[] = []
  for (const one of work.given) names.push(await nameInLog(one, otherJob))
  const kept = names.filter((_, at) => work.given[at]?.isKept)
  const missing = async (shown: readonly string[]) => {
    const arrived = new Set(await arrivedAt(work.jobIds))
    return shown.filter((name) => !arrived.has(name))
  }
  await expect.poll(() => missing(kept), patience).toEqual([])
  await page.getByText('Nothing waiting to send.').waitFor(patience)
  const arrived = await arrivedAt(work.jobIds)
  const count = (of: Given['kind']) => {
    const all = work.given.filter(({ kind }) => kind === of)
    return `${all.length} ${of}s, ${all.filter(({ isKept }) => isKept).length} shown as kept`
  }
  task.meta.extent = `${kills} kills: ${count('tick')}; ${count('comment')}; ${count('photo')}; ${arrived.length} arrived`
  expect(arrived.toSorted()).toEqual([...new Set(arrived)].toSorted())
  expect(arrived.filter((name) => !names.includes(name))).toEqual([])
  expect(kept.length).toBeGreaterThanOrEqual(kills)

  await page.goto(`${line.url}/job/${await work.jobId()}`)
  await page.getByRole('button', { name: 'Choose photos' }).waitFor()
  line.become(noSignal)
  const { one, sign } = await work.next(page, ['comment'])
  await sign.waitFor()
  // With its profile the device loses what it has shown as kept.
  await profile.close()
  expectFound(task, 'a device that forgets what it has kept', await missing([...kept, one.name]))
})
