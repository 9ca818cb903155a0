import { createBatcher } from '#api/commands/batches/batcher.ts'
import { handleInOrder } from '#api/commands/batches/handle-in-order.ts'
import { createKnownStreams } from '#api/commands/batches/known-streams.ts'
import { type CommandHandling, executeCommand, handleCommand } from '#api/commands/handle-command.ts'
import { createCompanyQueue } from '#api/http/company-queue.ts'
import { HttpFailure, parse } from '#api/http/errors.ts'
import type { MemberRights } from '#api/rights/rights.ts'
import type { Command } from '#core/ledger/ledger.ts'
import { commandsRequest } from '#core/wire/commands.ts'
import { paths } from '#core/wire/paths.ts'
import type { EventLoop } from '#test/simulation/clock/event-loop.ts'
import { type Random, uuidOf } from '#test/simulation/clock/random.ts'
import type { HttpAnswer, HttpRequest } from '#test/simulation/network/http.ts'
import { type Account, memoryAccounts, type Rights } from './accounts.ts'
import { type CompanyLog, type LogFault, memoryLog } from './memory-log.ts'
import { memoryPhotos } from './memory-photos.ts'
import { memoryPush } from './memory-push.ts'
import { memoryReads } from './memory-reads.ts'
import { type MemoryRows, memoryRows } from './memory-rows.ts'
import type { RotationFault } from './rotating-tokens.ts'

/** What goes wrong on the server at the moment. */
export type ServerFaults = { down: boolean; failing: (command: { type: string; data: unknown }) => boolean }

/** What the server can be told to do wrong, to see that the simulation finds it. */
export type ServerFault = LogFault | RotationFault

/**
 * How the server of a day differs from that of others: where its log is, what it does wrong, and whether the network before it delivers
 * each request with commands once more, up to three minutes later.
 */
export type ServerSettings = { fault?: ServerFault; openLog?: OpenLog; hasLateCopies?: boolean }
export type OpenLog = (loop: EventLoop, random: Random, companyId: string) => CompanyLog

const notSignedIn = { error: 'Failed to verify user token', code: 'not-signed-in' }

