import { randomUUID } from 'node:crypto'
import type { Request, Response } from 'express'
import { type Logger, type LoggerOptions, pino } from 'pino'
import { pinoHttp } from 'pino-http'
import type { Config } from './config.ts'

/** Structured logs, one JSON object per line. */
export const createLogger = ({ logLevel }: Pick<Config, 'logLevel'>): Logger => pino(loggerOptions(logLevel))

/** The options of every logger, whatever its destination. */
export const loggerOptions = (level: Config['logLevel']): LoggerOptions => ({
  level,
  base: null,
  timestamp: pino.stdTimeFunctions.isoTime,
  serializers: { err: plainError, cause: plainError },
})

/**
 * One line per request, without headers, body or query, which may all hold secrets. The request id is always generated here,
 * since a client's could forge log lines, and is returned so that people can quote it.
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
    // The failure itself is logged once, where it is turned into a response.
    customErrorObject: (_req, _res, _error, line: object) => ({ ...line, err: undefined }),
    customLogLevel: (_, res) => (res.statusCode >= 500 ? 'warn' : 'info'),
  })

/** The path without its query, and without the token of a link. Routes also match upper case and absolute URLs. */
const pathOf = (url: string) =>
  url
    .split('?', 1)[0]
    ?.replace(/\/ical\/.*/i, '/ical/...')
    .replace(/^((?:[a-z]+:\/\/[^/]*)?\/+[tr])\/.*/i, '$1/...')

const isProbe = (url: string) => url.startsWith('/healthz') || url.startsWith('/readyz') || url.startsWith('/metrics')

/** An error without PostgreSQL's details, which contain row values. */
function plainError(error: unknown) {
  if (error === undefined) return undefined
  if (!(error instanceof Error)) return { message: typeof error === 'string' ? error : 'a value that is not an error' }
  const { name, message, stack } = error
  return { name, message, stack, ...('code' in error ? { code: error.code } : {}) }
}
