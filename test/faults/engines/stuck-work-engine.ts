import { setTimeout as sleep } from 'node:timers/promises'
import pino from 'pino'
import { Registry } from 'prom-client'
import { deleteWork, lockDueWork, readCompaniesWithWork, stuckOf, writeWork } from '#api/accounts/unsent-work-rows.ts'
import { doWhatIsDue } from '#api/due-work/due-work.ts'
import { unsentWork } from '#api/due-work/unsent-work.ts'
import { addNotice } from '#api/notices/add-notice.ts'
import { readRecipients } from '#api/notices/read-recipients.ts'
import { openSetbacks } from '#api/services/setbacks.ts'
import { unsentDue } from '#core/notifications/unsent-work.ts'
import { openBell } from '#ledger/database/bell.ts'
import { connect, inCompany } from '#ledger/database/connect.ts'

// What tells the office of stuck work, for tests that kill it. With FETTLE_APART it has the fault that they must find.
const databaseUrl = process.env.DATABASE_URL ?? ''
const ledgerPool = connect(databaseUrl, 'fettle_api', { max: 4 })
const overviewPool = connect(databaseUrl, 'fettle_projector', { max: 1, readOnly: true })
const now = () => new Date()
const setbacks = openSetbacks({ metrics: new Registry(), logger: pino({ level: 'error' }), now })
const work = unsentWork({ ledgerPool, overviewPool, bell: openBell(databaseUrl) })

// Connected, so that a kill meets it at work.
await work.nextAfter(now().toISOString())
const connected = await ledgerPool.connect()
connected.release()
process.stdout.write('telling\n')
for (;;) {
  if (process.env.FETTLE_APART) await tellApart()
  else await doWhatIsDue(work, { now, setbacks }, new AbortController().signal)
  await sleep(5)
}

/** Notes that the office was told before it is told, in a transaction of its own: a kill between the two tells nobody. */
async function tellApart() {
  const at = now().toISOString()
  const until = new Date(Date.now() + 86_400_000).toISOString()
  for (const companyId of await readCompaniesWithWork(overviewPool, at, [])) {
    const due = await inCompany(ledgerPool, companyId, async (client) => {
      // One after another, so that both engines are always at it.
      const found = (await lockDueWork(client, { companyId, now: at })).slice(0, 1)
      for (const { work, ...kept } of found) {
        const told = { ...work, toldAt: at }
        await writeWork(client, { ...kept, companyId, work: JSON.stringify(told), dueAt: unsentDue(told) })
      }
      return found
    })
    // Far longer than all else that it does: a kill meets it here.
    await sleep(200)
    await inCompany(ledgerPool, companyId, async (client) => {
      const { people, zone } = await readRecipients(client, companyId)
      for (const kept of due) {
        const { sessionId: subject, work } = kept
        const changes = stuckOf(kept, at)
        if (!changes) await deleteWork(client, { companyId, sessionId: subject })
        else
          for (const person of people)
            if (person.role === 'owner')
              await addNotice(client, { companyId, zone }, person, {
                ...{ kind: 'stuck', about: `${subject} ${work.begunAt}`, subject, changes, at, until },
              })
      }
    })
  }
}