/** The API, the projector and the pushes of one company, with everything but its storage as in the product. */
export function memoryServer(loop: EventLoop, random: Random, { fault, openLog, hasLateCopies }: ServerSettings = {}) {
  const companyId = uuidOf(random)
  const [ofTokens, ofLog] = fault === 'ends the session at each reuse' ? [fault, undefined] : [undefined, fault]
  const log = openLog?.(loop, random, companyId) ?? memoryLog(loop, random, ofLog)
  const accounts = memoryAccounts(loop, random, log, companyId, ofTokens)
  const push = memoryPush(loop, accounts, () => rows)
  const rows: MemoryRows = memoryRows(loop, random, log, () => void push.look())
  const reads = memoryReads(log, rows)
  const faults: ServerFaults = { down: false, failing: () => false }
  const process = () => {
    const handling: CommandHandling = {
      log,
      bell: { ring: async () => rows.look() },
      now: log.now,
      companyQueue: createCompanyQueue(),
    }
    const known = createKnownStreams({ now: () => log.now().getTime(), later: () => undefined })
    const batcher = createBatcher({ ...handling, log, known, turn: () => loop.sleep(0) })
    return { handling, known, batcher, callers: new Map<string, MemberRights>() }
  }
  /** Two processes of the API, which share nothing but the log. */
  const processes = [process(), process()]
  const anyProcess = () => random.pick(processes) ?? process()

  const photos = memoryPhotos({
    log,
    handling: () => anyProcess().handling,
    failing: (command) => faults.failing(command),
  })

  /** Refused at least once: a refusal whose answer is lost is decided again. */
  const refused = new Set<string>()

  /** The rights of this moment, as the API reads them. */
  const rightsNow = (token: string | undefined): MemberRights => {
    const holder = accounts.holderOf(token)
    if (!holder) throw new HttpFailure(401, notSignedIn)
    const { userId, role, sessionId } = holder
    const versionOf = (streamId: string) => log.events().filter((event) => event.streamId === streamId).length
    const standing = { userId, sessionId, version: versionOf(userId), companyVersion: versionOf(companyId) }
    return { companyId, userId, role, sessionId, isClosed: false, needsSecondFactor: false, standing }
  }

  const take = async ({ body, token }: HttpRequest, { sessionId }: Rights): Promise<object> => {
    const { commands } = parse(commandsRequest, JSON.parse(String(body ?? 'null')))
    const { handling, known, batcher, callers } = anyProcess()
    const now = () => {
      const rights = rightsNow(token)
      callers.set(sessionId, rights)
      return rights
    }
    const failing = commands.findIndex((one) => faults.failing(one))
    const results = await handleInOrder(
      { batcher, known, now: log.now },
      commands.slice(0, failing < 0 ? undefined : failing),
      {
        known: callers.get(sessionId) ?? now(),
        alone: (one) => handleCommand(handling, one, now()),
        mayBeTogether: () => true,
        counted: (_, handle) => handle(),
        ended: async ({ commandId }, { status }) => {
          if (status === 'refused') refused.add(commandId)
        },
      },
    )
    if (failing >= 0) throw new HttpFailure(500, { error: 'It cannot be processed.', code: 'internal' })
    return { results }
  }
  const answer = async (request: HttpRequest): Promise<HttpAnswer> => {
    const { path, cookie, token } = request
    if (path === paths.login) return accounts.signIn(...credentialsIn(request))
    if (path === paths.refresh) return accounts.refresh(cookie)
    if (path === paths.logout) {
      accounts.signOut(cookie)
      push.dropRevoked()
      return { status: 204, setCookie: '' }
    }
    const rights = accounts.holderOf(token)
    if (!rights) return { status: 401, body: notSignedIn }
    if (path === paths.commands) return { status: 200, body: await take(request, rights) }
    return (await photos.handle(request, rights)) ?? { status: 200, body: await reads(path, rights) }
  }
  /** A command of the company's own, such as its registration. */
  const issue = async (command: Command, rights: Pick<Rights, 'userId' | 'role'>) => {
    const stamp = { commandId: uuidOf(random), happenedAt: log.now().toISOString() }
    const outcome = await executeCommand(anyProcess().handling, stamp, command, { companyId, ...rights })
    if (outcome.status === 'refused') throw new Error(`${command.type} was refused: ${outcome.error}`)
  }
  const handle = async (request: HttpRequest): Promise<HttpAnswer> => {
    if (faults.down) return { status: 503 }
    try {
      return await answer(request)
    } catch (error) {
      if (error instanceof HttpFailure) return { status: error.status, body: error.body }
      throw error
    }
  }
  return {
    companyId,
    log,
    rows,
    faults,
    refused,
    issue,
    account(username: string): Account {
      const account = { userId: uuidOf(random), username, email: `${username}@fettle.test` }
      accounts.accounts.push(account)
      log.usernames[account.userId] = username
      return account
    },
    admit: push.admit,
    /** Whether a refresh cookie is accepted now. */
    isSignedIn: accounts.isGood,
    /** When the request that added a photo left its page; undefined if none did. */
    photoLeftAt: photos.leftAt,
    handle(request: HttpRequest): Promise<HttpAnswer> {
      if (hasLateCopies && request.path === paths.commands)
        loop.post(() => void handle(request), random.between(1_000, 180_000))
      return handle(request)
    },
  }
}
export type MemoryServer = ReturnType<typeof memoryServer>

function credentialsIn({ body }: HttpRequest): [email: string, password: string] {
  const { email, password }: { email: string; password: string } = JSON.parse(String(body ?? '{}'))
  return [email, password]
}
