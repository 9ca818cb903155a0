import { setTimeout as wait } from 'node:timers/promises'
import sharp from 'sharp'
import { v7 as uuid } from 'uuid'
import { alternate, printRows, type Row, row } from '#bench/harness/measure.ts'
import { type RunningProduct, startProduct } from '#bench/harness/running-product.ts'
import type { SignedIn } from '#core/wire/account/session.ts'
import type { CommandsAnswer } from '#core/wire/commands.ts'
import { paths } from '#core/wire/paths.ts'
import { type Attacker, startAttacker } from './neighbours/attacker.ts'
import { type AttackName, attackNames, type Target } from './neighbours/attacks.ts'

type Options = { rounds?: number; seconds?: number; histories?: number }
const note = 'No answer at the door, keys are with the concierge.'
/** As many as one request may have. */
const batch = 100
/** Milliseconds between two commands of the other company. */
const pace = 25

/**
 * The 95th percentile of how long a company's commands take, one after another, while four people of another company attack; against
 * the same without them. The attacked ledger has `histories` jobs of 1,000 comments. The database must be migrated.
 */
export async function benchNeighbours(
  databaseUrl: string,
  { rounds = 5, seconds = 3, histories = 10 }: Options = {},
): Promise<Row[]> {
  const product = await startProduct(databaseUrl, { projector: true })
  let attacker: Attacker | undefined
  try {
    const target = await attackable(product, histories)
    const attacks = startAttacker()
    attacker = attacks
    const commands = await commandsOf(product)
    const names = attackNames
    const answered = new Map<AttackName, Record<string, number>>()
    const beside = (name: AttackName) => async () => {
      await attacks.begin(name, await target())
      const figure = await slowest5Percent(commands, seconds)
      answered.set(name, attacks.end())
      return figure
    }
    const { quiet: floor = Number.NaN, ...figures } = await alternate<string>(
      {
        quiet: () => slowest5Percent(commands, seconds),
        ...Object.fromEntries(names.map((name) => [name, beside(name)])),
      },
      rounds,
    )
    for (const [name, statuses] of answered) process.stdout.write(`${name}: ${JSON.stringify(statuses)}\n`)
    return names.map((name) =>
      row(`commands beside ${name}, p95`, 'ms', { ours: figures[name] ?? Number.NaN, floor, most: 1.5 }),
    )
  } finally {
    await attacker?.close()
    await product.close()
  }
}

/** A company with long histories, and four people who may read them; each attack on it gets a new job. */
async function attackable(product: RunningProduct, histories: number): Promise<() => Promise<Target>> {
  const owner = await product.registerCompany()
  const others = []
  for (let nth = 0; nth < 3; nth += 1) others.push(await product.addMember(owner))
  const jobIds = []
  for (let nth = 0; nth < histories; nth += 1) jobIds.push(await longJob(product, owner))
  const bomb = sharp({ create: { width: 7_000, height: 7_000, channels: 3, background: '#4a6' } })
  const photo = (await bomb.png().toBuffer()).toString('base64')
  const people = [owner, ...others].map(({ token, user: { companyId } }) => ({ token, companyId }))
  const target = { url: product.url, people, jobId: jobIds[0] ?? '', photo }
  return async () => ({ ...target, newJobId: await newJob(product, owner) })
}

const command = (type: string, data: object) => ({
  ...{ commandId: uuid(), happenedAt: new Date().toISOString(), type, data },
})

async function send({ post }: RunningProduct, { token }: SignedIn, commands: ReturnType<typeof command>[]) {
  const answer = await post(paths.commands, { commands }, token)
  if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`)
  const { results }: CommandsAnswer = await answer.json()
  if (results.some((one) => one.status !== 'accepted')) throw new Error(JSON.stringify(results))
}

async function newJob(product: RunningProduct, owner: SignedIn): Promise<string> {
  const jobId = uuid()
  const data = { jobId, apartmentName: '12 High Street', createdAt: '2026-11-20', tasks: [] }
  await send(product, owner, [command('CreateJob', data)])
  return jobId
}

async function longJob(product: RunningProduct, owner: SignedIn): Promise<string> {
  const jobId = await newJob(product, owner)
  const comment = () => command('AddNote', { jobId, noteId: uuid(), note })
  for (let sent = 0; sent < 1_000; sent += batch) await send(product, owner, Array.from({ length: batch }, comment))
  return jobId
}

/** Sends the other company's commands one by one, each to the next of its jobs. */
async function commandsOf(product: RunningProduct): Promise<() => Promise<void>> {
  const owner = await product.registerCompany()
  let jobId = ''
  let sent = 0
  return async () => {
    if (sent % 20 === 0) jobId = await newJob(product, owner)
    sent += 1
    await send(product, owner, [command('AddNote', { jobId, noteId: uuid(), note })])
  }
}

/** The 95th percentile of how long a work takes that is repeated for so many seconds, in milliseconds. */
async function slowest5Percent(work: () => Promise<void>, seconds: number): Promise<number> {
  const figures: number[] = []
  const until = performance.now() + seconds * 1_000
  while (performance.now() < until) {
    const begun = performance.now()
    await work()
    figures.push(performance.now() - begun)
    await wait(pace)
  }
  return figures.toSorted((a, b) => a - b)[Math.floor(figures.length * 0.95)] ?? Number.NaN
}

if (import.meta.main) {
  const url = process.env.DATABASE_URL
  if (!url) throw new Error('Set DATABASE_URL to a migrated PostgreSQL database that may be filled')
  printRows(await benchNeighbours(url))
}
