import { setTimeout as sleep } from 'node:timers/promises'
import pino from 'pino'
import { Registry } from 'prom-client'
import { companiesBehind, lockPlace, movePlace, readStart } from '#api/reactions/checkpoint-rows.ts'
import { writeNotifications } from '#api/reactions/notification-rows.ts'
import { reactAfter } from '#api/reactions/react.ts'
import { startReactions } from '#api/reactions/reactions.ts'
import { openSetbacks } from '#api/services/setbacks.ts'
import { notifyPeople } from '#core/reactions/notify-people.ts'
import { openBell } from '#ledger/database/bell.ts'
import { connect, inCompany } from '#ledger/database/connect.ts'

// The engine of reactions alone, for tests that kill it. With FETTLE_APART it has the fault that they must find.
const databaseUrl = process.env.DATABASE_URL ?? ''
const ledgerPool = connect(databaseUrl, 'fettle_api', { max: 4 })
const overviewPool = connect(databaseUrl, 'fettle_projector', { max: 1, readOnly: true })
/** Few events at a time make many transactions to be killed in. */
const limit = 4

// Connected, so that a kill meets it at work.
const startedAt = await readStart(ledgerPool, notifyPeople.name)
await companiesBehind(overviewPool, notifyPeople.name)
process.stdout.write('reacting\n')
if (process.env.FETTLE_APART) await reactApart()
else {
  const logger = pino({ level: 'error' })
  const setbacks = openSetbacks({ metrics: new Registry(), logger, now: () => new Date() })
  startReactions({ ledgerPool, overviewPool, bell: openBell(databaseUrl), setbacks, logger }, { every: 100, limit })
}

/** Commits the place in the log apart from what people are told: a kill between the two loses it. */
async function reactApart() {
  for (;;) {
    for (const companyId of await companiesBehind(overviewPool, notifyPeople.name)) {
      const written = await inCompany(ledgerPool, companyId, async (client) => {
        const after = await lockPlace(client, companyId, notifyPeople, startedAt)
        if (typeof after === 'string') return undefined
        const { written, seq } = await reactAfter(client, companyId, notifyPeople, { after, limit })
        await client.query(movePlace({ companyId, reaction: notifyPeople.name, version: notifyPeople.version, seq }))
        return written
      })
      // Longer than it takes to kill it after the next event.
      await sleep(500)
      if (written) await inCompany(ledgerPool, companyId, (client) => writeNotifications(client, companyId, written))
    }
    await sleep(5)
  }
}
