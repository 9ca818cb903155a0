import pino from 'pino'
import { Registry } from 'prom-client'
import * as z from 'zod/mini'
import { companiesBehind, readStart } from '#api/reactions/checkpoint-rows.ts'
import { startPushes } from '#api/reactions/pushes/pushes.ts'
import { startReactions } from '#api/reactions/reactions.ts'
import { openSetbacks } from '#api/services/setbacks.ts'
import { settlingTime } from '#core/reactions/notification.ts'
import { notifyPeople } from '#core/reactions/notify-people.ts'
import { openBell } from '#ledger/database/bell.ts'
import { connect } from '#ledger/database/connect.ts'

// The engines of reactions and of pushes, for tests that kill them.
const databaseUrl = process.env.DATABASE_URL ?? ''
const pushKeys = z
  .object({ publicKey: z.string(), privateKey: z.string() })
  .parse(JSON.parse(process.env.FETTLE_TEST_KEYS ?? ''))
const ledgerPool = connect(databaseUrl, 'fettle_api', { max: 8 })
const overviewPool = connect(databaseUrl, 'fettle_projector', { max: 2, readOnly: true })
const logger = pino({ level: 'error' })
/** Later than everything is to be sent and settles, so that nothing waits. */
const now = () => new Date(Date.now() + 2 * settlingTime)
const setbacks = openSetbacks({ metrics: new Registry(), logger, now })
/** Few events at a time make many transactions to be killed in. */
const limit = 4

// Connected, so that a kill meets it at work.
await readStart(ledgerPool, notifyPeople.name)
await companiesBehind(overviewPool, notifyPeople.name)
process.stdout.write('sending\n')
// What a killed one had claimed is soon free.
const pushes = { config: { pushPrivate: true }, ledgerPool, overviewPool, pushKeys, setbacks, logger, now }
startPushes(pushes, { every: 50, lease: 3_000 })
startReactions({ ledgerPool, overviewPool, bell: openBell(databaseUrl), setbacks, logger }, { every: 100, limit })
