import { createMember } from '#api/auth/accounts/create-member.ts'
import { registerCompany } from '#api/auth/accounts/register-company.ts'
import type { ActorRole } from '#core/model/messages.ts'
import { connect, readInCompany } from '#ledger/database/connect.ts'
import { business, people } from './invented-texts.ts'
import { chanceFrom } from './seeded-random.ts'
import type { Crew } from './step.ts'
import { companyTimeline } from './timeline.ts'
import { fillLedger } from './write-story.ts'

/** The demo's people all sign in with this password; it protects nothing but made-up jobs on one's own machine. */
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
 * Makes the demo company with its people and the given number of jobs over 18 months up to `now` (milliseconds). Does nothing
 * when it is there already; answers how many events were written. Throws when its making was cut off before.
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
    const there = await demoCompany(pool)
    if (there) return 0
    const [owner, ...others] = people
    const registered = await registerCompany(pool, { businessName: business, ...owner, password: demoPassword })
    if (registered === 'email-taken' || 'refused' in registered)
      throw new Error('The demo company could not be registered')
    const { companyId, userId } = registered
    const roles = new Map<string, ActorRole>([[userId, 'owner']])
    for (const { role: userRole, ...person } of others) {
      const by = { companyId, userId, role: 'owner' as const }
      const member = await createMember(pool, by, { ...person, userRole, password: demoPassword })
      if (member === 'email-taken' || 'refused' in member) throw new Error(`${person.username} could not be added`)
      roles.set(member.userId, userRole)
    }
    const chance = chanceFrom(companyId)
    const story = companyTimeline(jobs, days, now, crewOf(roles), chance)
    return await fillLedger({ pool: writing, companyId, roles }, story, chance, (done) =>
      onProgress(done, story.length),
    )
  } finally {
    await Promise.all([pool.end(), writing.end()])
  }
}

async function demoCompany(pool: ReturnType<typeof connect>): Promise<string | undefined> {
  const { rows } = await pool.query<{ company_id: string }>('select company_id from account where lower(email) = $1', [
    people[0].email,
  ])
  const companyId = rows[0]?.company_id
  if (!companyId) return undefined
  const [{ rows: found }] = await readInCompany(pool, companyId, [
    { text: 'select last_number from company_head where company_id = $1', values: [companyId] },
  ])
  if (!found[0]?.last_number)
    throw new Error('The making of the demo company was cut off. Remove the data folder and start again.')
  return companyId
}

function crewOf(roles: ReadonlyMap<string, ActorRole>): Crew {
  const of = (isTeam: boolean) => [...roles].flatMap(([id, role]) => ((role === 'team') === isTeam ? [id] : []))
  const [office, team] = [of(false), of(true)]
  const [firstOffice, firstTeam] = [office[0], team[0]]
  if (!firstOffice || !firstTeam) throw new Error('The demo needs an office and a team')
  return { office: [firstOffice, ...office.slice(1)], team: [firstTeam, ...team.slice(1)] }
}
