import { createSecretKey } from 'node:crypto'
import pino from 'pino'
import { Registry } from 'prom-client'
import { untilAvailable } from '#api/http/until-available.ts'
import { webhooksAtWork } from '#api/reactions/webhooks/webhook-rows.ts'
import { startWebhooks } from '#api/reactions/webhooks/webhooks.ts'
import { openSetbacks } from '#api/services/setbacks.ts'
import { openBell } from '#ledger/database/bell.ts'
import { connect } from '#ledger/database/connect.ts'

// The engine of webhooks alone, for tests that kill it.
const databaseUrl = process.env.DATABASE_URL ?? ''
const factorKey = createSecretKey(Buffer.from(process.env.FETTLE_TEST_KEY ?? '', 'hex'))
const ledgerPool = connect(databaseUrl, 'fettle_api', { max: 4 })
const overviewPool = connect(databaseUrl, 'fettle_projector', { max: 1, readOnly: true })
const logger = pino({ level: 'error' })
const now = () => new Date()
const setbacks = openSetbacks({ metrics: new Registry(), logger, now })

// Connected, so that a kill meets it at work.
await untilAvailable(() => webhooksAtWork(overviewPool, now()))
process.stdout.write('sending\n')
const parts = { config: { webhooksPrivate: true }, ledgerPool, overviewPool, factorKey, setbacks, logger, now }
// Few events at a time make many transactions to be killed in; what a killed one had claimed is soon free.
startWebhooks({ ...parts, bell: openBell(databaseUrl) }, { every: 100, limit: 4, lease: 3_000 })
