import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { device, nextOf } from '#bench/harness/command-devices.ts'
import { alternate, printRows, type Row, rate, row } from '#bench/harness/measure.ts'
import { makePlainTable } from '#bench/harness/plain-table.ts'
import { startProduct } from '#bench/harness/running-product.ts'
import type { SignedIn } from '#core/wire/account/session.ts'
import { paths } from '#core/wire/paths.ts'
import { freePort, type Process, processOf } from '#test/faults/processes.ts'

const devices = 16
const batchSize = 20

type Options = { rounds?: number; seconds?: number; projector?: boolean }

/**
 * Commands per second over HTTP, from 16 devices of 16 companies or of one, against the least that a route could do: verify the same
 * token and insert one row of the same columns, one a request; and against Emmett's command handler behind Express. Each is a
 * process of its own with the same client and database. With `projector`, one folds what is written; the others wait until it has
 * finished. The database must be migrated.
 */
export async function benchDoor(databaseUrl: string, { rounds = 5, seconds = 2, projector = false }: Options = {}) {
  await makePlainTable(databaseUrl)
  const product = await startProduct(databaseUrl, { projector })
  const env = { DATABASE_URL: databaseUrl, FETTLE_DATA: product.dataFolder }
  const owner = new pg.Client({ connectionString: databaseUrl })
  const peers: Process[] = []
  try {
    await owner.connect()
    const [bareUrl, emmettUrl] = [await peerOf('bare-main.ts', env, peers), await peerOf('emmett-main.ts', env, peers)]
    const owners = await Promise.all(Array.from({ length: devices }, product.registerCompany))
    const [first] = owners
    if (!first) throw new Error('There are no companies')
    const ofOne = [
      first,
      ...(await Promise.all(Array.from({ length: devices - 1 }, () => product.addMember(first).catch(() => first)))),
    ]
    const ours = product.url + paths.commands
    const commands = (url: string, people: SignedIn[], batch = 1) => {
      const next = nextOf(people.map((person) => device(url, person, batch)))
      return async () => batch * (await rate(next, { workers: devices, seconds }))
    }
    const after = (measured: () => Promise<number>) => async () => {
      if (projector) await untilFolded(owner)
      return measured()
    }
    const { bare, companies, company, many, emmett } = await alternate(
      {
        bare: after(commands(`${bareUrl}/commands`, owners)),
        companies: after(commands(ours, owners)),
        company: after(commands(ours, ofOne)),
        many: after(commands(ours, owners, batchSize)),
        emmett: after(commands(`${emmettUrl}/commands`, owners)),
      },
      rounds,
    )
    const beside = projector ? ', projector beside' : ''
    const least = projector ? [0.6, 0.5, 2] : [0.85, 0.7, 3]
    const against = (name: string, figure: number, floor: number, aim = 0) =>
      row(`${name}${beside}`, 'commands/s', { ours: figure, floor, least: aim })
    return [
      against('16 companies, one a request, against a bare route', companies, bare, least[0]),
      against('16 devices of a company, against a bare route', company, bare, least[1]),
      against('16 companies, 20 a request, against a bare route', many, bare, least[2]),
      ...(projector ? [] : [against('16 companies, one a request, against Emmett', companies, emmett, 2.5)]),
    ]
  } finally {
    await owner.end()
    for (const one of peers) await one.kill('SIGTERM')
    await product.close()
  }
}

async function peerOf(program: string, env: Record<string, string>, started: Process[]): Promise<string> {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const peer = processOf(`bench/api/door/${program}`, { ...env, PORT: String(port) }, async () => {
    return (await fetch(`${url}/readyz`)).ok
  })
  started.push(peer)
  await peer.start()
  return url
}

/** Until the projector has folded what was written. */
async function untilFolded(owner: pg.Client) {
  for (;;) {
    const { rows } = await owner.query(`
      select from company_head h join checkpoint c using (company_id) where c.status = 'live' and c.seq < h.seq limit 1`)
    if (rows.length === 0) return
    await wait(50)
  }
}

/** Both: the API alone, then with a projector. */
export const benchDoors = async (databaseUrl: string, options: Options = {}): Promise<Row[]> => [
  ...(await benchDoor(databaseUrl, options)),
  ...(await benchDoor(databaseUrl, { ...options, projector: true })),
]

if (import.meta.main) {
  const url = process.env.DATABASE_URL
  if (!url) throw new Error('Set DATABASE_URL to a migrated PostgreSQL database that may be filled')
  printRows(await benchDoors(url))
}
