import { randomUUID } from 'node:crypto'
import type { Request, Response } from 'express'
import { type Logger, type LoggerOptions, pino } from 'pino'
import { pinoHttp } from 'pino-http'
import type { Config } from './config.ts'

/** Structured logs, one JSON object a line. */
export const createLogger = ({ logLevel }: Pick<Config, 'logLevel'>): Logger => pino(loggerOptions(logLevel))

/** What every line is like, wherever it goes. */
export const loggerOptions = (level: Config['logLevel']): LoggerOptions => ({
  level,
  base: null,
  timestamp: pino.stdTimeFunctions.isoTime,
  serializers: { err: plainError, cause: plainError },
})

/**
 * One line a request: no header, body or query, for each can hold a secret. The request id is always our own (one from
 * outside could forge lines) and is answered, so that a person can name it.
 */
export const requestLog = (logger: Logger) =>
  pinoHttp<Request, Response>({
    logger,
    genReqId: (_, res) => {
      const requestId = randomUUID()
      res.setHeader('X-Request-Id', requestId)
      return requestId
    },
    wrapSerializers: false,
    quietReqLogger: true,
    serializers: {
      req: (req: Request) => ({ method: req.method, path: pathOf(req.originalUrl), ip: req.ip }),
      res: (res: Response) => ({ status: res.statusCode }),
      err: plainError,
    },
    autoLogging: { ignore: (req) => isProbe(req.url) },
    // The failure itself has been logged where it was answered, once.
    customErrorObject: (_req, _res, _error, line: object) => ({ ...line, err: undefined }),
    customLogLevel: (_, res) => (res.statusCode >= 500 ? 'warn' : 'info'),
  })

/** Without a query, and without the secret that a calendar link is; routes take capitals, and whole addresses, as well. */
const pathOf = (url: string) => url.split('?', 1)[0]?.replace(/\/ical\/.*/i, '/ical/...')

const isProbe = (url: string) => url.startsWith('/healthz') || url.startsWith('/readyz') || url.startsWith('/metrics')

/** An error without what PostgreSQL adds: its detail repeats the values of rows. */
function plainError(error: unknown) {
  if (error === undefined) return undefined
  if (!(error instanceof Error)) return { message: typeof error === 'string' ? error : 'something that is no error' }
  const { name, message, stack } = error
  return { name, message, stack, ...('code' in error ? { code: error.code } : {}) }
}
