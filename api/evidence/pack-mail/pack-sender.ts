import { recordFailure, whyGivenUp } from '#api/mail-sending/record-failure.ts'
import { openChainChecker } from '#api/proof/chain-checker.ts'
import type { Services } from '#api/services/services.ts'
import { runWhenWoken, type WokenTask } from '#api/services/woken-task.ts'
import { inCompany } from '#ledger/database/connect.ts'
import { type ClaimedMail, claimPack, companiesWithPacks, deletePack, movePack } from './evidence-mail-rows.ts'
import { writePackMail } from './write-pack-mail.ts'

type Options = {
  /** Milliseconds between looks at what is due, in case a notice was lost. */
  every?: number
  /** Milliseconds for which a claimed pack is left to its process; the claim is renewed while it works. */
  lease?: number
}

/** The longest that a pack may take to be made, in milliseconds. */
const longest = 300_000
/** A pack that could not be sent is tried again after twice the pause each time, an hour at most; in milliseconds. */
const [shortestPause, longestPause] = [2_000, 3_600_000]

/**
 * Sends evidence packs until stopped: one at a time, as each is held in memory, and one of each company in turn. It is apart from other mail,
 * which does not wait for packs. A pack is deleted only after it was sent, so if a process dies in between, another one sends the same email
 * with the same id again. One that its server refuses for good, or that could not be sent for days, is given up.
 */
export function startPackSender(services: Services, { every = 5_000, lease = 120_000 }: Options = {}): WokenTask {
  const { config, ledgerPool, overviewPool, bell, setbacks, logger, now, transport } = services
  const chainChecker = openChainChecker(ledgerPool)
  const soon = (milliseconds: number) => new Date(now().getTime() + milliseconds)

  /** Sends the pack of a company that has been due longest; false if none is due. */
  async function sendNext(companyId: string, stopping: AbortSignal): Promise<boolean> {
    const claimed = await inCompany(ledgerPool, companyId, (client) =>
      claimPack(client, { companyId, now: now(), until: soon(lease) }),
    )
    if (!claimed) return false
    const move = (dueAt: Date) => inCompany(ledgerPool, companyId, (client) => movePack(client, claimed, dueAt))
    try {
      await send(claimed, stopping, () => move(soon(lease)))
    } catch (error) {
      if (error instanceof NotOurs) return true
      // Another process takes it at once.
      if (stopping.aborted) return await move(now())
      const { jobId, mailId, tries } = claimed
      const why = whyGivenUp(error, Date.parse(claimed.queuedAt), now())
      if (why) {
        logger.error({ err: error, mailId, tries, why }, 'an evidence pack could not be sent and is given up')
        const failed = { companyId, jobId, mailId, what: 'evidence', why } as const
        await recordFailure(services, failed, (client) => deletePack(client, claimed))
        return true
      }
      const pause = Math.min(shortestPause * 2 ** Math.min(tries, 20), longestPause)
      logger.warn({ err: error, mailId, tries, pause }, 'an evidence pack could not be sent; it will be retried')
      await move(soon(pause))
      task.wake(pause)
      return true
    }
    await inCompany(ledgerPool, companyId, (client) => deletePack(client, claimed))
    return true
  }

  async function send(claimed: ClaimedMail, stopping: AbortSignal, keep: () => Promise<boolean>): Promise<void> {
    const { mailId } = claimed
    const gone = new AbortController()
    const signal = AbortSignal.any([stopping, gone.signal, AbortSignal.timeout(longest)])
    const stillWanted = async () => {
      if (!(await keep())) throw new NotOurs()
    }
    const renew = () =>
      stillWanted().catch((error: unknown) => {
        if (error instanceof NotOurs) gone.abort(error)
        else logger.warn({ err: error, mailId }, 'the claim of an evidence pack could not be renewed; retrying')
      })
    const renewing = setInterval(() => void renew(), lease / 4)
    try {
      const email = await writePackMail(services, chainChecker, claimed, { stillWanted, signal })
      signal.throwIfAborted()
      if (!email) {
        logger.info({ mailId }, 'an evidence pack is wanted no more and was not sent')
        return
      }
      await stillWanted()
      await transport.send({ ...email, id: mailId })
      logger.info({ mailId, bytes: email.attachment?.content.length }, 'an evidence pack was sent')
    } finally {
      clearInterval(renewing)
    }
  }

  const task = runWhenWoken(
    { every, onFault: (error) => logger.warn({ err: error }, 'evidence packs could not be looked for; retrying') },
    async (stopping) => {
      // Without a mail server they wait for one.
      if (!config.mail) return
      for (let isMore = true; isMore && !stopping.aborted; ) {
        isMore = false
        for (const companyId of await companiesWithPacks(overviewPool, now())) {
          if (stopping.aborted) return
          await setbacks['evidence-mails'].attempt(companyId, async () => {
            if (await sendNext(companyId, stopping)) isMore = true
          })
        }
      }
    },
  )
  const stopListening = bell.listen('fettle_packs', () => task.wake(), { polled: false })
  return {
    wake: task.wake,
    async stop() {
      stopListening()
      await task.stop()
    },
  }
}

/** A pack was withdrawn, or another process has it by now. */
class NotOurs extends Error {
  constructor() {
    super('This evidence pack is no longer this process’s to send')
    this.name = 'NotOurs'
  }
}
