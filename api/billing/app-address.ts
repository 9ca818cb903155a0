import type { Request } from 'express'
import type { Config } from '#api/config/config.ts'
import { originOf } from '#api/rights/origin.ts'

/** The address of our app, where the card provider sends people back to. */
export function appAddress({ publicUrl }: Pick<Config, 'publicUrl'>, req: Request): string {
  if (publicUrl) return publicUrl
  const { origin } = req.headers
  return origin && originOf({}, req.headers) === 'own' ? origin : `${req.protocol}://${req.get('host')}`
}
