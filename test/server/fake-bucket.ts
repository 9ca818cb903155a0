import { once } from 'node:events'
import { createServer } from 'node:http'
import { buffer, text } from 'node:stream/consumers'
import type { S3Bucket } from '#api/config/config.ts'

/** The part of S3 that Fettle uses: objects by path, listed by prefix, in pages of two. */
export async function startFakeBucket() {
  const objects = new Map<string, { bytes: Buffer; type: string | undefined; changed: Date }>()
  const requests: string[] = []
  const server = createServer(async (req, res) => {
    const { pathname: path, searchParams } = new URL(req.url ?? '', 'http://bucket')
    const { method, headers } = req
    requests.push(`${method} ${path} ${headers.authorization?.split(',')[0]}`)
    if (method === 'GET' && searchParams.has('list-type'))
      return void res.setHeader('content-type', 'application/xml').end(listed(searchParams))
    if (method === 'POST' && searchParams.has('delete')) {
      for (const [, key = ''] of (await text(req)).matchAll(/<Key>(.*?)<\/Key>/g)) objects.delete(`/${name}/${key}`)
      return void res.setHeader('content-type', 'application/xml').end('<DeleteResult/>')
    }
    if (method === 'PUT')
      objects.set(path, { bytes: await buffer(req), type: headers['content-type'], changed: new Date() })
    if (method === 'DELETE') objects.delete(path)
    const found = objects.get(path)
    if (method === 'PUT' || method === 'DELETE') return void res.writeHead(method === 'PUT' ? 200 : 204).end()
    if (!found) return void res.writeHead(404).end()
    res.writeHead(200, { 'content-length': found.bytes.length, 'last-modified': found.changed.toUTCString() })
    res.end(method === 'HEAD' ? undefined : found.bytes)
  })

  function listed(asked: URLSearchParams) {
    const [prefix, delimiter] = [asked.get('prefix') ?? '', asked.get('delimiter') ?? '']
    // By key, as objects may be deleted between two pages.
    const after = asked.get('continuation-token') ?? ''
    const keys = [...objects.keys()]
      .map((path) => path.replace(`/${name}/`, ''))
      .filter((key) => key.startsWith(prefix))
    const below = (key: string) => (delimiter ? key.indexOf(delimiter, prefix.length) : -1)
    const entries = new Set(keys.toSorted().map((key) => (below(key) < 0 ? key : key.slice(0, below(key) + 1))))
    const left = [...entries].filter((key) => key > after)
    const page = left.slice(0, 2)
    const more = left.length > 2
    const lines = page.map((key) =>
      key.endsWith('/')
        ? `<CommonPrefixes><Prefix>${key}</Prefix></CommonPrefixes>`
        : `<Contents><Key>${key}</Key><LastModified>${objects.get(`/${name}/${key}`)?.changed.toISOString()}</LastModified></Contents>`,
    )
    const next = more ? `<NextContinuationToken>${page.at(-1)}</NextContinuationToken>` : ''
    return `<ListBucketResult><IsTruncated>${more}</IsTruncated>${next}${lines.join('')}</ListBucketResult>`
  }

  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const endpoint = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`
  const settings: S3Bucket = {
    bucket: name,
    region: 'eu-west-2',
    endpoint,
    credentials: { accessKeyId: 'us', secretAccessKey: 'secret' },
  }
  return { objects, requests, settings, close: () => void server.close() }
}

const name = 'pictures'
