import { QueueFull } from '#api/http/company-queue.ts'
import { standBack } from '#api/http/turns/stand-back.ts'
import { busy, type Company, openCompanyLines } from './company-lines.ts'
import { shortReads } from './short-reads.ts'

/** About what a request costs, in milliseconds. */
const cost = 4
/** Milliseconds after which a request no longer counts: it waits for something else, or is long and has slots of its own. */
const short = 250

/** One after another they let the changes of other companies go first, and leave them time. */
const oneByOne = ({ companyId, oneByOne: line, rest }: Company) =>
  line(async () => {
    await standBack(cost, companyId)
    await rest(companyId)
  })

/** Waits until a read of a company may begin. Above four at once they let changes pass. Throws a 429 if too many wait. */
export const companyRead = openCompanyLines({
  atOnce: 4,
  mostWaiting: 500,
  share: 4,
  async standBack({ companyId, oneByOne: line, rest }) {
    await standBack(cost)
    await line(() => rest(companyId))
  },
  countsFor: short,
  tooMany: () => busy(shortReads.error, shortReads.code),
})

/** The same for a request that changes something without a command, such as an upload or the end of a session. */
export const companyChange = openCompanyLines({
  atOnce: 4,
  mostWaiting: 500,
  share: 2,
  standBack: oneByOne,
  countsFor: short,
  tooMany: () => busy('Too much is being changed at once. Please try again in a moment.', 'too-many-changes'),
})

/**
 * The same for a request with commands: sixteen of a company are handled side by side, so that they share a statement, and above four
 * they let the changes of other companies pass, one by one. Throws {@link QueueFull} if too many wait, and devices send again.
 */
export const companyCommands = openCompanyLines({
  atOnce: 16,
  mostWaiting: 500,
  share: 4,
  standBack: oneByOne,
  tooMany: () => new QueueFull(),
})
