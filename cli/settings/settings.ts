import { readConfig, type S3Bucket } from '#api/config/config.ts'

export type Settings = {
  /** The network address that the API listens at. */
  host: string
  port: number
  dataFolder: string
  /** Absent when Fettle runs its own database. */
  databaseUrl?: string
  /** With which the API and the projector log in; absent when they log in as the owner, or Fettle runs its own database. */
  servicesUrl?: string
  /** The folder of a database of the operator's own, if it is on this machine. */
  databaseFolder?: string | undefined
  /** In bytes; a part of each disk unless set. */
  diskReserve?: number | undefined
  /** The bucket of photos and attached files, if they are not in the data folder. */
  imagesS3?: S3Bucket | undefined
  environment: NodeJS.ProcessEnv
}

/** The settings from the environment, validated as the API validates them. Throws if one is invalid. */
export function readSettings(environment = process.env): Settings {
  const databaseUrl = environment.DATABASE_URL || undefined
  const servicesUrl = (databaseUrl && environment.FETTLE_SERVICES_DATABASE_URL) || undefined
  const config = readConfig({ ...environment, DATABASE_URL: databaseUrl ?? 'postgres://embedded' })
  const { host, port, dataFolder, databaseFolder, diskReserve, imagesS3 } = config
  return {
    ...{ host, port, dataFolder, databaseFolder, diskReserve, imagesS3, environment },
    ...(databaseUrl ? { databaseUrl } : {}),
    ...(servicesUrl ? { servicesUrl } : {}),
  }
}
