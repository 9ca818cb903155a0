import { nearOf } from '#core/site/location/near.ts'
import { noPositionWords, whereAmI } from '#web/features/location/where-am-i.ts'

/** Where the reader is, or why that is not known. */
export type NearMe = { near?: string; said?: string; isWrong?: boolean }

/** Asks the device where it is. */
export async function findNearMe(): Promise<NearMe> {
  const found = await whereAmI()
  return typeof found === 'string' ? { said: noPositionWords[found], isWrong: true } : { near: nearOf(found) }
}
