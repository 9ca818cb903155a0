import { sql } from 'kysely'
import type pg from 'pg'
import { type Parameters, rowsOf, statement } from '#ledger/database/statement.ts'
import { db } from '#ledger/database/statement-compiler.ts'

/** Devices are forgotten after so many days without use, which is as long as browsers keep a cookie. */
export const deviceDays = 400

type KnownDevice = { userId: string; deviceHash: Buffer }

const upsertDevice = statement('remember-device', (p: Parameters<KnownDevice>) =>
  db
    .insertInto('known_device')
    .values({ user_id: p.userId, device_hash: p.deviceHash })
    .onConflict((conflict) =>
      conflict.columns(['user_id', 'device_hash']).doUpdateSet({ last_used_at: sql<string>`now()` }),
    ),
)

/** Notes that a person has signed in on a device. */
export async function rememberDevice(pool: pg.Pool, { userId, deviceHash }: KnownDevice): Promise<void> {
  await pool.query(upsertDevice({ userId, deviceHash }))
}

const deleteDevices = statement('forget-devices', (p: Parameters<{ userId: string; except: Buffer | null }>) =>
  db.deleteFrom('known_device').where('user_id', '=', p.userId).where('device_hash', 'is distinct from', p.except),
)

/** Forgets all devices of a person, except one if given. */
export async function forgetDevices(client: pg.ClientBase, userId: string, except?: Buffer): Promise<void> {
  await client.query(deleteDevices({ userId, except: except ?? null }))
}

const deleteUnused = statement('sweep-devices', () =>
  db.deleteFrom('known_device').where('last_used_at', '<', sql<string>`now() - ${`${deviceDays} days`}::interval`),
)

/** Deletes devices that have not been used for longer than browsers keep their cookie. */
export async function sweepDevices(pool: pg.Pool): Promise<void> {
  await pool.query(deleteUnused({}))
}

type Origin = { userId: string; deviceHash: Buffer | null; address: string }

const originOfPerson = statement('known-origin', (p: Parameters<Origin>) =>
  db.selectNoFrom((of) => [
    of
      .exists(
        of
          .selectFrom('known_device')
          .select('user_id')
          .where('user_id', '=', p.userId)
          .where('device_hash', '=', p.deviceHash),
      )
      .$castTo<boolean>()
      .as('device'),
    of
      .exists(
        of.selectFrom('session').select('user_id').where('user_id', '=', p.userId).where('address', '=', p.address),
      )
      .$castTo<boolean>()
      .as('place'),
  ]),
)

/** Whether a person has signed in on this device before, and from this address. */
export async function readKnownOrigin(pool: pg.Pool, origin: Origin): Promise<{ device: boolean; place: boolean }> {
  const [row] = await rowsOf(pool, originOfPerson(origin))
  return { device: row?.device ?? false, place: row?.place ?? false }
}
