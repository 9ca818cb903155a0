import express, { type Request } from 'express'
import { HttpFailure } from '#api/http/errors.ts'

/** A form of a few fields. */
export const form = express.urlencoded({ extended: false, limit: '20kb', parameterLimit: 60 })

/** The values of a field of a form. */
export function fields({ body }: Pick<Request, 'body'>, name: string): string[] {
  const given: unknown = body
  const value: unknown =
    typeof given === 'object' && given !== null && Object.hasOwn(given, name) ? Reflect.get(given, name) : []
  return [value].flat().filter((one) => typeof one === 'string')
}

/** The value of a field of a form; empty without one. */
export const field = (req: Pick<Request, 'body'>, name: string): string => fields(req, name)[0] ?? ''

/** What somebody wrote in a form. Throws a 400 for what cannot be stored. */
export function words(req: Pick<Request, 'body'>, name: string, most: number): string {
  const given = field(req, name).replaceAll('\r\n', '\n').trim()
  if (given.includes('\u0000') || !given.isWellFormed()) throw unreadable()
  if (given.length > most)
    throw new HttpFailure(400, { error: `Please write at most ${most} characters.`, code: 'invalid' })
  return given
}

export const unreadable = () =>
  new HttpFailure(400, { error: 'This form could not be read. Please go back and try again.', code: 'invalid' })
