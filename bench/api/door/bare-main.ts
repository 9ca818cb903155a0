import { randomBytes } from 'node:crypto'
import express from 'express'
import { jwtVerify } from 'jose'
import { loadKeys } from '#api/keys/keys.ts'
import { connect } from '#ledger/database/connect.ts'

const { DATABASE_URL = '', PORT = '', FETTLE_DATA = '' } = process.env

// The least that a route for writes can be: it verifies the product's token, and inserts the row that the product would. Started by
// bench/api/door.ts with the address of a database in which it has made the table.
const keys = await loadKeys(FETTLE_DATA)
const pool = connect(DATABASE_URL, 'fettle_api')
let seq = 0

const app = express()
app.use(express.json())
app.get('/readyz', (_req, res) => void res.json({}))
app.post('/commands', async (req, res) => {
  const token = (req.get('authorization') ?? '').slice('Bearer '.length)
  const { payload } = await jwtVerify(token, keys.verifying, { algorithms: ['EdDSA'] })
  const { commandId, happenedAt, data } = req.body.commands[0]
  const { jobId, ...note } = data
  seq += 1
  await pool.query({
    name: 'plain-insert',
    text: 'insert into plain_event values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, now(), $13, $14, $15, $16, $17, $18, $19)',
    values: [
      payload.cid,
      seq,
      'job',
      jobId,
      seq,
      'NoteAdded',
      1,
      null,
      JSON.stringify(note),
      payload.sub,
      'owner',
      happenedAt,
      'device',
      commandId,
      0,
      randomBytes(32),
      randomBytes(16),
      randomBytes(32),
      randomBytes(32),
    ],
  })
  res.json({ results: [{ commandId, status: 'accepted', seq }] })
})
app.listen(Number(PORT), '127.0.0.1')
