import * as z from 'zod/mini'

const databaseUrl = z
  .string()
  .check(z.refine((text) => ['postgres:', 'postgresql:'].includes(URL.parse(text)?.protocol ?? '')))

const settings = z.object({
  DATABASE_URL: databaseUrl,
  /** The address with which the API and the projector log in, if not the owner's. */
  FETTLE_SERVICES_DATABASE_URL: z.optional(databaseUrl),
  FETTLE_LOG_LEVEL: z._default(z.enum(['silent', 'error', 'warn', 'info', 'debug']), 'info'),
  /** The folder of a database on this machine, and what must stay free of its disk, in MiB. */
  FETTLE_DATABASE_FOLDER: z.optional(z.string()),
  FETTLE_DISK_RESERVE: z.optional(z.pipe(z.string().check(z.regex(/^[1-9]\d{0,8}$/)), z.transform(Number))),
  /** The port of the projector's own metrics, on this machine only; without it they are not served. */
  FETTLE_METRICS_PORT: z.optional(z.pipe(z.string().check(z.regex(/^\d{1,5}$/)), z.transform(Number))),
})

/** The names of the projector's settings. */
export const settingNames: readonly string[] = Object.keys(settings.shape)

const meanings: Record<string, string> = {
  DATABASE_URL: 'a PostgreSQL address, postgres://user:password@host:port/database',
  FETTLE_SERVICES_DATABASE_URL: 'a PostgreSQL address, postgres://fettle_api:password@host:port/database',
  FETTLE_LOG_LEVEL: 'silent, error, warn, info or debug',
  FETTLE_DATABASE_FOLDER: 'a folder',
  FETTLE_DISK_RESERVE: 'a whole number of at least 1, in MiB',
  FETTLE_METRICS_PORT: 'a port number',
}

export type Config = {
  databaseUrl: string
  logLevel: z.infer<typeof settings>['FETTLE_LOG_LEVEL']
  metricsPort?: number
  databaseFolder?: string
  /** In bytes. */
  diskReserve?: number
}

/** The settings from the environment, which only this reads. Throws {@link InvalidSetting} if one is missing or invalid. */
export function readConfig(environment: Record<string, string | undefined> = process.env): Config {
  const present = Object.fromEntries(Object.entries(environment).filter(([_, value]) => value))
  const read = z.safeParse(settings, present)
  if (!read.success) throw new InvalidSetting(String(read.error.issues[0]?.path[0]))
  const { DATABASE_URL, FETTLE_SERVICES_DATABASE_URL, FETTLE_LOG_LEVEL, FETTLE_METRICS_PORT } = read.data
  const { FETTLE_DATABASE_FOLDER, FETTLE_DISK_RESERVE } = read.data
  return {
    databaseUrl: FETTLE_SERVICES_DATABASE_URL ?? DATABASE_URL,
    logLevel: FETTLE_LOG_LEVEL,
    metricsPort: FETTLE_METRICS_PORT,
    databaseFolder: FETTLE_DATABASE_FOLDER,
    diskReserve: FETTLE_DISK_RESERVE && FETTLE_DISK_RESERVE * 1024 * 1024,
  }
}

/** A missing or invalid setting. The message never contains the value, which may be a secret. */
export class InvalidSetting extends Error {
  constructor(name: string) {
    super(`The setting ${name} must be ${meanings[name] ?? 'set'}`)
    this.name = 'InvalidSetting'
  }
}
