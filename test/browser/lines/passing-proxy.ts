import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import { served } from './served.ts'

/** The proxy's own response to a request; undefined passes the request on. */
export type Answered = (request: IncomingMessage) => { type: string; body: string } | undefined

/** A server in front of another one, whose `answer` can stand in for it, as a new build would. Sockets are not passed on. */
export async function startPassingProxy(target: string, answer: Answered) {
  const server = createServer((asked, response) => {
    const own = answer(asked)
    if (own) response.writeHead(200, { 'content-type': own.type, 'cache-control': 'no-cache' }).end(own.body)
    else passOn(target, asked, response)
  })
  return served(server)
}

function passOn(target: string, asked: IncomingMessage, response: ServerResponse) {
  const { method, url = '/', headers } = asked
  const passed = request(new URL(url, target), { method, headers }, (answer) => {
    response.writeHead(answer.statusCode ?? 502, answer.headers)
    answer.pipe(response)
  })
  passed.on('error', () => response.writeHead(502).end())
  asked.pipe(passed)
}
