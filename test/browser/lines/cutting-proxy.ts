import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import { connect } from 'node:net'
import { lengthOf } from '#test/reliability/extent.ts'
import { served } from './served.ts'

/** How many first loads are tried over a bad line: one in the suite, or as many as the environment sets. */
export const firstLoads = lengthOf('FETTLE_FIRST_LOADS', 1)

/** How much is sent over a bad line: a little in the suite, or FETTLE_LOSSY times as much. */
const times = lengthOf('FETTLE_LOSSY', 1)
export const lossyWork = { commands: 20 * times, photos: 2 * times }

/** What becomes of a request: it is answered, or its connection ends before or in the middle of the answer. */
export type Fate = 'answered' | 'cut before' | 'cut within'

/** A server in front of another one, over a line that breaks: `fate` is asked for each request. Web sockets pass. */
export async function startCuttingProxy(target: string, fate: (request: IncomingMessage) => Fate) {
  const server = createServer((asked, response) => passOn(target, asked, response, fate(asked)))
  server.on('upgrade', (asked, socket, head) => {
    const { hostname, port } = new URL(target)
    const onward = connect(Number(port), hostname, () => {
      const headers = asked.rawHeaders.map((part, at) => (at % 2 === 0 ? `${part}: ` : `${part}\r\n`)).join('')
      onward.write(`GET ${asked.url} HTTP/1.1\r\n${headers}\r\n`)
      onward.write(head)
      onward.pipe(socket).pipe(onward)
    })
    onward.on('error', () => socket.destroy())
    socket.on('error', () => onward.destroy())
  })
  return served(server)
}

function passOn(target: string, asked: IncomingMessage, response: ServerResponse, fate: Fate) {
  if (fate === 'cut before') return void asked.socket.destroy()
  const { method, url = '/', headers } = asked
  const passed = request(new URL(url, target), { method, headers }, (answer) => {
    response.writeHead(answer.statusCode ?? 502, answer.headers)
    if (fate === 'answered') return void answer.pipe(response)
    answer.once('data', (start: Buffer) => {
      response.write(start.subarray(0, start.length / 2))
      setImmediate(() => asked.socket.destroy())
    })
    answer.once('end', () => asked.socket.destroy())
  })
  passed.on('error', () => asked.socket.destroy())
  asked.pipe(passed)
}
