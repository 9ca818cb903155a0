import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { apiDescription } from '#api/openapi/openapi.ts'
import { callsOfDescription } from './calls-of-description.ts'

/** Writes the types of the client package, from the API's description as this version serves it. */
const file = join(import.meta.dirname, '../../client/calls.ts')
writeFileSync(file, callsOfDescription(apiDescription()))
process.stdout.write(`${file} is written.\n`)
