import express from 'express'
import { openEmmett } from '#bench/harness/emmett.ts'

const { DATABASE_URL = '', PORT = '' } = process.env

// Emmett's command handler on PostgreSQL behind a route of Express, as its own sample has it: without a token.
const emmett = await openEmmett(DATABASE_URL, 10)
const handle = emmett.commandHandler<{ notes: number }>({
  evolve: ({ notes }) => ({ notes: notes + 1 }),
  initialState: () => ({ notes: 0 }),
})

const app = express()
app.use(express.json())
app.get('/readyz', (_req, res) => void res.json({}))
app.post('/commands', async (req, res) => {
  const { commandId, data } = req.body.commands[0]
  const { jobId, ...note } = data
  await handle(`job-${jobId}`, () => ({ type: 'NoteAdded', data: note }))
  res.json({ results: [{ commandId, status: 'accepted' }] })
})
app.listen(Number(PORT), '127.0.0.1')
