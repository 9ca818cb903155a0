import { rebuildNeedsSpace } from '#core/wire/projections.ts'
import { HttpFailure } from './errors.ts'

/** 503 with the reason: the change was not kept, and reading goes on. */
export const diskFull = new HttpFailure(
  503,
  {
    error: 'The server’s disk is full, so changes cannot be saved at the moment. Nothing that was saved is lost.',
    code: 'disk-full',
  },
  { 'Retry-After': '30' },
)

/** The same for a replay or dry run, which would fill the disk further. */
export const rebuildsHeld = new HttpFailure(
  503,
  { error: rebuildNeedsSpace, code: 'disk-full' },
  { 'Retry-After': '30' },
)

/** Of the system (no space, quota), and of PostgreSQL. */
const codes: readonly unknown[] = ['ENOSPC', 'EDQUOT', '53100']

/** Whether an error, or what caused it, is that of a full disk. */
export const isDiskFull = (error: unknown): boolean =>
  error instanceof Error && (('code' in error && codes.includes(error.code)) || isDiskFull(error.cause))
