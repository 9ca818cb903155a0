import { once } from 'node:events'
import { readdir, readFile, readlink } from 'node:fs/promises'
import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { paths, pathTo } from '#core/wire/paths.ts'
import { createJob } from '#test/server/commands.ts'
import { formOf, picture, smallPhoto, upload } from '#test/server/photo-uploads.ts'
import { type SignedInTest, startServer, type TestServer } from '#test/server/server.ts'

let server: TestServer
let olga: SignedInTest
let jobId: string
beforeAll(async () => {
  server = await startServer()
  olga = await server.registerCompany()
  jobId = (await createJob(server, olga)).jobId
})
afterAll(() => server.close())

/** The uploads and the connections to the server that this process has open; those to the database come and go by themselves. */
const descriptors = async () => {
  const all = await readdir('/proc/self/fd')
  const targets = await Promise.all(all.map((fd) => readlink(`/proc/self/fd/${fd}`).catch(() => '')))
  const connections = await socketsOf(Number(new URL(server.url).port))
  return targets.filter((one) => one.includes('/uploads/') || connections.has(one)).length
}

/** The sockets that have this port at either end, as /proc/self/fd names them; see proc(5). */
async function socketsOf(port: number): Promise<Set<string>> {
  const tables = await Promise.all(['tcp', 'tcp6'].map((name) => readFile(`/proc/net/${name}`, 'utf8').catch(() => '')))
  const lines = tables.flatMap((table) => table.trim().split('\n').slice(1))
  const end = `:${port.toString(16).toUpperCase().padStart(4, '0')}`
  const fields = lines.map((line) => line.trim().split(/\s+/))
  const ours = fields.filter(([, local, remote]) => local?.endsWith(end) || remote?.endsWith(end))
  return new Set(ours.map((line) => `socket:[${line[9]}]`))
}

/** An upload of a megabyte, as bytes on the wire. */
async function wholeForm() {
  const body = formOf(olga, jobId, { files: [{ bytes: Buffer.alloc(1_000_000) }] })
  const form = new Request('http://x', { method: 'POST', body })
  return { type: form.headers.get('content-type'), bytes: Buffer.from(await form.arrayBuffer()) }
}

/** Sends the first `bytes` of an upload. */
async function begin({ type, bytes }: Awaited<ReturnType<typeof wholeForm>>, part: number): Promise<Socket> {
  const { port } = new URL(server.url)
  const socket = connect(Number(port), '127.0.0.1').on('error', () => undefined)
  await once(socket, 'connect')
  const head = [
    `POST ${pathTo(paths.uploadImage, { companyId: olga.user.companyId })} HTTP/1.1`,
    'Host: localhost',
    `Authorization: Bearer ${olga.token}`,
    `Content-Type: ${type}`,
    `Content-Length: ${bytes.length}`,
  ]
  socket.write(`${head.join('\r\n')}\r\n\r\n`)
  socket.write(bytes.subarray(0, Math.floor(bytes.length * part)))
  return socket
}

test('a hundred aborted uploads leave no file, descriptor or memory behind', async () => {
  await upload(server, olga, jobId, { files: [{ bytes: await smallPhoto() }] })
  const form = await wholeForm()
  const before = await descriptors()
  const memory = process.memoryUsage.rss()
  for (let round = 0; round < 25; round++) {
    const sockets = await Promise.all([0, 0.1, 0.5, 0.99].map((part) => begin(form, part)))
    // Some before the server has read anything, some in the middle of a file.
    await sleep(round % 3 === 0 ? 0 : 15)
    for (const socket of sockets) socket.destroy()
    await sleep(5)
  }
  await expect.poll(() => readdir(server.services.images.uploadsFolder)).toEqual([])
  await expect.poll(descriptors).toBeLessThanOrEqual(before)
  expect(process.memoryUsage.rss() - memory).toBeLessThan(150 * 1024 * 1024)
  // The next upload is served: none of the aborted ones still counts as in progress.
  expect((await upload(server, olga, jobId, { files: [{ bytes: await smallPhoto() }] })).status).toBe(200)
})

test('ten large photos at once cost this process little memory', async () => {
  const bytes = await picture(4_000, 3_000).png({ compressionLevel: 0 }).toBuffer()
  const file = { bytes: bytes.subarray(0, 20 * 1024 * 1024) }
  const small = await picture(2_000, 1_500).jpeg().toBuffer()
  const before = process.memoryUsage.rss()
  let most = 0
  const watch = setInterval(() => (most = Math.max(most, process.memoryUsage.rss())), 20)
  const answers = await Promise.all([
    upload(server, olga, jobId, { files: [file] }),
    upload(server, olga, jobId, { files: Array.from({ length: 10 }, () => ({ bytes: small })) }),
  ])
  clearInterval(watch)
  expect(answers.map((one) => one.status)).toEqual([400, 200])
  expect(most - before).toBeLessThan(300 * 1024 * 1024)
})
