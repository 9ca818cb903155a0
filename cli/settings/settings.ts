import { readConfig } from '#api/config/config.ts'

export type Settings = {
  /** The network address that the API listens at. */
  host: string
  port: number
  dataFolder: string
  /** Absent when Fettle runs its own database. */
  databaseUrl?: string
  environment: NodeJS.ProcessEnv
}

/** The settings from the environment, validated as the API validates them. Throws if one is invalid. */
export function readSettings(environment = process.env): Settings {
  const databaseUrl = environment.DATABASE_URL || undefined
  const { host, port, dataFolder } = readConfig({ ...environment, DATABASE_URL: databaseUrl ?? 'postgres://embedded' })
  return { host, port, dataFolder, environment, ...(databaseUrl ? { databaseUrl } : {}) }
}
