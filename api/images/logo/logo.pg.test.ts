import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { v7 as uuid } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { isReferenced } from '#api/images/references.ts'
import type { Me } from '#core/wire/account/session.ts'
import type { LogoAnswer } from '#core/wire/images.ts'
import { paths, pathTo } from '#core/wire/paths.ts'
import { accepted, createJob } from '#test/server/commands.ts'
import { erasableWith, erasureOf, untilErased } from '#test/server/erasures.ts'
import { addMember } from '#test/server/people.ts'
import { type SignedInTest, startServer, type TestServer } from '#test/server/server.ts'
import { sendLogo, smallLogo } from '#test/server/uploads/logos.ts'

let server: TestServer
let olga: SignedInTest
beforeAll(async () => {
  server = await startServer()
  olga = await server.registerCompany()
})
afterAll(() => server.close())

const set = async (person: SignedInTest, bytes: Uint8Array, imageId?: string): Promise<LogoAnswer> => {
  const answer = await sendLogo(server, person, bytes, imageId)
  expect(answer.status, await answer.clone().text()).toBe(200)
  return answer.json()
}
const get = async (url: string) => (await server.call(url)).status
const meOf = async ({ token }: SignedInTest): Promise<Me> => (await server.call(paths.me, { token })).json()
const stored = async ({ user: { companyId } }: SignedInTest): Promise<string[]> =>
  readdir(join(server.services.config.dataFolder, 'images', companyId)).catch(() => [])

test('a logo is kept small, is shown to the company alone, and a retry sets it once', async () => {
  const tom = await addMember(server, olga, 'team')
  const imageId = uuid()
  const bytes = await smallLogo(3_000, 800)
  const { logo, url } = await set(olga, bytes, imageId)
  expect(logo).toMatchObject({ imageId, width: 600, height: 163 })
  expect(await set(olga, bytes, imageId)).toMatchObject({ logo })
  const shown = await server.call(url)
  expect(shown.headers.get('content-type')).toBe('image/webp')
  expect(await sharp(Buffer.from(await shown.arrayBuffer())).metadata()).toMatchObject({ width: 600, hasAlpha: true })
  await expect.poll(async () => (await meOf(tom)).logo?.imageId).toBe(imageId)
  const ofTom = await meOf(tom)
  expect(ofTom.company.logo).toEqual(logo)
  expect(await get(ofTom.logo?.url ?? '')).toBe(200)
  await accepted(server, olga, 'RemoveMember', { userId: tom.user.userId })
  expect(await get(ofTom.logo?.url ?? '')).toBe(403)
  const stranger = await server.registerCompany()
  expect((await meOf(stranger)).logo).toBeUndefined()
  expect(await get(url.replace(olga.user.companyId, stranger.user.companyId))).toBe(403)
})

test('only the owner sets or removes it, and only a PNG or JPEG that can be printed', async () => {
  const owner = await server.registerCompany()
  for (const role of ['admin', 'team'] as const) {
    const answer = await sendLogo(server, await addMember(server, owner, role), await smallLogo())
    expect([answer.status, (await answer.json()).code]).toEqual([403, 'owner-only'])
  }
  const blank = (width: number, height: number) => sharp({ create: { width, height, channels: 3, background: '#fff' } })
  const wrong: [Uint8Array, number, string][] = [
    [Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'), 400, 'not-an-image'],
    [await blank(200, 80).webp().toBuffer(), 400, 'not-an-image'],
    [await blank(8, 200).png().toBuffer(), 400, 'too-thin'],
    [await blank(20_001, 20).png().toBuffer(), 400, 'too-many-pixels'],
    [Buffer.alloc(5 * 1024 * 1024 + 1), 413, 'too-large'],
  ]
  for (const [bytes, status, code] of wrong) {
    const answer = await sendLogo(server, owner, bytes)
    expect({ status: answer.status, ...(await answer.json()) }).toMatchObject({ status, code })
  }
  expect(await stored(owner)).toEqual([])
  const { logo } = await set(owner, await blank(200, 80).jpeg().toBuffer())
  const { seq } = await accepted(server, owner, 'RemoveLogo', {
    companyId: owner.user.companyId,
    imageId: logo.imageId,
  })
  const company = await server.call(`${paths.company}?after=${seq}`, { token: owner.token })
  expect((await company.json()).logo).toBeUndefined()
})

test('the address of a replaced or removed logo closes at once; its file is kept until it is erased by law', async () => {
  const owner = await server.registerCompany()
  const { companyId } = owner.user
  const { services } = server
  const first = await set(owner, await smallLogo(300, 90, '#123'))
  const second = await set(owner, await smallLogo(300, 90, '#456'))
  expect([await get(first.url), await get(second.url)]).toEqual([404, 200])
  await accepted(server, owner, 'RemoveLogo', { companyId, imageId: second.logo.imageId })
  expect(await get(second.url)).toBe(404)
  expect(await isReferenced(services.ledgerPool, companyId, first.logo.src)).toBe(true)
  expect(await stored(owner)).toHaveLength(4)
  const { texts } = await erasableWith(server, owner, first.seq)
  const { token } = owner
  expect((await server.call(paths.erasures, { token, body: erasureOf(texts) })).status).toBe(200)
  await untilErased(server)
  expect(await stored(owner)).toHaveLength(2)
})

test('an evidence pack has the logo on its first page, and is made without it when its file is lost', async () => {
  const owner = await server.registerCompany()
  const { jobId } = await createJob(server, owner)
  const pack = async () => {
    const answer = await server.call(`${pathTo(paths.jobEvidence, { jobId })}?format=pdf`, { token: owner.token })
    expect(answer.status).toBe(200)
    return Buffer.from(await answer.arrayBuffer()).toString('latin1')
  }
  const pictures = (pdf: string) => pdf.match(/\/Subtype \/Image/g)?.length ?? 0
  expect(pictures(await pack())).toBe(0)
  const { logo } = await set(owner, await smallLogo())
  expect(pictures(await pack())).toBe(1)
  await server.services.images.files.remove(logo.src.slice(1))
  expect(pictures(await pack())).toBe(0)
})
