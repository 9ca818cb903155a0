import type pg from 'pg'
import { createMember } from '#api/auth/accounts/create-member.ts'
import { registerCompany } from '#api/auth/accounts/register-company.ts'
import { type Actor, appendOrConflict, decideAppend } from '#api/commands/decide-and-append.ts'
import { accountWith } from '#cli/database/find-company.ts'
import type { GivenDetails } from '#core/member/details.ts'
import type { ActorRole } from '#core/model/messages.ts'
import { isRefusal } from '#core/model/refusals.ts'
import { connect, inCompany, readInCompany } from '#ledger/database/connect.ts'
import { type Parameters, statement } from '#ledger/database/statement.ts'
import { db } from '#ledger/database/statement-compiler.ts'
import { readStream } from '#ledger/log/read.ts'
import { addressBook, blocksAt, sitesOf } from './address-book.ts'
import { giveNow } from './give-now.ts'
import { business, people } from './invented-texts.ts'
import { recurringWork } from './recurring-work.ts'
import { savedViews } from './saved-views.ts'
import { seededRandom } from './seeded-random.ts'
import type { Crew } from './step.ts'
import { companyTimeline } from './timeline.ts'
import { writeStory } from './write-story.ts'

/** Everyone in the demo signs in with this password; it only protects made-up jobs on the user's own machine. */
export const demoPassword = 'harrow and pike'
const days = 548
export const demoJobs = 2_000

export type SignIn = { username: string; email: string; role: string; password: string }
export const signIns: readonly SignIn[] = people.map(({ username, email, role }) => ({
  username,
  email,
  role,
  password: demoPassword,
}))

/**
 * Creates the demo company with its people and this many jobs over the 18 months up to `now` (milliseconds), unless it exists.
 * Returns the number of events written. Throws if an earlier creation was interrupted.
 */
export async function makeDemoCompany(
  databaseUrl: string,
  now: number,
  jobs: number,
  onProgress: (done: number, total: number) => void,
): Promise<number> {
  const pool = connect(databaseUrl, 'fettle_auth', { max: 2 })
  const writing = connect(databaseUrl, 'fettle_ledger', { max: 1, queryTimeout: 60_000 })
  try {
    if (await isThere(pool)) return 0
    const [{ fullName, telephone, ...owner }, ...others] = people
    const registered = await registerCompany(pool, { businessName: business, ...owner, password: demoPassword })
    if (registered === 'email-taken' || 'refused' in registered)
      throw new Error('The demo company could not be registered')
    const { companyId, userId } = registered
    await setDetails(pool, { companyId, userId, role: 'owner' }, { fullName, telephone })
    const roles = new Map<string, ActorRole>([[userId, 'owner']])
    for (const { role: userRole, ...person } of others) {
      const by = { companyId, userId, role: 'owner' as const }
      const member = await createMember(pool, by, { ...person, userRole, password: demoPassword })
      if (member === 'email-taken' || 'refused' in member) throw new Error(`${person.username} could not be added`)
      roles.set(member.userId, userRole)
    }
    const random = seededRandom(companyId)
    const crew = crewOf(roles)
    const story = companyTimeline(jobs, days, now, crew, random)
    const events = await writeStory({ pool: writing, companyId, roles }, story, random, (done) =>
      onProgress(done, story.length),
    )
    const places = { sites: sitesOf(story), blocks: blocksAt(now, random) }
    const given = [
      ...addressBook(places, now, crew, random),
      ...recurringWork(places, now, crew, random),
      ...savedViews(companyId, now, crew, random),
    ]
    return events + (await giveNow({ databaseUrl, companyId, roles }, now, given))
  } finally {
    await Promise.all([pool.end(), writing.end()])
  }
}

async function setDetails(pool: pg.Pool, by: Actor & { userId: string }, details: GivenDetails) {
  const { companyId, userId } = by
  const history = await readStream(pool, companyId, userId)
  const named = decideAppend(by, { type: 'SetMemberDetails', data: { userId, ...details } }, { history })
  if (isRefusal(named)) throw new Error(named.error)
  await inCompany(pool, companyId, (client) => appendOrConflict(client, named))
}

/** Whether the demo company exists. Throws if its creation was interrupted. */
async function isThere(pool: ReturnType<typeof connect>): Promise<boolean> {
  const account = await accountWith(pool, people[0].email)
  if (!account) return false
  const { companyId } = account
  const [{ rows }] = await readInCompany(pool, companyId, [lastNumber({ companyId })])
  if (rows[0]?.last_number) return true
  throw new Error('Creating the demo company was interrupted. Remove the data folder and start again.')
}

const lastNumber = statement('last-job-number', (p: Parameters<{ companyId: string }>) =>
  db.selectFrom('company_head').select('last_number').where('company_id', '=', p.companyId),
)

function crewOf(roles: ReadonlyMap<string, ActorRole>): Crew {
  const of = (isTeam: boolean) => [...roles].flatMap(([id, role]) => ((role === 'team') === isTeam ? [id] : []))
  const [office, team] = [of(false), of(true)]
  const [firstOffice, firstTeam] = [office[0], team[0]]
  if (!firstOffice || !firstTeam) throw new Error('The demo needs an office and a team')
  return { office: [firstOffice, ...office.slice(1)], team: [firstTeam, ...team.slice(1)] }
}
