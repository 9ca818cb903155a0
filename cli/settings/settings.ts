import { readConfig } from '#api/config/config.ts'

export type Settings = {
  /** The network address that the API listens at. */
  host: string
  port: number
  dataFolder: string
  /** Absent when Fettle runs its own database. */
  databaseUrl?: string
  /** With which the API and the projector log in; absent when they log in as the owner, or Fettle runs its own database. */
  servicesUrl?: string
  environment: NodeJS.ProcessEnv
}

/** The settings from the environment, validated as the API validates them. Throws if one is invalid. */
export function readSettings(environment = process.env): Settings {
  const databaseUrl = environment.DATABASE_URL || undefined
  const servicesUrl = (databaseUrl && environment.FETTLE_SERVICES_DATABASE_URL) || undefined
  const { host, port, dataFolder } = readConfig({ ...environment, DATABASE_URL: databaseUrl ?? 'postgres://embedded' })
  return {
    host,
    port,
    dataFolder,
    environment,
    ...(databaseUrl ? { databaseUrl } : {}),
    ...(servicesUrl ? { servicesUrl } : {}),
  }
}
